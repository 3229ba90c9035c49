package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The asynchronous table, mutator and locator: the less used forms, settings and refusals. */
@Needs(value = Capability.ASYNC, because = "the model has one way to be asked")
class AsyncClientTest extends ConformanceTest {
  private AsyncConnection async;
  private AsyncTable<AdvancedScanResultConsumer> rows;

  @BeforeEach
  void openAsync() throws IOException {
    async = backend.openAsync();
    rows = async.getTable(name);
  }

  @AfterEach
  void closeAsync() throws IOException {
    async.close();
  }

  private static <T> List<T> joined(List<CompletableFuture<T>> futures) {
    return futures.stream().map(CompletableFuture::join).toList();
  }

  @Test
  void oneFutureForEachOfMany() throws IOException {
    createSplit(List.of("m"), family("f"));
    joined(rows.put(List.of(put("a", "f:q@1=1"), put("z", "f:q@1=2"))));
    List<Get> gets = List.of(new Get(bytes("z")), new Get(bytes("n")));
    assertThat(joined(rows.get(gets)))
        .extracting(ConformanceTest::text)
        .containsExactly("f:q@1=2", "");
    assertThat(joined(rows.exists(gets))).containsExactly(true, false);
    joined(rows.delete(List.of(new Delete(bytes("z")))));
    List<CompletableFuture<Object>> batch =
        rows.batch(List.of(new Get(bytes("a")), put("b", "f:q@1=3"), put("c", "x:q@1=4")));
    assertThat(text((Result) batch.get(0).join())).isEqualTo("f:q@1=1");
    assertThat(((Result) batch.get(1).join()).isEmpty()).isTrue();
    assertThat(Refusals.of(() -> batch.get(2).join())).isEqualTo("RetriesExhaustedException");
    assertThat(keys(new Scan())).isEqualTo("a b");
    assertThat(rows.get(List.of())).isEmpty();
    assertThat(rows.getAll(List.of()).join()).isEmpty();
  }

  @Test
  void countersAndScannersOfAFamily() throws IOException {
    create("f", "g");
    assertThat(rows.incrementColumnValue(ROW, F, Q, 4, Durability.SKIP_WAL).join()).isEqualTo(4);
    write("g:q@1=a");
    try (ResultScanner scanner = rows.getScanner(G)) {
      assertThat(text(scanner.next())).isEqualTo("g:q@1=a");
    }
    assertThat(rows.getConfiguration()).isNotNull();
    assertThat(rows.getRequestAttributes()).isEmpty();
  }

  @Test
  @SuppressWarnings("deprecation") // The older way of HBase 2.
  void allStepsOfTheConditionBuilders() throws IOException {
    create("f");
    write("f:q@5=a");
    assertThat(
            rows.checkAndMutate(ROW, F)
                .qualifier(Q)
                .timeRange(TimeRange.between(1, 5))
                .ifEquals(bytes("a"))
                .thenPut(put("r", "f:p@6=no"))
                .join())
        .isFalse();
    assertThat(
            rows.checkAndMutate(ROW, F)
                .qualifier(Q)
                .ifMatches(CompareOperator.LESS, bytes("0"))
                .thenDelete(delete().addColumns(F, Q, 5))
                .join())
        .as("0 is less than what is stored")
        .isTrue();
    rows.put(put("r", "f:q@9=b")).join();
    PrefixFilter hit = new PrefixFilter(ROW);
    assertThat(rows.checkAndMutate(ROW, hit).thenPut(put("r", "f:x@1=1")).join()).isTrue();
    assertThat(
            rows.checkAndMutate(ROW, hit)
                .timeRange(TimeRange.at(3))
                .thenMutate(RowMutations.of(List.of(put("r", "f:y@1=1"))))
                .join())
        .isFalse();
    assertThat(
            rows.checkAndMutate(ROW, hit)
                .thenMutate(RowMutations.of(List.of(put("r", "f:y@1=1"))))
                .join())
        .isTrue();
    assertThat(
            Refusals.of(
                () -> rows.checkAndMutate(ROW, F).thenPut(put("r", "f:q=1")).join(),
                () ->
                    rows.checkAndMutate(ROW, F)
                        .qualifier(Q)
                        .ifNotExists()
                        .thenPut(put("other", "f:q=1"))
                        .join(),
                () -> rows.checkAndMutate(null, F),
                () -> rows.checkAndMutate(ROW, (byte[]) null),
                () -> rows.checkAndMutate(ROW, F).qualifier(null)))
        .containsExactly(
            "NullPointerException",
            "DoNotRetryIOException",
            "NullPointerException",
            "NullPointerException",
            "NullPointerException");
  }

  @Test
  @SuppressWarnings("deprecation") // Former names of settings.
  void theTableBuilder() throws IOException {
    create("f");
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try {
      AsyncTable<?> built =
          async
              .getTableBuilder(name, pool)
              .setReadRpcTimeout(7, TimeUnit.SECONDS)
              .setWriteRpcTimeout(8, TimeUnit.SECONDS)
              .setRetryPause(1, TimeUnit.MILLISECONDS)
              .setRetryPauseForCQTBE(2, TimeUnit.MILLISECONDS)
              .setRetryPauseForServerOverloaded(3, TimeUnit.MILLISECONDS)
              .setMaxRetries(2)
              .setMaxAttempts(3)
              .setStartLogErrorsCnt(1)
              .setRequestAttribute("who", bytes("me"))
              .build();
      assertThat(built.getReadRpcTimeout(TimeUnit.SECONDS)).isEqualTo(7);
      assertThat(built.getWriteRpcTimeout(TimeUnit.SECONDS)).isEqualTo(8);
      assertThat(built.getRequestAttributes()).containsOnlyKeys("who");
      built.put(put("r", "f:q@1=a")).join();
    } finally {
      pool.shutdownNow();
    }
    assertThat(read()).isEqualTo("f:q@1=a");
  }

  @Test
  void theMutatorsSettings() throws IOException {
    create("f");
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try (AsyncBufferedMutator buffer =
        async
            .getBufferedMutatorBuilder(name)
            .setWriteBufferSize(1 << 20)
            .setWriteBufferPeriodicFlush(3, TimeUnit.SECONDS)
            .setRpcTimeout(9, TimeUnit.SECONDS)
            .setOperationTimeout(10, TimeUnit.SECONDS)
            .setRetryPause(1, TimeUnit.MILLISECONDS)
            .setMaxAttempts(3)
            .setMaxRetries(2)
            .setStartLogErrorsCnt(1)
            .setMaxKeyValueSize(100)
            .setRequestAttribute("who", bytes("me"))
            .setRequestAttributes(Map.of("why", bytes("test")))
            .build()) {
      assertThat(buffer.getWriteBufferSize()).isEqualTo(1 << 20);
      assertThat(buffer.getPeriodicalFlushTimeout(TimeUnit.SECONDS)).isEqualTo(3);
      assertThat(buffer.getRequestAttributes().keySet()).containsExactlyInAnyOrder("who", "why");
      assertThat(buffer.getConfiguration()).isNotNull();
      assertThat(
              Refusals.of(() -> buffer.mutate(new Put(ROW).addColumn(F, Q, new byte[200])).join()))
          .isEqualTo("IllegalArgumentException");
      CompletableFuture<Void> done = buffer.mutate(put("r", "f:q@1=a"));
      assertThat(done).isNotDone();
      buffer.flush();
      done.join();
    } finally {
      pool.shutdownNow();
    }
    assertThat(read()).isEqualTo("f:q@1=a");
  }

  @Test
  void aMutatorSendsWhenItIsFullAndWhenItIsClosed() throws IOException {
    create("f");
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try {
      CompletableFuture<Void> atClose;
      try (AsyncBufferedMutator buffer =
          async.getBufferedMutatorBuilder(name, pool).setWriteBufferSize(1).build()) {
        buffer.mutate(put("a", "f:q@1=1")).join();
      }
      try (AsyncBufferedMutator buffer = async.getBufferedMutator(name, pool)) {
        atClose = buffer.mutate(put("b", "f:q@1=1"));
      }
      atClose.join();
      AsyncBufferedMutator closed =
          async.getBufferedMutatorBuilder(name).disableWriteBufferPeriodicFlush().build();
      assertThat(closed.getPeriodicalFlushTimeout(TimeUnit.MILLISECONDS)).isNotPositive();
      closed.close();
      assertThat(Refusals.of(() -> closed.mutate(put("c", "f:q@1=1")).join()))
          .isEqualTo("IOException");
      assertThat(Refusals.of(() -> async.getBufferedMutatorBuilder(name).setWriteBufferSize(0)))
          .isEqualTo("IllegalArgumentException");
    } finally {
      pool.shutdownNow();
    }
    assertThat(keys(new Scan())).isEqualTo("a b");
  }

  @Test
  void everyFormOfTheLocator() throws IOException {
    createSplit(List.of("m"), family("f"));
    AsyncTableRegionLocator locator = async.getRegionLocator(name);
    byte[] row = bytes("z");
    assertThat(locator.getRegionLocation(row, 0).join())
        .isEqualTo(locator.getRegionLocation(row).join());
    assertThat(locator.getRegionLocation(row, 0, true).join())
        .isEqualTo(locator.getRegionLocation(row).join());
    assertThat(locator.getRegionLocations(row).join()).hasSize(1);
    assertThat(locator.getRegionLocations(row, true).join()).hasSize(1);
    assertThat(locator.getEndKeys().join()).extracting(Bytes::toString).containsExactly("m", "");
    assertThat(locator.getStartEndKeys().join())
        .extracting(
            pair -> Bytes.toString(pair.getFirst()) + "-" + Bytes.toString(pair.getSecond()))
        .containsExactly("-m", "m-");
    assertThat(
            Refusals.of(
                () -> locator.getRegionLocation(row, 1).join(),
                () -> locator.getRegionLocation(null).join(),
                () ->
                    async
                        .getRegionLocator(
                            org.apache.hadoop.hbase.TableName.valueOf("conformance_no"))
                        .getRegionLocation(row)
                        .join(),
                () ->
                    async
                        .getRegionLocator(
                            org.apache.hadoop.hbase.TableName.valueOf("conformance_no"))
                        .getAllRegionLocations()
                        .join()))
        .containsExactly(
            "RegionOfflineException", "NullPointerException", "TableNotFoundException", "none");
  }

  @Test
  void aConsumerSuspendsResumesAndEndsTheScan() throws Exception {
    create("f");
    table.put(
        List.of(
            put("a", "f:q@1=1"), put("b", "f:q@1=2"), put("c", "f:q@1=3"), put("d", "f:q@1=4")));
    Consumer consumer = new Consumer();
    rows.scan(new Scan().setCaching(1), consumer);
    assertThat(consumer.suspended.get(1, TimeUnit.MINUTES)).isNotNull();
    assertThat(consumer.seen).containsExactly("a");
    consumer.suspended.join().resume();
    assertThat(consumer.end.await(1, TimeUnit.MINUTES)).isTrue();
    assertThat(consumer.seen).containsExactly("a", "b", "c");
    assertThat(consumer.cursors).containsOnly("none");
  }

  /** Suspends the scan behind the first row, and ends it behind the third. */
  private static final class Consumer implements AdvancedScanResultConsumer {
    private final List<String> seen = new ArrayList<>();
    private final List<String> cursors = new ArrayList<>();
    private final CompletableFuture<ScanResumer> suspended = new CompletableFuture<>();
    private final CountDownLatch end = new CountDownLatch(1);

    @Override
    public void onNext(Result[] results, ScanController controller) {
      for (Result result : results) {
        seen.add(Bytes.toString(result.getRow()));
      }
      cursors.add(controller.cursor().map(Object::toString).orElse("none"));
      if (seen.size() == 1) {
        suspended.complete(controller.suspend());
      } else if (seen.size() == 3) {
        controller.terminate();
      }
    }

    @Override
    public void onError(Throwable error) {
      seen.add(error.toString());
      end.countDown();
    }

    @Override
    public void onComplete() {
      end.countDown();
    }
  }
}
