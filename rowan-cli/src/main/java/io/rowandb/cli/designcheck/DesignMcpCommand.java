package io.rowandb.cli.designcheck;

import io.rowandb.cli.Logging;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.mcp.McpServer;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./rowan design mcp}. */
@Command(
    name = "mcp",
    mixinStandardHelpOptions = true,
    description = {
      "Serves check, estimate, simulate, measure, fit and advise to a coding agent: a server of the Model Context Protocol on standard input and output. It changes nothing, and reads the files below --root alone. It ends with its input: a call that runs then is given up after a second.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the input ended",
      "1:the input could not be read, or the output not be written",
      "2:the command line is wrong"
    })
final class DesignMcpCommand implements Callable<Integer> {
  private static final long MOST_SECONDS = 86_400;
  private static final String INSTRUCTIONS =
      "Judges designs of tables for HBase. Write the design as YAML (resource"
          + " rowan://design/schema, examples below rowan://design/examples/), check it with a"
          + " sample of real rows, mend the worst finding first, and check again; simulate shows"
          + " hot servers, estimate sizes, measure what questions read, advise other designs, fit whether it should be HBase.";

  @Spec private CommandSpec spec;

  @Option(
      names = "--root",
      paramLabel = "DIRECTORY",
      description = "Designs and samples in files are read below it; without it none are.")
  private Path root;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "300",
      description = "A call that takes longer is given up, 1 to 86400; ${DEFAULT-VALUE}.")
  private long timeout;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    if (timeout < 1 || timeout > MOST_SECONDS) {
      throw refused("--timeout " + timeout + " should be 1 to " + MOST_SECONDS);
    }
    if (root != null && !Files.isDirectory(root)) {
      throw refused("--root " + root + " is no directory");
    }
    PrintStream before = System.out;
    System.setOut(System.err); // whatever a library prints is no message
    try (OutputStream out = new FileOutputStream(FileDescriptor.out)) {
      server(Optional.ofNullable(root), out, timeout).serve(System.in);
    } finally {
      System.setOut(before);
    }
    return 0;
  }

  private ParameterException refused(String why) {
    return new ParameterException(spec.commandLine(), why);
  }

  /** The server, for tests too. */
  static McpServer server(Optional<Path> root, OutputStream out, long mostSeconds)
      throws IOException {
    return new McpServer(
        "rowan-design",
        version(),
        INSTRUCTIONS,
        DesignTools.of(new RootedFiles(root), Clock.systemUTC()),
        DesignTools.resources(),
        out,
        mostSeconds);
  }

  private static String version() throws IOException {
    java.util.Properties properties = new java.util.Properties();
    try (InputStream in = VerboseOption.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    }
    return properties.getProperty("version");
  }
}
