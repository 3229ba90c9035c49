package io.rowandb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is acknowledged is there: increments and appends at the limits of time. */
class CounterTimesTest {
  private static final TableName T = TableName.valueOf("counters");
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final byte[] OTHER = Bytes.toBytes("other");

  private Connection connection;
  private Table table;

  private interface Change {
    void make() throws IOException;
  }

  @AfterEach
  void close() throws IOException {
    table.close();
    connection.close();
  }

  @ParameterizedTest
  @EnumSource
  void theLastTimestampIsReached(Door door) throws IOException {
    open(door);
    putAt(Long.MAX_VALUE - 2);
    assertThat(table.incrementColumnValue(ROW, F, Q, 1)).isEqualTo(41);
    assertThat(Bytes.toLong(table.get(new Get(ROW)).getValue(F, Q))).isEqualTo(41);
  }

  @ParameterizedTest
  @EnumSource
  void aTimestampWithoutANextOneIsRefused(Door door) throws IOException {
    open(door);
    Increment increment = new Increment(ROW).addColumn(F, Q, 1);
    Append append = new Append(ROW).addColumn(F, Q, Q);
    CheckAndMutate.Builder ifThere = CheckAndMutate.newBuilder(ROW);
    Put beside = new Put(ROW).addColumn(F, OTHER, OTHER);
    List<Change> changes =
        List.of(
            () -> table.increment(increment),
            () -> table.append(append),
            () -> table.mutateRow(RowMutations.of(List.of(beside, increment))),
            () -> table.mutateRow(RowMutations.of(List.of(beside, append))),
            () ->
                table.checkAndMutate(
                    ifThere
                        .ifNotExists(F, OTHER)
                        .build(RowMutations.of(List.of(beside, increment)))),
            () -> table.checkAndMutate(ifThere.ifNotExists(F, OTHER).build(append)));
    putAt(Long.MAX_VALUE - 1);
    for (Change change : changes) {
      assertThat(refusal(change))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("f:q")
          .hasMessageContaining("row")
          .hasMessageContaining("timestamp " + (Long.MAX_VALUE - 1))
          .hasMessageContaining("less than " + Long.MAX_VALUE);
      assertThat(table.get(new Get(ROW)).size()).as("nothing of the change").isEqualTo(1);
      assertThat(Bytes.toLong(table.get(new Get(ROW)).getValue(F, Q))).isEqualTo(40);
    }
  }

  /** The sum has HBase's limits, not the time's. */
  @ParameterizedTest
  @EnumSource
  void theSumWraps(Door door) throws IOException {
    open(door);
    assertThat(table.incrementColumnValue(ROW, F, Q, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    assertThat(table.incrementColumnValue(ROW, F, Q, 1)).isEqualTo(Long.MIN_VALUE);
  }

  /** What the server answered; {@code mutateRow} wraps it, as HBase's does. */
  private static Throwable refusal(Change change) {
    Throwable thrown = catchThrowable(change::make);
    return thrown instanceof RetriesExhaustedWithDetailsException several
        ? several.getCause(0)
        : thrown;
  }

  private void putAt(long timestamp) throws IOException {
    table.put(new Put(ROW).addColumn(F, Q, timestamp, Bytes.toBytes(40L)));
  }

  private void open(Door door) throws IOException {
    connection = ConnectionFactory.createConnection(door.configuration("mem:counters"));
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(T)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
              .build());
    }
    table = connection.getTable(T);
  }
}
