package io.rowandb.systems.board;

import io.rowandb.schema.value.Utf8;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;

/** Which boards there are: those with a player, also if all were removed. */
public final class BoardNames {
  /** How many names a call gives. */
  public static final int MOST = 1_000;

  private BoardNames() {}

  /**
   * Some of them, in the order of their bytes. It reads a cell of each of their rows, in one scan
   * for each of the rows that a board may have.
   *
   * @param connection stays open, and stays the caller's; the call has a table of its own, so that
   *     any thread may make it
   * @param after the name before the first of them; null to begin with the first of all
   * @param most from 1 to {@link #MOST}
   * @throws TableNotFoundException when there is no table
   */
  public static List<String> after(Connection connection, String after, int most)
      throws IOException {
    if (after != null) {
      Leaderboard.checkBoard(after);
    }
    if (most < 1 || most > MOST) {
      throw new IllegalArgumentException("boards " + most + " is not from 1 to " + MOST);
    }
    TreeSet<String> names = new TreeSet<>(Utf8.ORDER);
    try (Table table = connection.getTable(Leaderboard.DESIGN.name())) {
      for (int partition = 0; partition < Leaderboard.PARTITIONS; partition++) {
        addNames(table, partition, after, most, names);
      }
    }
    return names.stream().limit(most).toList();
  }

  private static void addNames(
      Table table, int partition, String after, int most, Set<String> names) throws IOException {
    Scan scan = new Scan().setFilter(new FirstKeyOnlyFilter()).setLimit(most).setCaching(most);
    if (after == null) {
      scan.withStartRow(new byte[] {(byte) partition});
    } else {
      scan.withStartRow(Leaderboard.row(after, partition), false);
    }
    scan.withStopRow(new byte[] {(byte) (partition + 1)});
    try (ResultScanner rows = table.getScanner(scan)) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        names.add(Utf8.decode(row.getRow(), 1, row.getRow().length - 1));
      }
    }
  }
}
