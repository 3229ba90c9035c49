package io.rowandb.tools.shell;

import io.rowandb.cli.Failures;
import io.rowandb.cli.design.DesignFiles;
import io.rowandb.cli.shell.Session;
import io.rowandb.cli.shell.Shell;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** Rowan's shell. Used by one thread. */
final class RowanShell implements ShellUnderTest {
  private final StringWriter out = new StringWriter();
  private final DesignFiles designs = DesignFiles.read(List.of());
  private final Connection connection;
  private final Shell shell;

  /** What answers the command at work. */
  private BufferedReader answers = new BufferedReader(new StringReader(""));

  RowanShell(Configuration conf) throws IOException {
    connection = ConnectionFactory.createConnection(conf);
    shell =
        Shell.typed(
            new Session(
                connection, designs, new PrintWriter(out), () -> false, () -> answers.readLine()),
            Failures::oneLine);
  }

  /** The names of all commands that its help lists. */
  List<String> commands() {
    return shell.commands();
  }

  @Override
  public String run(String command, String answersOfCommand) {
    out.getBuffer().setLength(0);
    answers = new BufferedReader(new StringReader(answersOfCommand));
    if (shell.line(command) == Shell.Outcome.BEGUN) {
      shell.end();
    }
    return out.toString();
  }

  @Override
  public void close() throws IOException {
    connection.close();
    designs.close();
  }
}
