package io.rowandb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.errorprone.annotations.Immutable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.RawCell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.codec.KeyValueCodecWithTags;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The table of docs/limits.md through both doors: each limit is taken, one past it is refused with
 * the rule, and what was taken is there when the store is opened again.
 */
@Timeout(60)
class LimitsTest {
  private static final TableName T = TableName.valueOf("t");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final byte[] ROW = Bytes.toBytes("row");

  /** Of a cell with a row of three bytes, a family and a qualifier of one: all but its value. */
  private static final int CELL_BYTES = 25;

  /** What HBase's server counts besides: the length field in front of a cell. */
  private static final int LENGTH_BYTES = 4;

  private static final int MAX_CELL_BYTES = 10 << 20;

  /** In the name of a first region beside the table's: commas (stored twice), id, digest, dots. */
  private static final int REGION_NAME_BYTES = 2 * 2 + 13 + 1 + 32 + 1;

  private static final int MAX_TABLE_NAME = Short.MAX_VALUE - REGION_NAME_BYTES;

  @TempDir private Path directory;

  /** A quantity with a limit, and what is done with one of so many. */
  @Immutable
  private interface Limit {
    void take(Connection connection, long count) throws IOException;
  }

  /** Limits: the last count that is taken, the first that is not, and what its refusal says. */
  private enum Case {
    ROW_BYTES(32_767, 32_768, "32767", (c, n) -> put(c, new byte[(int) n], Q, 1)),
    ROW_BYTES_LEAST(1, 0, "Row length is 0", (c, n) -> put(c, new byte[(int) n], Q, 1)),
    START_ROW_BYTES(
        32_767, 32_768, "32767", (c, n) -> scan(c, new Scan().withStartRow(new byte[(int) n]))),
    QUALIFIER_BYTES(
        MAX_CELL_BYTES - LENGTH_BYTES - CELL_BYTES + 1,
        MAX_CELL_BYTES - LENGTH_BYTES - CELL_BYTES + 2,
        "exceeds limit of 10485760 bytes",
        (c, n) -> put(c, ROW, new byte[(int) n], 0)),
    CELL_BYTES_OF_THE_SERVER(
        MAX_CELL_BYTES - LENGTH_BYTES,
        MAX_CELL_BYTES - LENGTH_BYTES + 1,
        "exceeds limit of 10485760 bytes",
        (c, n) -> put(c, ROW, Q, (int) n - CELL_BYTES)),
    TAG_BYTES(65_532, 65_533, "65533", LimitsTest::putTag),
    TAGS_BYTES(65_535, 65_536, "65535", LimitsTest::putTwoTags),
    TAGS_BYTES_WITH_TTL(65_524, 65_525, "65535", LimitsTest::putTagsWithTtl),
    TAGS_BYTES_OF_A_COUNTER(65_535, 65_536, "65535", LimitsTest::incrementTwice),
    FAMILY_NAME_BYTES(127, 128, "127", (c, n) -> create(c, "a", "f".repeat((int) n))),
    FAMILY_NAME_BYTES_LEAST(1, 0, "empty", (c, n) -> create(c, "aa", "f".repeat((int) n))),
    FAMILY_NAME_CHINESE(42, 43, "127", (c, n) -> create(c, "b", "列".repeat((int) n))),
    TABLE_NAME_BYTES(
        MAX_TABLE_NAME, MAX_TABLE_NAME + 1, "32767", (c, n) -> create(c, "t".repeat((int) n), "f")),
    NAMESPACE_NAME_BYTES(32_767, 32_768, "32767", LimitsTest::createNamespace),
    SNAPSHOT_NAME_BYTES(32_767, 32_768, "32767", LimitsTest::snapshot),
    SPLIT_KEY_BYTES(
        MAX_TABLE_NAME - 1,
        MAX_TABLE_NAME,
        "32767",
        (c, n) -> createSplit(c, "s", Bytes.toBytes("k".repeat((int) n)))),
    SPLIT_KEY_ZEROS(
        (MAX_TABLE_NAME - 1) / 2,
        (MAX_TABLE_NAME - 1) / 2 + 1,
        "each zero byte counts twice",
        (c, n) -> createSplit(c, "z", new byte[(int) n])),
    SPLIT_KEY_BYTES_LEAST(
        1, 0, "Empty split key", (c, n) -> createSplit(c, "w", new byte[(int) n])),
    SPLIT_KEYS_EQUAL(
        1,
        2,
        "unique",
        (c, n) -> {
          byte[][] keys = new byte[(int) n][];
          Arrays.fill(keys, ROW);
          createSplit(c, "v", keys);
        }),
    FAMILIES_LEAST(1, 0, "at least one column family", LimitsTest::createWithFamilies),
    VERSIONS_LEAST(1, 0, "versions must be positive", (c, n) -> versions(c, "c", n, 0)),
    MIN_VERSIONS_LEAST(0, -1, "MIN_VERSIONS", (c, n) -> versions(c, "d", 3, n)),
    MIN_VERSIONS(3, 4, "MIN_VERSIONS", (c, n) -> versions(c, "e", 3, n)),
    TTL_SECONDS_LEAST(1, 0, "TTL", (c, n) -> create(c, "g", f -> f.setTimeToLive((int) n))),
    BLOCK_BYTES_LEAST(
        1_024, 1_023, "BLOCKSIZE", (c, n) -> create(c, "h", f -> f.setBlocksize((int) n))),
    BLOCK_BYTES(
        16 << 20,
        (16 << 20) + 1,
        "BLOCKSIZE",
        (c, n) -> create(c, "i", f -> f.setBlocksize((int) n))),
    REGION_REPLICATION_LEAST(
        1, 0, "REGION_REPLICATION", (c, n) -> attribute(c, "j", "REGION_REPLICATION", n)),
    MAX_FILESIZE_LEAST(
        2 << 20, (2 << 20) - 1, "MAX_FILESIZE", (c, n) -> attribute(c, "k", "MAX_FILESIZE", n)),
    MEMSTORE_FLUSHSIZE_LEAST(
        1 << 20,
        (1 << 20) - 1,
        "MEMSTORE_FLUSHSIZE",
        (c, n) -> attribute(c, "l", "MEMSTORE_FLUSHSIZE", n)),
    PUT_TIMESTAMP_LEAST(
        0,
        -1,
        "Timestamp cannot be negative",
        (c, n) -> write(c, t -> t.put(new Put(Bytes.toBytes("p")).addColumn(F, Q, n, Q)))),
    DELETE_TIMESTAMP_LEAST(
        0,
        -1,
        "Timestamp cannot be negative",
        (c, n) -> write(c, t -> t.delete(new Delete(Bytes.toBytes("d")).addColumn(F, Q, n)))),
    TIME_RANGE_LEAST(
        0,
        -1,
        "Timestamp cannot be negative",
        (c, n) -> scan(c, new Scan().setTimeRange(n, Long.MAX_VALUE))),
    TIME_RANGE_FROM(5, 6, "maxStamp is smaller", (c, n) -> scan(c, new Scan().setTimeRange(n, 5))),
    GET_VERSIONS_LEAST(
        1,
        0,
        "versions must be positive",
        (c, n) -> write(c, t -> t.get(new Get(ROW).readVersions((int) n)))),
    COUNTER_BYTES(8, 9, "not a long, it's 9 bytes wide", LimitsTest::count),
    COUNTER_BYTES_LEAST(8, 7, "not a long, it's 7 bytes wide", LimitsTest::count);

    private final long taken;
    private final long refused;
    private final String rule;
    private final Limit limit;

    Case(long taken, long refused, String rule, Limit limit) {
      this.taken = taken;
      this.refused = refused;
      this.rule = rule;
      this.limit = limit;
    }
  }

  @org.junit.jupiter.api.Tag("slow")
  @ParameterizedTest
  @EnumSource(Door.class)
  void eachIsTakenAndOnePastItRefused(Door door) throws IOException {
    Configuration conf = door.configuration(directory.resolve("store").toString());
    conf.set(HConstants.RPC_CODEC_CONF_KEY, KeyValueCodecWithTags.class.getName());
    conf.setInt("hbase.client.keyvalue.maxsize", 0);
    try (Connection connection = ConnectionFactory.createConnection(conf)) {
      create(connection, "t", "f");
      put(connection, ROW, Q, 1);
      for (Case each : Case.values()) {
        assertThatThrownBy(() -> each.limit.take(connection, each.refused))
            .as("%s, %s: %d", door, each, each.refused)
            .isInstanceOfAny(IOException.class, IllegalArgumentException.class)
            .hasStackTraceContaining(each.rule);
        each.limit.take(connection, each.taken);
      }
    }
    try (Connection connection = ConnectionFactory.createConnection(conf)) {
      stillThere(connection);
    }
  }

  /** Opened again, the store has the longest of everything, and they can be dropped. */
  private static void stillThere(Connection connection) throws IOException {
    TableName longest = TableName.valueOf("t".repeat(MAX_TABLE_NAME));
    try (Admin admin = connection.getAdmin()) {
      assertThat(admin.listSnapshots()).hasSize(1);
      assertThat(admin.getNamespaceDescriptor("n".repeat(32_767)).getName()).hasSize(32_767);
      assertThat(admin.getDescriptor(TableName.valueOf("a")).getColumnFamilyNames())
          .containsExactly(Bytes.toBytes("f".repeat(127)));
      assertThat(admin.getRegions(TableName.valueOf("s"))).hasSize(2);
      admin.disableTable(longest);
      admin.deleteTable(longest);
      assertThat(admin.tableExists(longest)).isFalse();
    }
    try (Table table = connection.getTable(T)) {
      Result row = table.get(new Get(ROW));
      assertThat(row.getValue(F, Q)).hasSize(MAX_CELL_BYTES - LENGTH_BYTES - CELL_BYTES);
      assertThat(row.size()).isEqualTo(2);
      assertThat(table.get(new Get(new byte[32_767])).isEmpty()).isFalse();
      RawCell tagged = (RawCell) table.get(new Get(Bytes.toBytes("two tags"))).rawCells()[0];
      assertThat(tagged.cloneTags()).hasSize(65_535);
    }
  }

  /** The client's own limit does not count the length field, and has another exception. */
  @ParameterizedTest
  @EnumSource(Door.class)
  void aCellOfTheClient(Door door) throws IOException {
    Configuration conf = door.configuration(directory.resolve("store").toString());
    conf.setInt("hbase.client.keyvalue.maxsize", 1_000);
    try (Connection connection = ConnectionFactory.createConnection(conf)) {
      create(connection, "t", "f");
      assertThatThrownBy(() -> put(connection, ROW, Q, 1_001 - CELL_BYTES))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("KeyValue size too large");
      put(connection, ROW, Q, 1_000 - CELL_BYTES);
    }
  }

  /**
   * HBase's client looks for the region of a row by a row key of hbase:meta that has the table's
   * name, the row and 18 characters more: with a row as long as can be it must know the region.
   */
  @ParameterizedTest
  @EnumSource(Door.class)
  void theLongestRowOfAFirstCall(Door door) throws IOException {
    Configuration conf = door.configuration(directory.resolve("store").toString());
    conf.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 0);
    try (Connection connection = ConnectionFactory.createConnection(conf)) {
      create(connection, "t", "f");
      int longest = 32_767 - "t,".length() - ",99999999999999".length();
      if (door == Door.COMPLETE) {
        assertThatThrownBy(() -> put(connection, new byte[longest + 1], Q, 1))
            .hasStackTraceContaining("startRow's length must be less than or equal to 32767");
      } else {
        put(connection, new byte[longest + 1], Q, 1);
      }
      put(connection, new byte[longest], Q, 1);
      put(connection, new byte[32_767], Q, 1);
    }
  }

  /** Counts that HBase does not bound: many more than any default are taken. */
  @ParameterizedTest
  @EnumSource(Door.class)
  void whatHasNoLimitIsTaken(Door door) throws IOException {
    String store = directory.resolve("store").toString();
    try (Connection connection = ConnectionFactory.createConnection(door.configuration(store))) {
      createWithFamilies(connection, 40);
      versions(connection, "versions", Integer.MAX_VALUE, Integer.MAX_VALUE);
      create(connection, "ttl", f -> f.setTimeToLive(Integer.MAX_VALUE));
      create(connection, "t", "f");
      // More than hbase.rpc.rows.warning.threshold, which HBase refuses only when it is told to.
      try (Table table = connection.getTable(T)) {
        List<Put> puts =
            IntStream.range(0, 5_001)
                .mapToObj(i -> new Put(Bytes.toBytes(i)).addColumn(F, Q, Q))
                .toList();
        table.put(puts);
        Scan scan = new Scan().setAttribute("a", new byte[1 << 20]);
        assertThat(count(table, scan.setCaching(Integer.MAX_VALUE))).isEqualTo(5_001);
        // 0 and less mean the default of a scan's numbers.
        Scan defaults = new Scan().setCaching(0).setBatch(0).setMaxResultSize(0).setLimit(0);
        assertThat(count(table, defaults)).isEqualTo(5_001);
        assertThat(count(table, new Scan().setCaching(-5).setBatch(-5).setMaxResultSize(-5)))
            .isEqualTo(5_001);
        // An answer has a row at least, however small it may be.
        assertThat(count(table, new Scan().setMaxResultSize(1).setLimit(7))).isEqualTo(7);
      }
    }
  }

  /** HBase's addition of longs: no error, and no limit but the bits. */
  @ParameterizedTest
  @EnumSource(Door.class)
  void countersGoRound(Door door) throws IOException {
    String store = directory.resolve("store").toString();
    try (Connection connection = ConnectionFactory.createConnection(door.configuration(store))) {
      create(connection, "t", "f");
      try (Table table = connection.getTable(T)) {
        assertThat(table.incrementColumnValue(ROW, F, Q, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(table.incrementColumnValue(ROW, F, Q, 1)).isEqualTo(Long.MIN_VALUE);
      }
    }
  }

  /** What a program does with a table. */
  private interface Call {
    void on(Table table) throws IOException;
  }

  private static void write(Connection connection, Call call) throws IOException {
    try (Table table = connection.getTable(T)) {
      call.on(table);
    }
  }

  private static void put(Connection connection, byte[] row, byte[] qualifier, int valueBytes)
      throws IOException {
    try (Table table = connection.getTable(T)) {
      table.put(new Put(row).addColumn(F, qualifier, new byte[valueBytes]));
      assertThat(table.get(new Get(row).addColumn(F, qualifier)).value()).hasSize(valueBytes);
    }
  }

  private static void putTag(Connection connection, long bytes) throws IOException {
    Put put = tagged("tag", new ArrayBackedTag((byte) 100, new byte[(int) bytes]));
    write(connection, table -> table.put(List.of(put)));
  }

  /** Tags of so many bytes together, with their lengths and types. */
  private static Tag[] twoTags(long bytes) {
    return new Tag[] {
      new ArrayBackedTag((byte) 100, new byte[7]),
      new ArrayBackedTag((byte) 101, new byte[(int) bytes - 13])
    };
  }

  private static void putTwoTags(Connection connection, long bytes) throws IOException {
    Put put = tagged("two tags", twoTags(bytes));
    write(connection, table -> table.put(List.of(put)));
  }

  /** The time to live of a put becomes a tag of eleven bytes. */
  private static void putTagsWithTtl(Connection connection, long bytes) throws IOException {
    Put put = tagged("ttl", twoTags(bytes)).setTTL(3_600_000);
    write(connection, table -> table.put(List.of(put)));
    write(
        connection,
        table ->
            assertThat(((RawCell) table.get(new Get(put.getRow())).rawCells()[0]).cloneTags())
                .hasSize((int) bytes + 11));
  }

  /** The tags of an old cell come behind those of the increment. */
  private static void incrementTwice(Connection connection, long bytes) throws IOException {
    byte[] row = Bytes.toBytes("tagged counter" + bytes);
    KeyValue first = one(row, new ArrayBackedTag((byte) 100, new byte[40_000 - 3]));
    KeyValue second = one(row, new ArrayBackedTag((byte) 101, new byte[(int) bytes - 40_000 - 3]));
    write(connection, t -> increment(t, new Increment(row).add(first)));
    write(connection, t -> increment(t, new Increment(row).add(second)));
    write(
        connection,
        table ->
            assertThat(((RawCell) table.get(new Get(row)).rawCells()[0]).cloneTags())
                .hasSize((int) bytes));
  }

  /** In a batch: HBase's client leaves out the tags of an increment alone. */
  private static void increment(Table table, Increment increment) throws IOException {
    try {
      table.batch(List.of(increment, new Get(ROW)), new Object[2]);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static KeyValue one(byte[] row, Tag tag) {
    return new KeyValue(row, F, Q, HConstants.LATEST_TIMESTAMP, Bytes.toBytes(1L), new Tag[] {tag});
  }

  private static Put tagged(String row, Tag... tags) throws IOException {
    byte[] key = Bytes.toBytes(row);
    return new Put(key).add(new KeyValue(key, F, Q, HConstants.LATEST_TIMESTAMP, Q, tags));
  }

  private static void count(Connection connection, long valueBytes) throws IOException {
    byte[] row = Bytes.toBytes("counter" + valueBytes);
    write(connection, table -> table.put(new Put(row).addColumn(F, Q, new byte[(int) valueBytes])));
    write(connection, table -> table.increment(new Increment(row).addColumn(F, Q, 1)));
  }

  private static void scan(Connection connection, Scan scan) throws IOException {
    try (Table table = connection.getTable(T)) {
      assertThat(count(table, scan)).isNotNegative();
    }
  }

  private static int count(Table table, Scan scan) throws IOException {
    int rows = 0;
    try (ResultScanner scanner = table.getScanner(scan)) {
      while (scanner.next() != null) {
        rows++;
      }
    }
    return rows;
  }

  private static void createNamespace(Connection connection, long bytes) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createNamespace(NamespaceDescriptor.create("n".repeat((int) bytes)).build());
    }
  }

  private static void snapshot(Connection connection, long bytes) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.snapshot("s".repeat((int) bytes), T);
    }
  }

  private static void createSplit(Connection connection, String name, byte[]... keys)
      throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(table(name).setColumnFamily(family("f").build()).build(), keys);
    }
  }

  private static void createWithFamilies(Connection connection, long families) throws IOException {
    TableDescriptorBuilder table = table("families");
    for (int i = 0; i < families; i++) {
      table.setColumnFamily(family("f" + i).build());
    }
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(table.build());
    }
  }

  private static void versions(Connection connection, String name, long most, long least)
      throws IOException {
    create(connection, name, f -> f.setMaxVersions((int) most).setMinVersions((int) least));
  }

  private static void attribute(Connection connection, String name, String key, long value)
      throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          table(name)
              .setColumnFamily(family("f").build())
              .setValue(key, Long.toString(value))
              .build());
    }
  }

  private static void create(Connection connection, String name, String family) throws IOException {
    create(connection, name, family(family));
  }

  private static void create(
      Connection connection, String name, UnaryOperator<ColumnFamilyDescriptorBuilder> with)
      throws IOException {
    create(connection, name, with.apply(family("f")));
  }

  private static void create(
      Connection connection, String name, ColumnFamilyDescriptorBuilder family) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(table(name).setColumnFamily(family.build()).build());
    }
  }

  private static TableDescriptorBuilder table(String name) {
    return TableDescriptorBuilder.newBuilder(TableName.valueOf(name));
  }

  private static ColumnFamilyDescriptorBuilder family(String name) {
    return ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(name));
  }
}
