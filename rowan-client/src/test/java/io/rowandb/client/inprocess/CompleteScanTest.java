package io.rowandb.client.inprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Scans by HBase's own {@code ClientScanner} over a table of four regions with 200 rows of one to
 * nine columns, compared with a sorted map.
 */
@Timeout(120)
class CompleteScanTest {
  private static final byte[] F = Bytes.toBytes("f");
  private static final int ROWS = 200;

  private static TestStore store;
  private static Table table;
  private static final NavigableMap<String, Integer> COLUMNS_BY_ROW = new TreeMap<>();

  @BeforeAll
  static void load() throws IOException {
    store = new TestStore();
    table = store.create("t", "f", "row050", "row051", "row120");
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      String row = String.format("row%03d", i);
      int columns = 1 + i % 9;
      COLUMNS_BY_ROW.put(row, columns);
      Put put = new Put(Bytes.toBytes(row));
      for (int j = 0; j < columns; j++) {
        put.addColumn(F, Bytes.toBytes("q" + j), Bytes.toBytes(row + "/" + j));
      }
      puts.add(put);
    }
    table.put(puts);
  }

  @AfterAll
  static void close() throws IOException {
    table.close();
    store.close();
  }

  @Test
  void smallCachingBothWays() throws IOException {
    for (int caching : new int[] {1, 2, 7, 1000}) {
      assertThat(rows(new Scan().setCaching(caching))).isEqualTo(expected(false));
      assertThat(rows(new Scan().setCaching(caching).setReversed(true))).isEqualTo(expected(true));
    }
  }

  @Test
  void limits() throws IOException {
    for (int limit : new int[] {1, 49, 50, 51, 52, 130, 500}) {
      for (int caching : new int[] {1, 10, 1000}) {
        Scan scan = new Scan().setLimit(limit).setCaching(caching);
        assertThat(rows(scan)).isEqualTo(expected(false).subList(0, Math.min(limit, ROWS)));
      }
    }
    assertThat(rows(new Scan().setOneRowLimit())).containsExactly("row000");
    assertThat(rows(new Scan().setReversed(true).setLimit(3)))
        .containsExactly("row199", "row198", "row197");
  }

  @Test
  void boundsInclusiveAndExclusive() throws IOException {
    byte[] first = Bytes.toBytes("row049");
    byte[] last = Bytes.toBytes("row052");
    assertThat(rows(new Scan().withStartRow(first).withStopRow(last)))
        .containsExactly("row049", "row050", "row051");
    assertThat(rows(new Scan().withStartRow(first, false).withStopRow(last, true)))
        .containsExactly("row050", "row051", "row052");
    assertThat(rows(new Scan().withStartRow(last).withStopRow(first).setReversed(true)))
        .containsExactly("row052", "row051", "row050");
    assertThat(
            rows(new Scan().withStartRow(last, false).withStopRow(first, true).setReversed(true)))
        .containsExactly("row051", "row050", "row049");
  }

  @Test
  void smallResultsAreJoinedToWholeRows() throws IOException {
    for (long bytes : new long[] {1, 100, 1000}) {
      Scan scan = new Scan().setMaxResultSize(bytes).setCaching(5);
      assertThat(rows(scan)).isEqualTo(expected(false));
      assertThat(rows(scan.setReversed(true))).isEqualTo(expected(true));
    }
  }

  @Test
  void partialResultsGiveEveryCellOnce() throws IOException {
    Scan scan = new Scan().setMaxResultSize(150).setAllowPartialResults(true);
    List<String> cells = new ArrayList<>();
    boolean partial = false;
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result result : scanner) {
        partial |= result.mayHaveMoreCellsInRow();
        for (Cell cell : result.rawCells()) {
          cells.add(Bytes.toString(CellUtil.cloneValue(cell)));
        }
      }
    }
    assertThat(partial).isTrue();
    assertThat(cells).isEqualTo(allCells());
  }

  @Tag("slow")
  @Test
  void batchCutsRows() throws IOException {
    for (int batch : new int[] {1, 2, 4, 9, 20}) {
      for (int caching : new int[] {1, 3, 1000}) {
        List<String> cells = new ArrayList<>();
        try (ResultScanner scanner =
            table.getScanner(new Scan().setBatch(batch).setCaching(caching))) {
          for (Result result : scanner) {
            assertThat(result.size()).isBetween(1, batch);
            for (Cell cell : result.rawCells()) {
              cells.add(Bytes.toString(CellUtil.cloneValue(cell)));
            }
          }
        }
        assertThat(cells).as("batch %d, caching %d", batch, caching).isEqualTo(allCells());
      }
    }
  }

  @Test
  void filters() throws IOException {
    assertThat(rows(new Scan().setFilter(new FirstKeyOnlyFilter()), false))
        .isEqualTo(expected(false));
    assertThat(rows(new Scan().setFilter(new ColumnPaginationFilter(2, 3)), false))
        .isEqualTo(expected(false).stream().filter(row -> COLUMNS_BY_ROW.get(row) > 3).toList());
    // PageFilter counts in each region: two rows from each of four, of which one has only one row.
    assertThat(rows(new Scan().setFilter(new PageFilter(2)), false)).hasSize(7);
    WhileMatchFilter untilRow060 =
        new WhileMatchFilter(
            new RowFilter(CompareOperator.LESS, new BinaryComparator(Bytes.toBytes("row060"))));
    assertThat(rows(new Scan().setFilter(untilRow060).setCaching(7), false))
        .isEqualTo(expected(false).subList(0, 60));
  }

  @Test
  void aBatchWithAFilterOfWholeRowsIsRefused() throws IOException {
    Scan scan = new Scan().setBatch(2).setFilter(new PageFilter(2));
    assertThatThrownBy(() -> rows(scan)).isInstanceOf(DoNotRetryIOException.class);
  }

  @Test
  void renewAndCloseHalfWay() throws IOException {
    ResultScanner scanner = table.getScanner(new Scan().setCaching(3));
    assertThat(Bytes.toString(scanner.next().getRow())).isEqualTo("row000");
    assertThat(scanner.renewLease()).isTrue();
    for (int i = 1; i < 10; i++) {
      assertThat(Bytes.toString(scanner.next().getRow())).isEqualTo(String.format("row%03d", i));
    }
    scanner.close();
    assertThat(scanner.renewLease()).isFalse();
  }

  @Test
  void metricsOfAnUnfilteredScan() throws IOException {
    try (ResultScanner scanner = table.getScanner(new Scan().setScanMetricsEnabled(true))) {
      assertThat(scanner).hasSize(ROWS);
      ScanMetrics metrics = scanner.getScanMetrics();
      assertThat(metrics.countOfRegions.get()).isEqualTo(4);
      assertThat(metrics.countOfRowsScanned.get()).isEqualTo(ROWS);
    }
  }

  @Tag("slow")
  @Test
  void randomScans() throws IOException {
    long seed = 20_260_003;
    Random random = new Random(seed);
    for (int i = 0; i < 300; i++) {
      int from = random.nextInt(ROWS + 10);
      int to = random.nextInt(ROWS + 10);
      boolean reversed = random.nextBoolean();
      boolean includeStart = random.nextBoolean();
      boolean includeStop = random.nextBoolean();
      int limit = 1 + random.nextInt(ROWS);
      Scan scan =
          new Scan()
              .withStartRow(
                  Bytes.toBytes(String.format("row%03d", reversed ? to : from)), includeStart)
              .withStopRow(
                  Bytes.toBytes(String.format("row%03d", reversed ? from : to)), includeStop)
              .setReversed(reversed)
              .setLimit(limit)
              .setCaching(1 + random.nextInt(20))
              .setMaxResultSize(1 + random.nextInt(2000));
      boolean includeLow = reversed ? includeStop : includeStart;
      boolean includeHigh = reversed ? includeStart : includeStop;
      List<String> wanted = new ArrayList<>();
      IntStream.range(0, ROWS)
          .filter(row -> includeLow ? row >= from : row > from)
          .filter(row -> includeHigh ? row <= to : row < to)
          .forEach(row -> wanted.add(String.format("row%03d", row)));
      if (reversed) {
        Collections.reverse(wanted);
      }
      assertThat(rows(scan))
          .as("seed %d, scan %d: %s", seed, i, scan)
          .isEqualTo(wanted.subList(0, Math.min(limit, wanted.size())));
    }
  }

  private static List<String> expected(boolean reversed) {
    return new ArrayList<>(reversed ? COLUMNS_BY_ROW.descendingKeySet() : COLUMNS_BY_ROW.keySet());
  }

  private static List<String> allCells() {
    List<String> cells = new ArrayList<>();
    COLUMNS_BY_ROW.forEach(
        (row, columns) -> {
          for (int j = 0; j < columns; j++) {
            cells.add(row + "/" + j);
          }
        });
    return cells;
  }

  private static List<String> rows(Scan scan) throws IOException {
    return rows(scan, true);
  }

  /** The row keys in the order of the scan. */
  private static List<String> rows(Scan scan, boolean whole) throws IOException {
    List<String> rows = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result result = scanner.next(); result != null; result = scanner.next()) {
        String row = Bytes.toString(result.getRow());
        rows.add(row);
        if (whole) {
          assertThat(result.size()).isEqualTo(COLUMNS_BY_ROW.get(row));
        }
      }
    }
    return rows;
  }
}
