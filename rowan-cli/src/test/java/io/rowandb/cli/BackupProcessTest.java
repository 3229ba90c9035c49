package io.rowandb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.program.RowanCommand;
import io.rowandb.client.Rowan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./rowan backup} and {@code restore} as processes of their own, beside one that writes. */
@Tag("slow")
class BackupProcessTest {
  private static final int BACKUPS = 2;

  @TempDir private Path directory;

  @Test
  void aStoreThatAnotherProcessWritesToIsCopiedWithAllThatWasAcknowledged() throws Exception {
    Path store = directory.resolve("store");
    int[] acknowledged = new int[BACKUPS];
    try (CommandProcess writer =
        CommandProcess.start(BackedUpWriter.class, List.of(store.toString()))) {
      for (int i = 0; i < BACKUPS; i++) {
        int wanted = 1_000 * (i + 1);
        acknowledged[i] = number(writer.readTo(line -> number(line) >= wanted));
        assertThat(run("backup", store, backup(i))).contains("store files of", "of the log");
      }
    }
    for (int i = 0; i < BACKUPS; i++) {
      int restored = rows(restored(i));
      assertThat(restored).as("rows of backup %d", i).isGreaterThanOrEqualTo(acknowledged[i]);
      System.out.println(
          "BackupProcessTest: backup "
              + i
              + " has "
              + restored
              + " rows, acknowledged before it began: "
              + acknowledged[i]);
    }
    assertThat(rows(store))
        .as("rows of the store, killed")
        .isGreaterThan(acknowledged[BACKUPS - 1]);
    assertThat(Files.exists(directory.resolve("backup0.partial"))).isFalse();
  }

  private Path backup(int i) {
    return directory.resolve("backup" + i);
  }

  private Path restored(int i) throws Exception {
    Path restored = directory.resolve("restored" + i);
    run("restore", backup(i), restored);
    return restored;
  }

  private static String run(String command, Path from, Path to) throws Exception {
    try (CommandProcess process =
        CommandProcess.start(
            RowanCommand.class, List.of(command, from.toString(), to.toString()))) {
      String text = process.readToEnd();
      assertThat(process.code()).as(text).isZero();
      return text;
    }
  }

  private static int number(String line) {
    return line.startsWith(BackedUpWriter.ACKNOWLEDGED)
        ? Integer.parseInt(line.substring(BackedUpWriter.ACKNOWLEDGED.length()))
        : 0;
  }

  /** How many rows there are; they must be the first ones written, without a gap. */
  private static int rows(Path store) throws IOException {
    BitSet found = new BitSet();
    try (Connection connection =
            ConnectionFactory.createConnection(Rowan.configuration(store.toString()));
        Table table = connection.getTable(BackedUpWriter.TABLE);
        ResultScanner rows = table.getScanner(new Scan())) {
      for (Result row : rows) {
        String key = Bytes.toString(row.getRow());
        assertThat(row.getValue(BackedUpWriter.FAMILY, BackedUpWriter.QUALIFIER)).hasSize(500);
        found.set(Integer.parseInt(key.substring(key.indexOf('-') + 1)));
      }
    }
    assertThat(found.nextClearBit(1)).as("the first row that is missing").isEqualTo(found.length());
    return found.cardinality();
  }
}
