package io.rowandb.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Doors, threads and calls: two writes to a column, the second begun when the first has returned,
 * without timestamps. None hides the other, though they share a millisecond more often than not.
 * Prints how many of the pairs lost a write; {@code -Drowan.sequence.pairs} asks for more of them.
 */
class WritesInSequenceTest {
  private static final TableName T = TableName.valueOf("sequence");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final int PAIRS = Integer.getInteger("rowan.sequence.pairs", 15);

  /** What a row shows after a pair. */
  enum Expected {
    TWO_VERSIONS,
    NOTHING,
    SECOND_VALUE
  }

  private enum By {
    SAME_THREAD,
    OTHER_THREAD
  }

  private Connection connection;
  private AsyncConnection async;
  private Table table;
  private BufferedMutator mutator;
  private final ExecutorService other = Executors.newSingleThreadExecutor();

  private interface Write {
    void to(byte[] row) throws Exception;
  }

  private record Pair(String name, Write first, Write second, Expected expected) {}

  @AfterEach
  void close() throws IOException {
    other.shutdownNow();
    mutator.close();
    async.close();
    connection.close();
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void noWriteIsHiddenByOneBeforeIt(Door door) throws Exception {
    open(door);
    StringBuilder lost = new StringBuilder();
    int total = 0;
    for (Pair pair : pairs()) {
      for (By by : By.values()) {
        int of = lost(pair, by);
        total += of;
        lost.append(String.format("%n%-9s %-28s %-12s %d", door, pair.name(), by, of));
      }
    }
    System.out.println("Of " + PAIRS + " pairs each were lost:" + lost);
    assertThat(total).as(lost.toString()).isZero();
  }

  /** A counter that runs ahead of the clock hides neither what is put nor what is deleted. */
  @ParameterizedTest
  @EnumSource
  void aCounterAheadOfTheClockHidesNothing(Door door) throws Exception {
    open(door);
    byte[] row = Bytes.toBytes("counter");
    for (int i = 0; i < 300; i++) {
      table.incrementColumnValue(row, F, Q, 1);
    }
    put("v").to(row);
    assertThat(table.get(new Get(row)).getValue(F, Q)).isEqualTo(Bytes.toBytes("v"));
    table.delete(new Delete(row));
    assertThat(table.get(new Get(row)).isEmpty()).isTrue();
    assertThat(table.incrementColumnValue(row, F, Q, 1)).isEqualTo(1);
    assertThat(table.incrementColumnValue(row, F, Q, 1)).isEqualTo(2);
  }

  private List<Pair> pairs() {
    Write increment = row -> table.incrementColumnValue(row, F, Q, 1);
    Write append = row -> table.append(new Append(row).addColumn(F, Q, Q));
    Write delete = row -> table.delete(new Delete(row));
    Write ranged = row -> table.increment(new Increment(row).addColumn(F, Q, 1).setTimeRange(0, 5));
    return List.of(
        new Pair("put", put("a"), put("b"), Expected.TWO_VERSIONS),
        new Pair("mutateRow", this::mutateRow, this::mutateRow, Expected.TWO_VERSIONS),
        new Pair("batch", this::batch, this::batch, Expected.TWO_VERSIONS),
        new Pair("checkAndMutate", this::checked, this::checked, Expected.TWO_VERSIONS),
        new Pair("BufferedMutator", this::buffered, this::buffered, Expected.TWO_VERSIONS),
        new Pair("async put", this::asyncPut, this::asyncPut, Expected.TWO_VERSIONS),
        new Pair("put, then async put", put("a"), this::asyncPut, Expected.TWO_VERSIONS),
        new Pair("increment", increment, increment, Expected.TWO_VERSIONS),
        new Pair("increment, then put", increment, put("b"), Expected.TWO_VERSIONS),
        new Pair("append, then put", append, put("b"), Expected.TWO_VERSIONS),
        new Pair("put, then append", put("a"), append, Expected.TWO_VERSIONS),
        new Pair("time-ranged increments", ranged, ranged, Expected.TWO_VERSIONS),
        new Pair("put, then ranged increment", put("a"), ranged, Expected.TWO_VERSIONS),
        new Pair("increment, then delete", increment, delete, Expected.NOTHING),
        new Pair("put, then delete", put("a"), delete, Expected.NOTHING),
        new Pair("delete, then put", delete, put("b"), Expected.SECOND_VALUE),
        new Pair("delete, then checkAndMutate", delete, this::checked, Expected.SECOND_VALUE),
        new Pair("delete, then async put", delete, this::asyncPut, Expected.SECOND_VALUE));
  }

  private int lost(Pair pair, By by) throws Exception {
    int lost = 0;
    for (int i = 0; i < PAIRS; i++) {
      byte[] row = Bytes.toBytes(pair.name() + by + i);
      pair.first().to(row);
      if (by == By.SAME_THREAD) {
        pair.second().to(row);
      } else {
        other
            .submit(
                () -> {
                  pair.second().to(row);
                  return null;
                })
            .get(1, TimeUnit.MINUTES);
      }
      Result result = table.get(new Get(row).readVersions(6));
      boolean kept =
          switch (pair.expected()) {
            case TWO_VERSIONS -> result.size() == 2;
            case NOTHING -> result.isEmpty();
            case SECOND_VALUE -> result.size() == 1;
          };
      lost += kept ? 0 : 1;
    }
    return lost;
  }

  private static Put putOf(byte[] row, String value) {
    return new Put(row).addColumn(F, Q, Bytes.toBytes(value));
  }

  private Write put(String value) {
    return row -> table.put(putOf(row, value));
  }

  private void mutateRow(byte[] row) throws IOException {
    table.mutateRow(RowMutations.of(List.of(putOf(row, "m"))));
  }

  private void batch(byte[] row) throws Exception {
    List<Row> actions = List.of(putOf(row, "b"));
    table.batch(actions, new Object[1]);
  }

  private void checked(byte[] row) throws IOException {
    byte[] none = Bytes.toBytes("none");
    CheckAndMutate put = CheckAndMutate.newBuilder(row).ifNotExists(F, none).build(putOf(row, "c"));
    assertThat(table.checkAndMutate(put).isSuccess()).isTrue();
  }

  private void buffered(byte[] row) throws IOException {
    mutator.mutate(putOf(row, "w"));
    mutator.flush();
  }

  private void asyncPut(byte[] row) throws Exception {
    async.getTable(T).put(putOf(row, "s")).get(1, TimeUnit.MINUTES);
  }

  private void open(Door door) throws Exception {
    connection = ConnectionFactory.createConnection(door.configuration("mem:sequence"));
    async =
        ConnectionFactory.createAsyncConnection(door.configuration("mem:sequence"))
            .get(1, TimeUnit.MINUTES);
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(T)
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(F).setMaxVersions(6).build())
              .build());
    }
    table = connection.getTable(T);
    mutator = connection.getBufferedMutator(T);
  }
}
