package io.rowandb.client.inprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** HBase's own asynchronous client over an embedded store. */
@Timeout(120)
class CompleteAsyncTest {
  private static final TableName T = TableName.valueOf("t");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final byte[] ROW = Bytes.toBytes("row");

  private AsyncConnection connection;
  private AsyncAdmin admin;
  private AsyncTable<?> table;

  @BeforeEach
  void open() throws Exception {
    connection = get(ConnectionFactory.createAsyncConnection(TestStore.configuration()));
    admin = connection.getAdmin();
    get(admin.createTable(descriptor(T), new byte[][] {Bytes.toBytes("m")}));
    table = connection.getTable(T);
  }

  @AfterEach
  void close() throws Exception {
    connection.close();
  }

  /** HBase's client asks for the state of before now; a change may be no millisecond ago. */
  @Tag("slow")
  @Test
  void aTableIsWhatItWasMadeAMomentAgo() throws Exception {
    for (int i = 0; i < 300; i++) {
      get(admin.disableTable(T));
      assertThat(get(admin.isTableDisabled(T))).isTrue();
      get(admin.enableTable(T));
      assertThat(get(admin.isTableEnabled(T))).isTrue();
    }
  }

  @Test
  void rows() throws Exception {
    get(table.put(new Put(ROW).addColumn(F, Q, Bytes.toBytes("1"))));
    assertThat(Bytes.toString(get(table.get(new Get(ROW))).getValue(F, Q))).isEqualTo("1");
    assertThat(get(table.exists(new Get(ROW)))).isTrue();
    assertThat(get(table.incrementColumnValue(ROW, F, Bytes.toBytes("n"), 4))).isEqualTo(4);
    Result appended = get(table.append(new Append(ROW).addColumn(F, Q, Bytes.toBytes("2"))));
    assertThat(Bytes.toString(appended.getValue(F, Q))).isEqualTo("12");
    assertThat(
            get(table.checkAndMutate(
                    CheckAndMutate.newBuilder(ROW)
                        .ifEquals(F, Q, Bytes.toBytes("12"))
                        .build(new Delete(ROW).addColumns(F, Q))))
                .isSuccess())
        .isTrue();
    RowMutations mutations =
        RowMutations.of(
            List.of(
                new Put(ROW).addColumn(F, Q, Bytes.toBytes("3")),
                new Increment(ROW).addColumn(F, Bytes.toBytes("n"), 1)));
    Result mutated = get(table.mutateRow(mutations));
    assertThat(Bytes.toLong(mutated.getValue(F, Bytes.toBytes("n")))).isEqualTo(5);
    get(table.delete(new Delete(ROW)));
    assertThat(get(table.exists(new Get(ROW)))).isFalse();
  }

  /** A loader that counts under the lock under which it submits. */
  private final class Loader {
    private int done;

    synchronized List<CompletableFuture<Void>> load(int rows) {
      List<CompletableFuture<Void>> puts = new ArrayList<>();
      for (int i = 0; i < rows; i++) {
        Put put = new Put(Bytes.toBytes(i)).addColumn(F, Q, Q);
        puts.add(table.put(put).thenRun(this::onDone));
      }
      assertThat(done).isLessThan(rows);
      return puts;
    }

    private synchronized void onDone() {
      done++;
    }

    synchronized int done() {
      return done;
    }
  }

  @Test
  void answersMayNeedALockOfWhoSubmits() throws Exception {
    get(table.exists(new Get(ROW))); // from here on the client knows the regions
    get(table.exists(new Get(Bytes.toBytes("z"))));
    Loader loader = new Loader();
    CompletableFuture<List<CompletableFuture<Void>>> loading =
        CompletableFuture.supplyAsync(() -> loader.load(2_000));
    List<CompletableFuture<Void>> puts = get(loading);
    get(CompletableFuture.allOf(puts.toArray(new CompletableFuture<?>[0])));
    assertThat(loader.done()).isEqualTo(2_000);
  }

  @Test
  void manyAtOnceAndScans() throws Exception {
    List<CompletableFuture<Void>> puts = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      byte[] row = Bytes.toBytes(String.format("%c%05d", i % 2 == 0 ? 'a' : 'z', i));
      puts.add(table.put(new Put(row).addColumn(F, Q, row)));
    }
    get(CompletableFuture.allOf(puts.toArray(new CompletableFuture<?>[0])));
    assertThat(get(table.scanAll(new Scan().setCaching(3)))).hasSize(5_000);
    assertThat(get(table.scanAll(new Scan().setReversed(true).setLimit(10)))).hasSize(10);
    int rows = 0;
    try (ResultScanner scanner = table.getScanner(new Scan().setCaching(100))) {
      while (scanner.next() != null) {
        rows++;
      }
    }
    assertThat(rows).isEqualTo(5_000);
  }

  @Test
  void batchesAndBufferedMutator() throws Exception {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      byte[] row = Bytes.toBytes(String.format("%c%05d", i % 2 == 0 ? 'a' : 'z', i));
      puts.add(new Put(row).addColumn(F, Q, row));
    }
    get(table.putAll(puts));
    List<Get> gets = puts.stream().map(put -> new Get(put.getRow())).toList();
    assertThat(get(table.getAll(gets))).hasSize(1_000).noneMatch(Result::isEmpty);
    try (AsyncBufferedMutator mutator = connection.getBufferedMutator(T)) {
      List<CompletableFuture<Void>> deletes =
          mutator.mutate(puts.stream().map(put -> new Delete(put.getRow())).toList());
      mutator.flush();
      get(CompletableFuture.allOf(deletes.toArray(new CompletableFuture<?>[0])));
    }
    assertThat(get(table.scanAll(new Scan()))).isEmpty();
  }

  @Test
  void administration() throws Exception {
    assertThat(get(admin.tableExists(T))).isTrue();
    assertThat(get(admin.isTableEnabled(T))).isTrue();
    assertThat(get(admin.getRegions(T))).hasSize(2);
    assertThat(get(admin.listTableNames())).containsExactly(T);
    assertThat(get(admin.getDescriptor(T))).isEqualTo(descriptor(T));
    get(table.put(new Put(ROW).addColumn(F, Q, Q)));
    get(admin.flush(T));
    get(admin.majorCompact(T));
    get(admin.disableTable(T));
    assertThat(get(admin.isTableDisabled(T))).isTrue();
    get(admin.truncateTable(T, true));
    assertThat(get(table.scanAll(new Scan()))).isEmpty();
    assertThat(get(admin.getClusterMetrics()).getLiveServerMetrics()).hasSize(1);
    get(admin.disableTable(T));
    get(admin.deleteTable(T));
    assertThat(get(admin.tableExists(T))).isFalse();
  }

  @Test
  void failures() {
    assertThatThrownBy(() -> get(admin.createTable(descriptor(T))))
        .hasCauseInstanceOf(TableExistsException.class);
    assertThatThrownBy(() -> get(admin.deleteTable(TableName.valueOf("none"))))
        .hasCauseInstanceOf(TableNotFoundException.class);
    assertThatThrownBy(() -> get(table.get(new Get(ROW).addFamily(Q))))
        .hasCauseInstanceOf(NoSuchColumnFamilyException.class);
    assertThatThrownBy(() -> get(connection.getTable(TableName.valueOf("none")).get(new Get(ROW))))
        .hasCauseInstanceOf(TableNotFoundException.class);
  }

  private static TableDescriptor descriptor(TableName name) {
    return TableDescriptorBuilder.newBuilder(name)
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
        .build();
  }

  private static <T> T get(CompletableFuture<T> future)
      throws InterruptedException, ExecutionException, java.util.concurrent.TimeoutException {
    return future.get(60, TimeUnit.SECONDS);
  }
}
