package io.rowandb.cli.systems;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.CommandRunner;
import io.rowandb.client.Rowan;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A command of a system or of designs, as a user types it, and what it prints. */
public abstract class SystemCommandTrial {
  /** Of this test alone. */
  @TempDir protected Path directory;

  /** What the last run printed. */
  protected final StringWriter out = new StringWriter();

  /** What it printed as errors. */
  protected final StringWriter err = new StringWriter();

  private final Supplier<Object> command;

  /** Of a command, made anew for each run. */
  protected SystemCommandTrial(Supplier<Object> command) {
    this.command = command;
  }

  /** Runs it, and gives its exit code. */
  protected final int run(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    CommandLine line = CommandRunner.commandLine(command.get());
    return line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(arguments);
  }

  /**
   * A command line that is wrong makes nothing, and its error has the reason.
   *
   * @param typed with STORE for the store; null for nothing
   */
  protected final void assertRefused(String typed, String reason) {
    String[] arguments =
        typed == null ? new String[0] : typed.replace("STORE", store()).split(" ", -1);
    assertThat(run(arguments)).as(Arrays.toString(arguments)).isEqualTo(2);
    assertThat(err.toString()).contains(reason);
    assertThat(directory).isEmptyDirectory();
  }

  /** A question about a store without tables says so, and makes none. */
  protected final void assertMakesNoTable(String reason, String... arguments) throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(Rowan.configuration(store()));
        Admin admin = connection.getAdmin()) {
      admin.createNamespace(NamespaceDescriptor.create("other").build());
      assertThat(run(arguments)).isEqualTo(1);
      assertThat(err.toString()).contains(reason);
      assertThat(admin.listTableNames()).isEmpty();
    }
  }

  /** A table that stands in the way of a comparison, as after one that was killed, is named. */
  protected final void assertTableIsNamed(String table, String... arguments) throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(Rowan.configuration(store()));
        Admin admin = connection.getAdmin()) {
      TableName left = TableName.valueOf(table);
      admin.createTable(
          TableDescriptorBuilder.newBuilder(left)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("c"))
              .build());
      assertThat(run(arguments)).isEqualTo(1);
      assertThat(err.toString()).contains(table + " is there already", "drop it");
      assertThat(admin.listTableNames()).containsExactly(left);
    }
  }

  /** The lines that the last run printed, without blanks around them. */
  protected final List<String> lines() {
    return out.toString().lines().map(String::strip).toList();
  }

  /** A store of this test alone. */
  protected final String store() {
    return directory.resolve("store").toString();
  }
}
