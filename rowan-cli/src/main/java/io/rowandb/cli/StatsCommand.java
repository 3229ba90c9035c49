package io.rowandb.cli;

import io.rowandb.client.store.StoreKeys;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.stats.DatabaseSizes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./rowan stats}: how large the tables of a store are. */
@Command(
    name = "stats",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the sizes of a store's tables and families: files, bytes, cells, and how much a major compaction might save. A program may have the store open; what is only in its memory and in the log is not in the tables' figures.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the figures are printed",
      "1:PATH is no store, or is damaged",
      "2:the command line is wrong"
    })
public final class StatsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private StorePath store;

  @Option(names = "--regions", description = "Prints a line for each region of each family.")
  private boolean regions;

  @Option(names = "--json", description = "Prints each line as one of JSON, all figures in it.")
  private boolean json;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    Path directory = store.existing();
    StatsText text = new StatsText(spec.commandLine().getOut(), regions, json);
    FileSystem files = new LocalFileSystem(StoreKeys.ofProgram());
    text.show(DatabaseSizes.read(files, directory));
    return 0;
  }
}
