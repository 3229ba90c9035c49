package io.rowandb.cli;

import io.rowandb.cli.design.DesignFiles;
import io.rowandb.cli.shell.Console;
import io.rowandb.cli.shell.Session;
import io.rowandb.cli.shell.Shell;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./rowan shell}: the commands of HBase's shell, on a store or a cluster. */
@Command(
    name = "shell",
    mixinStandardHelpOptions = true,
    description = {
      "Reads commands of HBase's shell and carries them out on a store, a directory or mem:name for one that is forgotten at the end. Commands come from a terminal, from standard input, or from -e; but for a terminal, the first that fails is the last. help prints the commands.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all commands were carried out",
      "1:a command failed, or the store or a design file cannot be opened",
      "2:the command line is wrong"
    })
public final class ShellCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private StorePath store;

  @Mixin private CreateOption create;

  @Mixin private ClusterOption cluster;

  @Option(
      names = "--design",
      paramLabel = "FILE",
      description =
          "Designs of tables, so that their rows are shown as records: a .java file, a .jar or a directory of classes with static fields of type TableDesign. Its code is run. Source files that it uses are found by their packages. May be given several times.")
  private List<Path> designs = new ArrayList<>();

  @Option(
      names = {"-e", "--execute"},
      paramLabel = "COMMAND",
      description = "Carries out this command, and ends. May be given several times.")
  private List<String> commands = new ArrayList<>();

  @Option(
      names = "--json",
      description =
          "Prints what is asked for as JSON, an object a line, and nothing else on standard output; errors, and the text of other commands, go to standard error.")
  private boolean json;

  @Mixin private VerboseOption verbose;

  /** Commands, and answers to what they ask. */
  private final InputLines input = new InputLines(System.in);

  @Override
  public Integer call() throws IOException {
    Logging.configure(verbose.given());
    Configuration configuration = cluster.configuration(store, create);
    boolean done;
    if (commands.isEmpty()) {
      done = run(configuration, () -> false, this::runInput);
    } else {
      try (StopSignal signal = StopSignal.listen()) { // ends when the store is closed
        done = run(configuration, signal, shell -> runAll(shell, signal));
      }
    }
    return done ? 0 : CommandRunner.FAILED;
  }

  /** What is done with a shell; whether all of it went well. */
  private interface Work {
    boolean run(Shell shell) throws IOException;
  }

  private boolean run(Configuration configuration, BooleanSupplier stopped, Work work)
      throws IOException {
    try (DesignFiles files = DesignFiles.read(designs);
        Connection connection = ConnectionFactory.createConnection(configuration)) {
      if (commands.isEmpty() && isTyped()) {
        Console.run(
            (screen, interrupted, answers) ->
                Shell.typed(
                    new Session(connection, files, screen, objects(screen), interrupted, answers),
                    Failures::oneLine));
        return true;
      }
      PrintWriter out = spec.commandLine().getOut();
      PrintWriter text = json ? spec.commandLine().getErr() : out;
      return work.run(
          new Shell(
              new Session(connection, files, text, objects(out), stopped, input::next),
              Failures::oneLine));
    }
  }

  private Optional<PrintWriter> objects(PrintWriter out) {
    return json ? Optional.of(out) : Optional.empty();
  }

  /** Whether a user types and sees the answers: the script that starts the program tells. */
  private static boolean isTyped() {
    return Boolean.getBoolean("rowan.typed");
  }

  private boolean runAll(Shell shell, StopSignal signal) {
    for (String command : commands) {
      Shell.Outcome outcome = shell.line(command);
      if (outcome == Shell.Outcome.BEGUN) {
        outcome = shell.end();
      }
      if (outcome != Shell.Outcome.DONE || signal.getAsBoolean()) {
        return outcome != Shell.Outcome.FAILED;
      }
    }
    return true;
  }

  /**
   * A signal ends the process at once, for it may wait for a line; the log has what was written.
   */
  private boolean runInput(Shell shell) throws IOException {
    for (String line = input.next(); line != null; line = input.next()) {
      Shell.Outcome outcome = shell.line(line);
      if (outcome == Shell.Outcome.FAILED || outcome == Shell.Outcome.EXIT) {
        return outcome == Shell.Outcome.EXIT;
      }
    }
    return shell.end() == Shell.Outcome.DONE;
  }
}
