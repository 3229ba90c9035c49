package io.rowandb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NamespaceNotFoundException;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Wrong input through both doors: each mistake gets an error that names the value and the rule, at
 * once, and the row that was there before is there after.
 */
@Timeout(60)
class WrongInputTest {
  private static final TableName T = TableName.valueOf("t");
  private static final TableName NONE = TableName.valueOf("none");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] UNKNOWN = Bytes.toBytes("unknown");
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final byte[] VALUE = Bytes.toBytes("value");
  private static final int MAX_CELL_BYTES = 10 << 20;

  @TempDir private Path directory;

  private Connection connection;
  private Table table;

  /** A way to the store. */
  @AfterEach
  void theRowIsStillThere() throws IOException {
    if (connection != null) {
      assertThat(table.get(new Get(ROW)).getValue(F, F)).isEqualTo(VALUE);
      connection.close();
    }
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void aPathThatIsNoStore(Door door) throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "no store");
    refused(door, file, "is no Rowan store");
    Path foreign = Files.createDirectory(directory.resolve("foreign"));
    Files.writeString(foreign.resolve("notes.txt"), "mine");
    refused(door, foreign, "notes.txt");
    assertThat(foreign.resolve("notes.txt")).hasContent("mine");
    try (var files = Files.list(foreign)) {
      assertThat(files).hasSize(1);
    }
    Path below = directory.resolve("no").resolve("such").resolve("store");
    refused(door, below, "does not exist");
    assertThat(directory.resolve("no")).doesNotExist();
    refused(door, file.resolve("store"), "is not a directory");
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void aReadOnlyTable(Door door) throws IOException {
    open(door);
    try (Admin admin = connection.getAdmin()) {
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(T)).setReadOnly(true).build());
    }
    Put put = new Put(ROW).addColumn(F, F, UNKNOWN);
    Delete delete = new Delete(ROW);
    readOnly(() -> table.put(put));
    readOnly(() -> table.delete(delete));
    readOnly(() -> table.put(List.of(put, put)));
    readOnly(() -> table.increment(new Increment(ROW).addColumn(F, UNKNOWN, 1)));
    readOnly(() -> table.mutateRow(RowMutations.of(List.of(put))));
    readOnly(
        () ->
            table.checkAndMutate(
                CheckAndMutate.newBuilder(ROW).ifNotExists(F, UNKNOWN).build(put)));
  }

  private static void readOnly(ThrowingCallable change) {
    assertThatThrownBy(change)
        .isInstanceOf(IOException.class)
        .hasStackTraceContaining("region is read only");
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void rows(Door door) throws IOException {
    open(door);
    assertThatThrownBy(() -> new Put(new byte[32_768]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("32768")
        .hasMessageContaining("32767");
    assertThatThrownBy(() -> new Get(new byte[0]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Row length is 0");
    byte[] longest = new byte[32_767];
    table.put(new Put(longest).addColumn(F, F, VALUE));
    assertThat(table.get(new Get(longest)).getRow()).isEqualTo(longest);
    assertThatThrownBy(() -> table.put(new Put(ROW)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("No columns to insert");
  }

  /** HBase takes any bytes; here they would be another name, in which nothing could be written. */
  @ParameterizedTest
  @EnumSource(Door.class)
  void familiesWhoseNameIsNoText(Door door) throws IOException {
    open(door);
    byte[] bytes = {'a', (byte) 0xff};
    ColumnFamilyDescriptor family = ColumnFamilyDescriptorBuilder.of(bytes);
    try (Admin admin = connection.getAdmin()) {
      TableDescriptor created =
          TableDescriptorBuilder.newBuilder(NONE).setColumnFamily(family).build();
      for (ThrowingCallable call :
          List.<ThrowingCallable>of(
              () -> admin.createTable(created), () -> admin.addColumnFamily(T, family))) {
        assertThatThrownBy(call).hasMessageContaining("Family name \"a\\xFF\" is no UTF-8");
      }
      assertThat(admin.tableExists(NONE)).isFalse();
      assertThat(admin.getDescriptor(T).getColumnFamilyCount()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void unknownFamilies(Door door) throws IOException {
    open(door);
    refusedFamily(() -> table.put(new Put(ROW).addColumn(UNKNOWN, F, F)));
    refusedFamily(() -> table.put(new Put(ROW).addColumn(F, F, UNKNOWN).addColumn(UNKNOWN, F, F)));
    refusedFamily(() -> table.get(new Get(ROW).addFamily(UNKNOWN)));
    refusedFamily(() -> table.delete(new Delete(ROW).addFamily(UNKNOWN)));
    refusedFamily(() -> table.increment(new Increment(ROW).addColumn(UNKNOWN, F, 1)));
    refusedFamily(() -> table.append(new Append(ROW).addColumn(UNKNOWN, F, F)));
    refusedFamily(
        () -> {
          try (ResultScanner scanner = table.getScanner(UNKNOWN)) {
            scanner.next();
          }
        });
    assertThatThrownBy(() -> mutate(T, UNKNOWN))
        .isInstanceOfSatisfying(
            RetriesExhaustedWithDetailsException.class,
            e -> {
              assertThat(e.getNumExceptions()).isEqualTo(1);
              assertThat(e.getCause(0)).isInstanceOf(NoSuchColumnFamilyException.class);
              assertThat(e.getRow(0).getRow()).isEqualTo(ROW);
            });
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void unknownTables(Door door) throws IOException {
    open(door);
    try (Table none = connection.getTable(NONE)) {
      for (Call call :
          List.<Call>of(
              () -> none.get(new Get(ROW)),
              () -> none.put(new Put(ROW).addColumn(F, F, F)),
              () -> none.getScanner(F).next(),
              () -> connection.getAdmin().getDescriptor(NONE),
              () -> connection.getAdmin().disableTable(NONE))) {
        assertThatThrownBy(call::run)
            .isInstanceOf(TableNotFoundException.class)
            .hasMessageContaining("none");
      }
    }
    assertThatThrownBy(() -> mutate(NONE, F))
        .isInstanceOfSatisfying(
            RetriesExhaustedWithDetailsException.class,
            e -> assertThat(e.getCause(0)).isInstanceOf(TableNotFoundException.class));
    try (Admin admin = connection.getAdmin()) {
      assertThatThrownBy(() -> admin.createTable(descriptor(T)))
          .isInstanceOf(TableExistsException.class)
          .hasMessageContaining("t");
      assertThatThrownBy(() -> admin.createTable(descriptor(TableName.valueOf("shop:orders"))))
          .isInstanceOf(NamespaceNotFoundException.class)
          .hasMessageContaining("shop");
    }
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void largeValues(Door door) throws IOException {
    open(door);
    byte[] large = new byte[MAX_CELL_BYTES];
    assertThatThrownBy(() -> table.put(new Put(ROW).addColumn(F, F, large)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("KeyValue size too large");
    // Past the client's check, the store has its own.
    RowMutations pair = RowMutations.of(List.of(new Put(ROW).addColumn(F, F, large)));
    assertThatThrownBy(() -> table.mutateRow(pair))
        .hasStackTraceContaining("exceeds limit of " + MAX_CELL_BYTES + " bytes");
    byte[] half = new byte[MAX_CELL_BYTES / 2];
    table.put(new Put(UNKNOWN).addColumn(F, F, half));
    assertThatThrownBy(() -> table.append(new Append(UNKNOWN).addColumn(F, F, half)))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("exceeds limit of " + MAX_CELL_BYTES + " bytes");
    assertThat(table.get(new Get(UNKNOWN)).getValue(F, F)).hasSize(half.length);
  }

  @Test
  void theLimitOfAValueIsASetting() throws IOException {
    Configuration conf = Door.FAST.configuration(directory.resolve("store").toString());
    conf.setInt("hbase.client.keyvalue.maxsize", 0);
    conf.setInt("hbase.server.keyvalue.maxsize", 1000);
    open(conf);
    table.put(new Put(UNKNOWN).addColumn(F, F, new byte[900]));
    assertThatThrownBy(() -> table.put(new Put(UNKNOWN).addColumn(F, F, new byte[1000])))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("exceeds limit of 1000 bytes");
    connection.close();
    conf.setInt("hbase.server.keyvalue.maxsize", 20 << 20);
    open(conf);
    table.put(new Put(UNKNOWN).addColumn(F, F, new byte[MAX_CELL_BYTES]));
    assertThat(table.get(new Get(UNKNOWN)).getValue(F, F)).hasSize(MAX_CELL_BYTES);
  }

  /** A call that fails. */
  @FunctionalInterface
  private interface Call {
    void run() throws IOException;
  }

  private static void refused(Door door, Path path, String why) {
    assertThatThrownBy(
            () -> ConnectionFactory.createConnection(door.configuration(path.toString())))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(path.getFileName().toString())
        .hasMessageContaining(why);
  }

  private static void refusedFamily(Call call) {
    assertThatThrownBy(call::run)
        .isInstanceOf(NoSuchColumnFamilyException.class)
        .hasMessageContaining("Column family unknown does not exist")
        .hasMessageContaining("table t");
  }

  private void mutate(TableName name, byte[] family) throws IOException {
    try (BufferedMutator mutator = connection.getBufferedMutator(name)) {
      mutator.mutate(new Put(ROW).addColumn(family, F, VALUE));
    }
  }

  private void open(Door door) throws IOException {
    open(door.configuration(directory.resolve("store").toString()));
  }

  private void open(Configuration conf) throws IOException {
    conf.setInt("hbase.client.retries.number", 2);
    conf.setInt("hbase.client.pause", 1);
    connection = ConnectionFactory.createConnection(conf);
    table = connection.getTable(T);
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(T)) {
        admin.createTable(descriptor(T));
      }
    }
    table.put(new Put(ROW).addColumn(F, F, VALUE));
  }

  private static TableDescriptor descriptor(TableName name) {
    return TableDescriptorBuilder.newBuilder(name)
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
        .build();
  }
}
