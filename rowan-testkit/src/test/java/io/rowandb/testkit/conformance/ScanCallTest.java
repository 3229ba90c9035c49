package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.ScanResultConsumer;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** How a scan is cut into calls, and what can be seen of it: metrics, cursors, pieces of rows. */
@Needs(value = Capability.FULL_CLIENT, because = "calls are the client's business")
class ScanCallTest extends ConformanceTest {
  @Test
  void metricsCountRowsThatAreShownAndRowsThatAreNot() throws IOException {
    tenRowsInTwoRegions();
    Scan scan =
        new Scan()
            .setScanMetricsEnabled(true)
            .setFilter(new SingleColumnValueFilter(F, Q, CompareOperator.LESS, bytes("v3")));
    long[] bytes = new long[1];
    ScanMetrics metrics = metricsOf(scan, bytes);
    assertThat(metrics.countOfRowsScanned.get()).isEqualTo(10);
    assertThat(metrics.countOfRowsFiltered.get()).isEqualTo(7);
    assertThat(metrics.countOfRegions.get()).isEqualTo(2);
    assertThat(metrics.countOfBytesInResults.get()).isEqualTo(bytes[0]).isPositive();
    assertThat(metrics.countOfRPCcalls.get()).isPositive();
  }

  @Test
  void metricsCountRowsThatAreDroppedByTheirKey() throws IOException {
    tenRowsInTwoRegions();
    Scan scan = new Scan().setScanMetricsEnabled(true).setFilter(new PrefixFilter(bytes("r3")));
    ScanMetrics metrics = metricsOf(scan, new long[1]);
    assertThat(metrics.countOfRowsScanned.get()).isEqualTo(4);
    assertThat(metrics.countOfRowsFiltered.get())
        .as("three before, one after, one of the next region")
        .isEqualTo(5);
  }

  @Test
  void metricsCountDeletedRowsAsFiltered() throws IOException {
    tenRowsInTwoRegions();
    table.delete(new Delete(bytes("r2")));
    ScanMetrics metrics = metricsOf(new Scan().setScanMetricsEnabled(true), new long[1]);
    assertThat(metrics.countOfRowsScanned.get()).isEqualTo(10);
    assertThat(metrics.countOfRowsFiltered.get()).isEqualTo(1);
  }

  @Test
  @Needs(value = Capability.ASYNC, because = "the consumer of an asynchronous scan gets metrics")
  void metricsReachAnAsynchronousConsumer() throws Exception {
    tenRowsInTwoRegions();
    CompletableFuture<ScanMetrics> found = new CompletableFuture<>();
    CompletableFuture<Void> done = new CompletableFuture<>();
    try (AsyncConnection async = backend.openAsync()) {
      async
          .getTable(name, ForkJoinPool.commonPool())
          .scan(
              new Scan().setScanMetricsEnabled(true).setFilter(new PrefixFilter(bytes("r3"))),
              new ScanResultConsumer() {
                @Override
                public boolean onNext(Result result) {
                  return true;
                }

                @Override
                public void onError(Throwable error) {
                  done.completeExceptionally(error);
                }

                @Override
                public void onComplete() {
                  done.complete(null);
                }

                @Override
                public void onScanMetricsCreated(ScanMetrics metrics) {
                  found.complete(metrics);
                }
              });
      done.get();
      assertThat(found.get().countOfRowsScanned.get()).isEqualTo(4);
      assertThat(found.get().countOfRowsFiltered.get()).isEqualTo(5);
    }
  }

  /** HBase's client counts a row twice whose last piece is smaller than the batch. */
  @Test
  void trap26_aLimitOfRowsBesideABatchOfCells() throws IOException {
    rowsOfFiveCells();
    for (int caching : List.of(1, 2, 3)) {
      assertThat(describe(new Scan().setBatch(2).setLimit(3).setCaching(caching)))
          .as("caching %d", caching)
          .containsExactly("r0 2", "r0 2", "r0 1", "r1 2", "r1 2", "r1 1");
    }
  }

  @Test
  void trap26_cursorsWhereTheSizeOfAnAnswerIsReached() throws IOException {
    rowsOfFiveCells();
    Scan scan = new Scan().withStopRow(bytes("r2")).setMaxResultSize(1).setNeedCursorResult(true);
    assertThat(describe(scan))
        .containsExactly(
            "at r0", "at r0", "at r0", "at r0", "r0 5", "at r1", "at r1", "at r1", "at r1", "r1 5");
  }

  /** A cursor stands at the row that is looked at next, and where there is none at the last. */
  @Test
  void trap26_cursorsWhereAnAnswerTakesLong() throws IOException {
    tenRowsInTwoRegions();
    SlowFilter.clock = backend.clock();
    try {
      Scan scan = new Scan().setNeedCursorResult(true).setFilter(new SlowFilter());
      assertThat(describe(scan))
          .containsExactly(
              "at r1", "at r2", "at r3", "at r4", "at r4", "at r6", "at r7", "at r8", "at r9",
              "r9 1");
    } finally {
      SlowFilter.clock = null;
    }
  }

  /** Between two families of a row too; inside of one the clock is looked at now and then only. */
  @Test
  void trap26_cursorsWhereAnAnswerTakesLongInsideOfARow() throws IOException {
    create("f", "g");
    for (int i = 0; i < 3; i++) {
      table.put(put("r" + i, "f:q=v").addColumn(bytes("g"), Q, bytes("v")));
    }
    SlowCellFilter.clock = backend.clock();
    try {
      Scan scan =
          new Scan()
              .setNeedCursorResult(true)
              .setAllowPartialResults(true)
              .setFilter(new SlowCellFilter());
      assertThat(describe(scan))
          .containsExactly("at r1", "at r1", "at r2", "at r2", "r2 1", "r2 1");
    } finally {
      SlowCellFilter.clock = null;
    }
  }

  private void tenRowsInTwoRegions() throws IOException {
    createSplit(List.of("r5"), family("f"));
    for (int i = 0; i < 10; i++) {
      table.put(put("r" + i, "f:q=v" + i));
    }
  }

  private void rowsOfFiveCells() throws IOException {
    create("f");
    for (int i = 0; i < 5; i++) {
      Put put = new Put(bytes("r" + i));
      for (int q = 0; q < 5; q++) {
        put.addColumn(F, bytes("q" + q), bytes("v"));
      }
      table.put(put);
    }
  }

  private ScanMetrics metricsOf(Scan scan, long[] bytes) throws IOException {
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result result : scanner) {
        for (Cell cell : result.rawCells()) {
          bytes[0] += PrivateCellUtil.estimatedSerializedSizeOf(cell);
        }
      }
      return scanner.getScanMetrics();
    }
  }

  /** The results of a scan: a row and its number of cells, or a cursor and its row. */
  private List<String> describe(Scan scan) throws IOException {
    List<String> results = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result result : scanner) {
        results.add(
            result.isCursor()
                ? "at " + Bytes.toString(result.getCursor().getRow())
                : Bytes.toString(result.getRow()) + " " + result.size());
      }
    }
    return results;
  }
}
