package io.rowandb.cli;

import io.rowandb.cli.dump.DirectoryOverview;
import io.rowandb.cli.dump.DumpLines;
import io.rowandb.cli.dump.DumpOutput;
import io.rowandb.cli.dump.DumpSelection;
import io.rowandb.cli.dump.DumpedFile;
import io.rowandb.cli.dump.JsonLines;
import io.rowandb.cli.dump.TextLines;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./rowan dump}: shows what is in a file of a store. */
@Command(
    name = "dump",
    mixinStandardHelpOptions = true,
    description = {
      "Shows a log segment, a manifest or an HFile (Rowan's or HBase's), whichever it is; of a directory, one line for each file in it. The store may be open. A damaged file is shown as far as it can be read; then the place and the kind of the damage are said. In a directory, an HFile that its store is still writing is called unfinished.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all was shown",
      "1:a file is damaged, or is nothing that can be shown",
      "2:the command line is wrong"
    })
public final class DumpCommand implements Callable<Integer> {
  /** What chooses among the parts of one file. */
  private static final List<String> OF_ONE_FILE =
      List.of("--summary", "--blocks", "--cells", "--row", "--limit", "--value-bytes");

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "A file, or a directory.")
  private Path file;

  @ArgGroup private Choice choice = new Choice();

  /** At most one of these. */
  static final class Choice {
    @Option(
        names = {"-m", "--summary"},
        description = "Only what the file says of itself: facts, trailer, counts.")
    private boolean summary;

    @Option(
        names = {"-b", "--blocks"},
        description = "Parts without cells: blocks, index entries; entries of a log.")
    private boolean blocks;

    @Option(
        names = {"-p", "--cells"},
        description = "Only cells.")
    private boolean cells;

    /** For picocli. */
    Choice() {}
  }

  @Option(
      names = {"-w", "--row"},
      paramLabel = "ROW",
      description = "Only cells of this row; other bytes than printable ones as \\xNN.")
  private String row;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Ends after N cells or, with --blocks, N parts.")
  private long limit = Long.MAX_VALUE;

  @Option(
      names = "--value-bytes",
      paramLabel = "N",
      description = "Shows N bytes of a value; 64 if not given. JSON always has all.")
  private int valueBytes = 64;

  @Option(names = "--json", description = "Prints JSON, one object a line.")
  private boolean json;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    check();
    PrintWriter out = new PrintWriter(spec.commandLine().getOut(), false);
    try {
      if (Files.isDirectory(file)) {
        refuseWhatIsOfOneFile();
        int damaged = new DirectoryOverview(file, json, out).print();
        return damaged == 0 ? 0 : CommandRunner.FAILED;
      }
      DumpLines lines = json ? new JsonLines() : new TextLines(valueBytes);
      DumpedFile.of(file).show(file, new DumpOutput(selection(), lines, out));
      return 0;
    } finally {
      out.flush();
    }
  }

  private void refuseWhatIsOfOneFile() {
    for (String option : OF_ONE_FILE) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw refused(option + " needs a file, and " + file + " is a directory");
      }
    }
  }

  private DumpSelection selection() {
    boolean all = !choice.summary && !choice.blocks && !choice.cells && row == null;
    return new DumpSelection(
        all || choice.blocks,
        all || choice.cells || row != null,
        all || choice.blocks || choice.summary,
        row,
        limit);
  }

  private void check() {
    if (file.toString().isEmpty()) {
      throw refused("FILE is empty; it needs the name of a file or directory");
    }
    if (limit < 1) {
      throw refused("--limit " + limit + " must be at least 1");
    }
    if (valueBytes < 0) {
      throw refused("--value-bytes " + valueBytes + " must not be negative");
    }
    if (row != null && (choice.summary || choice.blocks)) {
      throw refused("--row chooses among cells, which --summary and --blocks do not show");
    }
  }

  private ParameterException refused(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
