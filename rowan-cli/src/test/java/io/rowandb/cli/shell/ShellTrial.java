package io.rowandb.cli.shell;

import io.rowandb.cli.Failures;
import io.rowandb.cli.design.DesignFiles;
import io.rowandb.client.Rowan;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A shell on a store in memory, and what it prints. */
abstract class ShellTrial {
  private static final Path DESIGN =
      Path.of("src", "test", "java", "io", "rowandb", "cli", "shell", "Forum.java");

  final StringWriter out = new StringWriter();
  Connection connection;
  DesignFiles designs;
  Shell shell;

  @BeforeEach
  void open() throws IOException {
    designs = DesignFiles.read(List.of(DESIGN));
    connection =
        ConnectionFactory.createConnection(Rowan.configuration("mem:" + UUID.randomUUID()));
    shell =
        new Shell(
            new Session(connection, designs, new PrintWriter(out), () -> false, () -> null),
            Failures::oneLine);
  }

  @AfterEach
  void close() throws IOException {
    connection.close();
    designs.close();
  }

  /** From now on the lines are typed, and a failure does not end one. */
  final void type() {
    shell =
        Shell.typed(
            new Session(connection, designs, new PrintWriter(out), () -> false, () -> null),
            Failures::oneLine);
  }

  /** What a command prints. */
  final List<String> run(String command) {
    int before = out.getBuffer().length();
    shell.line(command);
    return out.toString().substring(before).lines().toList();
  }
}
