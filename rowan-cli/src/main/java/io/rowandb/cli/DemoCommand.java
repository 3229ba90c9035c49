package io.rowandb.cli;

import io.rowandb.cli.demo.Demo;
import io.rowandb.cli.source.FileFault;
import io.rowandb.cli.terminal.Terminal;
import io.rowandb.engine.io.LocalFileSystem;
import java.io.IOException;
import java.lang.management.ManagementFactory;
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

/** {@code ./rowan demo}: checks its options and runs the demonstration. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Loads data into an embedded store through HBase's client API and answers questions from it.",
      "Run again on the same store it does not load twice; stopped with Ctrl-C, it goes on. The store is made if needed, in rowan-demo-data if no PATH is given.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all was loaded and asked",
      "1:it failed: a damaged file, a store in use, rows that are missing",
      "2:the command line is wrong",
      "130:stopped with Ctrl-C, 143 with SIGTERM; the store is closed"
    })
public final class DemoCommand implements Callable<Integer> {
  private static final String DEFAULT_STORE = "rowan-demo-data";

  @Spec private CommandSpec spec;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Directory of the real data sets; without it a small sample is generated.")
  private Path data;

  @Mixin private StorePath path;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    Path store = storeDirectory();
    if (data != null) {
      requireData();
    }
    try (StopSignal signal = StopSignal.listen()) {
      Demo demo =
          new Demo(
              Terminal.ofProcess(),
              signal,
              System::nanoTime,
              Clock.systemUTC(),
              DemoCommand::processStartMillis);
      Demo.Outcome outcome =
          demo.run(Optional.ofNullable(data), new LocalFileSystem().named(store));
      return outcome == Demo.Outcome.DONE ? 0 : CommandRunner.FAILED;
    }
  }

  /** The machine's own note of it; the process table counts from boot and strays from the clock. */
  private static long processStartMillis() {
    return ManagementFactory.getRuntimeMXBean().getStartTime();
  }

  private Path storeDirectory() {
    String store = path.given().orElse(DEFAULT_STORE);
    if (StorePath.isInMemory(store)) {
      throw refused(
          "PATH "
              + store
              + " would be a store in memory, which this program cannot come back to;"
              + " it needs a directory");
    }
    return Path.of(store);
  }

  private void requireData() {
    if (data.toString().isEmpty()) {
      throw refused("--data needs the name of a directory");
    }
    String problem = null;
    if (Files.notExists(data)) {
      problem = "does not exist";
    } else if (Files.exists(data) && !Files.isDirectory(data)) {
      problem = "is not a directory";
    } else if (!Files.isReadable(data) || !Files.isExecutable(data)) {
      throw refused(FileFault.denied(data));
    } else if (!Demo.findsAnyFile(data)) {
      problem = "has none of the data files, such as " + Demo.exampleFile();
    }
    if (problem != null) {
      throw refused("--data " + data + " " + problem);
    }
  }

  private ParameterException refused(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
