package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.ScanResultConsumer;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The asynchronous connection, its table, admin, mutator and locator. */
@Needs(value = Capability.ASYNC, because = "the model has one way to be asked")
class AsyncTest extends ConformanceTest {
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

  @Test
  void putGetExistsAndDelete() throws IOException {
    create("f");
    rows.put(put("r", "f:q@1=a")).join();
    assertThat(text(rows.get(get()).join())).isEqualTo("f:q@1=a");
    assertThat(rows.exists(get()).join()).isTrue();
    rows.delete(delete()).join();
    assertThat(rows.exists(get()).join()).isFalse();
    assertThat(rows.getName()).isEqualTo(name);
    assertThat(rows.getDescriptor().join().getTableName()).isEqualTo(name);
  }

  @Test
  void incrementAndAppend() throws IOException {
    create("f");
    assertThat(rows.incrementColumnValue(ROW, F, Q, 4).join()).isEqualTo(4);
    Result sum = rows.increment(new Increment(ROW).addColumn(F, Q, 3)).join();
    assertThat(Bytes.toLong(sum.value())).isEqualTo(7);
    Result appended = rows.append(new Append(ROW).addColumn(F, bytes("a"), bytes("x"))).join();
    assertThat(value(appended)).isEqualTo("x");
  }

  @Test
  void checkAndMutate() throws IOException {
    create("f");
    CheckAndMutate ifAbsent =
        CheckAndMutate.newBuilder(ROW).ifNotExists(F, Q).build(put("r", "f:q@1=a"));
    assertThat(rows.checkAndMutate(ifAbsent).join().isSuccess()).isTrue();
    assertThat(rows.checkAndMutate(ifAbsent).join().isSuccess()).isFalse();
    List<CheckAndMutateResult> all = rows.checkAndMutateAll(List.of(ifAbsent)).join();
    assertThat(all).hasSize(1);
    assertThat(rows.checkAndMutate(List.of(ifAbsent)).get(0).join().isSuccess()).isFalse();
  }

  @Test
  @SuppressWarnings("deprecation") // The older way of HBase 2.
  void checkAndMutateByBuilders() throws IOException {
    create("f");
    assertThat(
            rows.checkAndMutate(ROW, F)
                .qualifier(Q)
                .ifNotExists()
                .thenPut(put("r", "f:q@1=a"))
                .join())
        .isTrue();
    assertThat(
            rows.checkAndMutate(ROW, F)
                .qualifier(Q)
                .ifMatches(CompareOperator.EQUAL, bytes("a"))
                .thenMutate(RowMutations.of(List.of(put("r", "f:p@1=b"))))
                .join())
        .isTrue();
    assertThat(rows.checkAndMutate(ROW, new PrefixFilter(bytes("x"))).thenDelete(delete()).join())
        .isFalse();
    assertThat(read()).isEqualTo("f:p@1=b f:q@1=a");
  }

  @Test
  void mutateRow() throws IOException {
    create("f");
    write("f:a@1=1");
    Result result =
        rows.mutateRow(
                RowMutations.of(
                    List.of(delete().addColumns(F, bytes("a"), 1), put("r", "f:b@1=2"))))
            .join();
    assertThat(result.isEmpty()).isTrue();
    assertThat(read()).isEqualTo("f:b@1=2");
  }

  @Test
  void manyAtOnce() throws IOException {
    createSplit(List.of("m"), family("f"));
    CompletableFuture.allOf(
            rows.put(List.of(put("a", "f:q@1=1"), put("z", "f:q@1=2")))
                .toArray(new CompletableFuture<?>[0]))
        .join();
    rows.putAll(List.of(put("b", "f:q@1=3"))).join();
    List<Result> results =
        rows.getAll(List.of(new Get(bytes("z")), new Get(bytes("a")), new Get(bytes("n")))).join();
    assertThat(results).extracting(ConformanceTest::text).containsExactly("f:q@1=2", "f:q@1=1", "");
    assertThat(rows.existsAll(List.of(new Get(bytes("a")), new Get(bytes("n")))).join())
        .containsExactly(true, false);
    rows.deleteAll(List.of(new Delete(bytes("a")), new Delete(bytes("b")))).join();
    List<Object> batch = rows.batchAll(List.of(new Get(bytes("z")), put("y", "f:q@1=4"))).join();
    assertThat(text((Result) batch.get(0))).isEqualTo("f:q@1=2");
    assertThat(keys(new Scan())).isEqualTo("y z");
  }

  @Test
  void aFailureIsTheFutures() throws IOException {
    create("f");
    assertThatThrownBy(() -> rows.put(put("r", "nope:q=1")).join())
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(NoSuchColumnFamilyException.class);
    AsyncTable<?> none = async.getTable(TableName.valueOf("conformance_none"));
    assertThatThrownBy(() -> none.get(get()).join())
        .hasCauseInstanceOf(TableNotFoundException.class);
    List<CompletableFuture<Void>> some =
        rows.put(List.of(put("a", "f:q@1=1"), put("b", "nope:q@1=1")));
    some.get(0).join();
    assertThatThrownBy(() -> some.get(1).join()).isInstanceOf(CompletionException.class);
  }

  @Test
  void scans() throws IOException {
    createSplit(List.of("m"), family("f"));
    table.put(List.of(put("a", "f:q@1=1"), put("b", "f:q@1=2"), put("z", "f:q@1=3")));
    assertThat(rows.scanAll(new Scan()).join())
        .extracting(ConformanceTest::text)
        .containsExactly("f:q@1=1", "f:q@1=2", "f:q@1=3");
    assertThat(rows.scanAll(new Scan().setReversed(true).setLimit(2)).join())
        .extracting(row -> Bytes.toString(row.getRow()))
        .containsExactly("z", "b");
    try (ResultScanner scanner = rows.getScanner(new Scan().setCaching(1))) {
      assertThat(scanner).hasSize(3);
    }
    try (ResultScanner scanner = rows.getScanner(F, Q)) {
      assertThat(scanner.next(2)).hasSize(2);
    }
  }

  @Test
  void aConsumerStopsTheScanWhenItHasEnough() throws Exception {
    create("f");
    table.put(List.of(put("a", "f:q@1=1"), put("b", "f:q@1=2"), put("c", "f:q@1=3")));
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try {
      List<String> seen = new ArrayList<>();
      CountDownLatch end = new CountDownLatch(1);
      async
          .getTable(name, pool)
          .scan(
              new Scan().setCaching(1),
              new ScanResultConsumer() {
                @Override
                public boolean onNext(Result result) {
                  seen.add(Bytes.toString(result.getRow()));
                  return seen.size() < 2;
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
              });
      assertThat(end.await(1, TimeUnit.MINUTES)).isTrue();
      assertThat(seen).containsExactly("a", "b");
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void theMutatorSendsWhenItIsFlushed() throws IOException {
    create("f");
    List<CompletableFuture<Void>> done = new ArrayList<>();
    try (AsyncBufferedMutator buffer = async.getBufferedMutator(name)) {
      done.add(buffer.mutate(put("a", "f:q@1=1")));
      done.addAll(buffer.mutate(List.of(put("b", "f:q@1=2"), put("c", "f:q@1=3"))));
      buffer.flush();
      CompletableFuture.allOf(done.toArray(new CompletableFuture<?>[0])).join();
      assertThat(buffer.getName()).isEqualTo(name);
    }
    assertThat(keys(new Scan())).isEqualTo("a b c");
  }

  @Test
  void theLocator() throws IOException {
    createSplit(List.of("m"), family("f"));
    AsyncTableRegionLocator locator = async.getRegionLocator(name);
    assertThat(locator.getName()).isEqualTo(name);
    HRegionLocation high = locator.getRegionLocation(bytes("z")).join();
    assertThat(high.getRegion().getStartKey()).isEqualTo(bytes("m"));
    assertThat(locator.getAllRegionLocations().join()).hasSize(2);
    assertThat(locator.getStartKeys().join()).hasSize(2);
    locator.clearRegionLocationCache();
    assertThat(rows.getRegionLocator().getRegionLocation(bytes("a"), true).join()).isNotNull();
  }

  @Test
  void theConnection() throws IOException {
    assertThat(async.isClosed()).isFalse();
    assertThat(async.getConfiguration()).isNotNull();
    async.clearRegionLocationCache();
    AsyncTable<?> built =
        async
            .getTableBuilder(name)
            .setOperationTimeout(5, TimeUnit.SECONDS)
            .setRpcTimeout(4, TimeUnit.SECONDS)
            .setScanTimeout(3, TimeUnit.SECONDS)
            .build();
    assertThat(built.getOperationTimeout(TimeUnit.SECONDS)).isEqualTo(5);
    assertThat(built.getRpcTimeout(TimeUnit.SECONDS)).isEqualTo(4);
    assertThat(built.getScanTimeout(TimeUnit.SECONDS)).isEqualTo(3);
    AsyncConnection other = backend.openAsync();
    other.close();
    assertThat(other.isClosed()).isTrue();
  }

  @Test
  void f120_theAdminMakesChangesAndRemovesTables() {
    AsyncAdmin its = async.getAdmin();
    its.createTable(descriptor(name, family("f")), new byte[][] {bytes("m")}).join();
    assertThat(its.tableExists(name).join()).isTrue();
    assertThat(its.isTableEnabled(name).join()).isTrue();
    assertThat(its.isTableAvailable(name).join()).isTrue();
    assertThat(its.getRegions(name).join()).hasSize(2);
    assertThat(its.listTableNames(Pattern.compile(name + ".*"), false).join())
        .containsExactly(name);
    its.addColumnFamily(name, family("g", 2).build()).join();
    assertThat(its.getDescriptor(name).join().getColumnFamilyCount()).isEqualTo(2);
    its.modifyColumnFamily(name, family("g", 3).build()).join();
    its.deleteColumnFamily(name, F).join();
    its.flush(name).join();
    its.majorCompact(name).join();
    its.disableTable(name).join();
    assertThat(its.isTableDisabled(name).join()).isTrue();
    its.truncateTable(name, false).join();
    its.disableTable(name).join();
    its.deleteTable(name).join();
    assertThat(its.tableExists(name).join()).isFalse();
  }

  @Test
  void theAdminTellsWhatIsWrong() throws IOException {
    AsyncAdmin its = async.getAdmin();
    assertThatThrownBy(() -> its.getDescriptor(name).join())
        .hasCauseInstanceOf(TableNotFoundException.class);
    create("f");
    assertThatThrownBy(() -> its.createTable(descriptor(name, family("f"))).join())
        .hasCauseInstanceOf(TableExistsException.class);
  }

  @Test
  void theAdminsNamespacesAndFigures() {
    AsyncAdmin its = async.getAdmin();
    its.createNamespace(NamespaceDescriptor.create("async").build()).join();
    assertThat(its.listNamespaces().join()).contains("async", "default");
    assertThat(its.getNamespaceDescriptor("async").join().getName()).isEqualTo("async");
    its.deleteNamespace("async").join();
    assertThat(its.getClusterMetrics().join().getLiveServerMetrics()).hasSize(1);
    assertThat(its.getRegionServers().join()).hasSize(1);
    assertThat(its.getMaster().join()).isNotNull();
    assertThat(its.isBalancerEnabled().join()).isNotNull();
    assertThat(its.isSplitEnabled().join()).isNotNull();
  }
}
