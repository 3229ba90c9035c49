package io.rowandb.systems.board;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Cells of the table of boards as they are stored, and as the players' own cells say. */
final class StoredBoard {
  private StoredBoard() {}

  private interface Visitor {
    void visit(byte[] row, Cell cell);
  }

  private static void visit(Table table, byte[] family, Visitor visitor) throws IOException {
    try (ResultScanner rows = table.getScanner(new Scan().addFamily(family))) {
      for (Result row : rows) {
        for (Cell cell : row.rawCells()) {
          visitor.visit(row.getRow(), cell);
        }
      }
    }
  }

  private static String key(byte[] row, byte[] qualifier) {
    return Bytes.toStringBinary(row) + " " + Bytes.toStringBinary(qualifier);
  }

  /** Those that are not 0. */
  static Map<String, Long> counts(Table table) throws IOException {
    Map<String, Long> counts = new TreeMap<>();
    visit(
        table,
        BoardCells.COUNTS,
        (row, cell) -> {
          long count = Bytes.toLong(CellUtil.cloneValue(cell));
          if (count != 0) {
            counts.put(key(row, CellUtil.cloneQualifier(cell)), count);
          }
        });
    return counts;
  }

  static Set<String> orders(Table table) throws IOException {
    Set<String> orders = new TreeSet<>();
    visit(
        table,
        BoardCells.ORDER,
        (row, cell) -> orders.add(key(row, CellUtil.cloneQualifier(cell))));
    return orders;
  }

  private interface Player {
    void of(byte[] row, byte[] name, BoardPeriod period, HeldScore held);
  }

  private static void players(Table table, Player to) throws IOException {
    visit(
        table,
        BoardCells.PLAYERS,
        (row, cell) -> {
          byte[] qualifier = CellUtil.cloneQualifier(cell);
          byte[] name =
              new String(qualifier, StandardCharsets.ISO_8859_1)
                  .split("\u0000", 2)[0].getBytes(StandardCharsets.ISO_8859_1);
          if (name.length > 0 && qualifier.length > name.length + 2) {
            to.of(
                row,
                name,
                BoardCells.period(qualifier, name),
                BoardCells.held(CellUtil.cloneValue(cell)));
          }
        });
  }

  static Map<String, Long> countsOfPlayers(Table table) throws IOException {
    Map<String, Long> counts = new TreeMap<>();
    players(
        table,
        (row, name, period, held) ->
            BoardCells.path(period, held.score())
                .forEach(each -> counts.merge(key(row, each), 1L, Long::sum)));
    return counts;
  }

  static Set<String> ordersOfPlayers(Table table) throws IOException {
    Set<String> orders = new TreeSet<>();
    players(
        table,
        (row, name, period, held) -> {
          orders.add(key(row, BoardCells.descending(period, name, held)));
          orders.add(key(row, BoardCells.ascending(period, name, held)));
        });
    return orders;
  }
}
