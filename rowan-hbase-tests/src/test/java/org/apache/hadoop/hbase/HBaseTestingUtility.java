package org.apache.hadoop.hbase;

import static org.junit.Assume.assumeFalse;

import io.rowandb.client.Rowan;
import io.rowandb.client.inprocess.CompleteDoor;
import io.rowandb.client.store.EngineSettings;
import io.rowandb.client.store.SharedStore;
import io.rowandb.engine.Database;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.HBaseAdmin;
import org.apache.hadoop.hbase.client.Hbck;
import org.apache.hadoop.hbase.client.MasterRegistry;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * What HBase's own client tests know their cluster by, over an embedded store. It stands before
 * HBase's class of the same name on the class path, so that the tests run as they were compiled.
 *
 * <p>Starting opens a fresh store in memory, at the door that the system property {@code
 * rowan.test.door} names ({@code complete}, the default, or {@code fast}); stopping closes the
 * connection, and the store goes with it. What hands out a server, a region or a disk of HBase's is
 * left out: a test that asks for it ends with {@link NoSuchMethodError}, and stands in {@code
 * excluded-tests.txt}.
 *
 * <p>As HBase's, for one test thread at a time, but for {@link #getConnection}.
 */
// The tests were compiled against HBase's deprecated classes, and against public arrays.
@SuppressWarnings({"deprecation", "MutablePublicArray"})
public class HBaseTestingUtility extends HBaseCommonTestingUtility {
  /** The system property that names the door. */
  static final String DOOR_PROPERTY = "rowan.test.door";

  /** Families of {@link #createTableDescriptor(TableName)}. */
  public static final byte[] fam1 = Bytes.toBytes("colfamily11");

  public static final byte[] fam2 = Bytes.toBytes("colfamily21");
  public static final byte[] fam3 = Bytes.toBytes("colfamily31");
  public static final byte[][] COLUMNS = {fam1, fam2, fam3};

  /** The first row of {@link #ROWS}. */
  public static final byte[] START_KEY_BYTES = {'a', 'a', 'a'};

  public static final String START_KEY = Bytes.toString(START_KEY_BYTES);

  /** The rows of {@link #loadTable}: aaa to zzz. */
  public static final byte[][] ROWS = threeLetterRows();

  /** Where {@link #createMultiRegionTable(TableName, byte[])} splits: bbb, ccc, …, zzz. */
  public static final byte[][] KEYS_FOR_HBA_CREATE_TABLE = rowsOfEqualLetters('b', 'z');

  /** The start keys of its regions but the last: empty, bbb, …, yyy. */
  public static final byte[][] KEYS = startKeys();

  private static final int DEFAULT_VERSIONS = 3;
  private static final long WAIT_MILLIS = 30_000;
  private static final AtomicInteger STORES = new AtomicInteger();

  /** Holds the store open between connections; null while stopped. */
  private SharedStore store;

  /** Opened by the first who asks. */
  private Connection connection;

  /** A utility with HBase's defaults. */
  public HBaseTestingUtility() {
    this(HBaseConfiguration.create());
  }

  /** A utility that leads {@code conf} itself to its store. */
  public HBaseTestingUtility(Configuration conf) {
    super(conf == null ? HBaseConfiguration.create() : conf);
    // As in the hbase-site.xml with which HBase runs these tests.
    this.conf.setBoolean("hbase.table.sanity.checks", false);
  }

  // Starting and stopping.

  public MiniHBaseCluster startMiniCluster() throws Exception {
    return startMiniHBaseCluster();
  }

  /** The number of servers is not heeded: one process is one server. */
  public MiniHBaseCluster startMiniCluster(int servers) throws Exception {
    return startMiniHBaseCluster();
  }

  public MiniHBaseCluster startMiniCluster(StartMiniClusterOption option) throws Exception {
    return startMiniHBaseCluster();
  }

  public MiniHBaseCluster startMiniHBaseCluster(StartMiniClusterOption option) throws IOException {
    return startMiniHBaseCluster();
  }

  public MiniHBaseCluster startMiniHBaseCluster() throws IOException {
    if (store != null) {
      throw new IllegalStateException("Already started");
    }
    boolean repeated = isRepeatedForAnotherRegistry();
    String path = "mem:hbase-tests-" + STORES.incrementAndGet();
    for (Map.Entry<String, String> setting : Rowan.configuration(new Configuration(false), path)) {
      conf.set(setting.getKey(), setting.getValue());
    }
    String door = System.getProperty(DOOR_PROPERTY, "complete");
    switch (door) {
      case "complete" -> CompleteDoor.configure(conf);
      case "fast" -> {}
      default ->
          throw new IllegalArgumentException(DOOR_PROPERTY + " is fast or complete: " + door);
    }
    // Only now, as the test takes the registry in the configuration for the one it started with.
    assumeFalse("A store has one registry, and the test has run with it", repeated);
    store =
        SharedStore.share(
            conf, Database.open(EngineSettings.of(conf).clock(new MillisecondsApart()).build()));
    return new MiniHBaseCluster(conf);
  }

  /** Some tests are there once for each way in which a client may find a cluster. */
  private boolean isRepeatedForAnotherRegistry() {
    String registry = conf.get(HConstants.CLIENT_CONNECTION_REGISTRY_IMPL_CONF_KEY, "");
    return registry.equals("org.apache.hadoop.hbase.client.ZKConnectionRegistry")
        || (registry.equals(MasterRegistry.class.getName())
            && conf.getInt(MasterRegistry.MASTER_REGISTRY_HEDGED_REQS_FANOUT_KEY, 1) > 1);
  }

  public void shutdownMiniCluster() throws IOException {
    shutdownMiniHBaseCluster();
  }

  /**
   * Also takes back the clock that a test may have put in: HBase gives each class a process of its
   * own, but here the next one would find a clock that stands still, or is minutes ahead.
   */
  public void shutdownMiniHBaseCluster() throws IOException {
    closeConnection();
    SharedStore closing = store;
    store = null;
    try {
      if (closing != null) {
        closing.close();
      }
    } finally {
      EnvironmentEdgeManager.reset();
    }
  }

  public MiniHBaseCluster getMiniHBaseCluster() {
    return getHBaseCluster();
  }

  public MiniHBaseCluster getHBaseCluster() {
    return new MiniHBaseCluster(conf);
  }

  // Connections.

  public synchronized Connection getConnection() throws IOException {
    if (connection == null) {
      connection = ConnectionFactory.createConnection(conf);
    }
    return connection;
  }

  private synchronized void closeConnection() throws IOException {
    Connection closing = connection;
    connection = null;
    if (closing != null) {
      closing.close();
    }
  }

  public Admin getAdmin() throws IOException {
    return getConnection().getAdmin();
  }

  public HBaseAdmin getHBaseAdmin() throws IOException {
    return (HBaseAdmin) getAdmin();
  }

  public Hbck getHbck() throws IOException {
    return getConnection().getHbck();
  }

  // Tables.

  public HTableDescriptor createTableDescriptor(TableName name) {
    return descriptor(name, COLUMNS, versions(COLUMNS.length, DEFAULT_VERSIONS), 0);
  }

  public Table createTable(TableName name, String family) throws IOException {
    return createTable(name, new String[] {family});
  }

  public Table createTable(TableName name, String[] families) throws IOException {
    return createTable(name, Arrays.stream(families).map(Bytes::toBytes).toArray(byte[][]::new));
  }

  public Table createTable(TableName name, byte[] family) throws IOException {
    return createTable(name, new byte[][] {family});
  }

  public Table createTable(TableName name, byte[][] families) throws IOException {
    return createTable(name, families, (byte[][]) null);
  }

  public Table createTable(TableName name, byte[] family, byte[][] splitKeys) throws IOException {
    return createTable(name, new byte[][] {family}, splitKeys);
  }

  public Table createTable(TableName name, byte[][] families, byte[][] splitKeys)
      throws IOException {
    return createTable(new HTableDescriptor(name), families, splitKeys, conf);
  }

  public Table createTable(TableName name, byte[][] families, byte[][] splitKeys, int replicas)
      throws IOException {
    HTableDescriptor table = new HTableDescriptor(name);
    table.setRegionReplication(replicas);
    return createTable(table, families, splitKeys, conf);
  }

  public Table createTable(
      TableDescriptor table, byte[][] families, byte[][] splitKeys, Configuration unused)
      throws IOException {
    return createTable(
        table, families, splitKeys, BloomType.NONE, HConstants.DEFAULT_BLOCKSIZE, unused);
  }

  public Table createTable(
      TableDescriptor table,
      byte[][] families,
      byte[][] splitKeys,
      BloomType bloom,
      int blockBytes,
      Configuration unused)
      throws IOException {
    TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(table);
    for (byte[] family : families) {
      builder.setColumnFamily(
          ColumnFamilyDescriptorBuilder.newBuilder(family)
              .setBloomFilterType(bloom)
              .setBlocksize(blockBytes)
              .build());
    }
    return createTable(builder.build(), splitKeys);
  }

  public Table createTable(TableDescriptor table, byte[][] splitKeys) throws IOException {
    getAdmin().createTable(table, splitKeys);
    return getConnection().getTable(table.getTableName());
  }

  public Table createTable(TableName name, byte[] family, int versions) throws IOException {
    return createTable(name, new byte[][] {family}, versions);
  }

  public Table createTable(TableName name, byte[][] families, int versions) throws IOException {
    return createTable(name, families, versions(families.length, versions));
  }

  public Table createTable(TableName name, byte[][] families, int[] versions) throws IOException {
    return createTable(descriptor(name, families, versions, 0), null);
  }

  public Table createTable(TableName name, byte[][] families, int versions, byte[][] splitKeys)
      throws IOException {
    return createTable(
        descriptor(name, families, versions(families.length, versions), 0), splitKeys);
  }

  public Table createTable(TableName name, byte[][] families, int versions, int blockBytes)
      throws IOException {
    return createTable(
        descriptor(name, families, versions(families.length, versions), blockBytes), null);
  }

  public Table createTable(
      TableName name,
      byte[][] families,
      int versions,
      byte[] firstSplit,
      byte[] lastSplit,
      int regions)
      throws IOException {
    getAdmin()
        .createTable(
            descriptor(name, families, versions(families.length, versions), 0),
            firstSplit,
            lastSplit,
            regions);
    return getConnection().getTable(name);
  }

  public Table createMultiRegionTable(TableName name, byte[] family) throws IOException {
    return createTable(name, family, KEYS_FOR_HBA_CREATE_TABLE);
  }

  public Table createMultiRegionTable(TableName name, byte[][] families) throws IOException {
    return createTable(name, families, KEYS_FOR_HBA_CREATE_TABLE);
  }

  public Table createMultiRegionTable(TableName name, byte[][] families, int versions)
      throws IOException {
    return createTable(name, families, versions, KEYS_FOR_HBA_CREATE_TABLE);
  }

  public Table createMultiRegionTable(TableName name, byte[] family, int regions)
      throws IOException {
    byte[][] splits = Bytes.split(Bytes.toBytes("aaaaa"), Bytes.toBytes("zzzzz"), regions - 3);
    return createTable(name, family, splits);
  }

  public void deleteTable(TableName name) throws IOException {
    Admin admin = getAdmin();
    if (!admin.isTableDisabled(name)) {
      admin.disableTable(name);
    }
    admin.deleteTable(name);
  }

  public void deleteTableIfAny(TableName name) throws IOException {
    if (getAdmin().tableExists(name)) {
      deleteTable(name);
    }
  }

  public Table truncateTable(TableName name) throws IOException {
    return truncateTable(name, false);
  }

  public Table truncateTable(TableName name, boolean preserveSplits) throws IOException {
    Admin admin = getAdmin();
    if (!admin.isTableDisabled(name)) {
      admin.disableTable(name);
    }
    admin.truncateTable(name, preserveSplits);
    return getConnection().getTable(name);
  }

  private static HTableDescriptor descriptor(
      TableName name, byte[][] families, int[] versions, int blockBytes) {
    HTableDescriptor table = new HTableDescriptor(name);
    for (int i = 0; i < families.length; i++) {
      HColumnDescriptor family = new HColumnDescriptor(families[i]).setMaxVersions(versions[i]);
      if (blockBytes > 0) {
        family.setBlocksize(blockBytes);
      }
      table.addFamily(family);
    }
    return table;
  }

  private static int[] versions(int families, int versions) {
    return IntStream.generate(() -> versions).limit(families).toArray();
  }

  // Content.

  public int loadTable(Table table, byte[] family) throws IOException {
    return loadTable(table, new byte[][] {family}, null);
  }

  public int loadTable(Table table, byte[] family, boolean writeToLog) throws IOException {
    return loadTable(table, new byte[][] {family}, null, writeToLog);
  }

  public int loadTable(Table table, byte[][] families) throws IOException {
    return loadTable(table, families, null);
  }

  public int loadTable(Table table, byte[][] families, byte[] value) throws IOException {
    return loadTable(table, families, value, true);
  }

  /** Puts a cell of each family, the family its qualifier too, into each of {@link #ROWS}. */
  public int loadTable(Table table, byte[][] families, byte[] value, boolean writeToLog)
      throws IOException {
    List<Put> puts = new ArrayList<>(ROWS.length);
    for (byte[] row : ROWS) {
      Put put =
          new Put(row).setDurability(writeToLog ? Durability.USE_DEFAULT : Durability.SKIP_WAL);
      for (byte[] family : families) {
        put.addColumn(family, family, value == null ? row : value);
      }
      puts.add(put);
    }
    table.put(puts);
    return puts.size();
  }

  /** Puts a row named by each number from {@code start} up to, not including, {@code end}. */
  public void loadNumericRows(Table table, byte[] family, int start, int end) throws IOException {
    for (int i = start; i < end; i++) {
      byte[] data = Bytes.toBytes(String.valueOf(i));
      table.put(new Put(data).addColumn(family, null, data));
    }
  }

  /** Puts rows with random keys of a given length. */
  public void loadRandomRows(Table table, byte[] family, int keyBytes, int rows)
      throws IOException {
    byte[] row = new byte[keyBytes];
    for (int i = 0; i < rows; i++) {
      ThreadLocalRandom.current().nextBytes(row);
      table.put(new Put(row).addColumn(family, new byte[] {0}, new byte[] {0}));
    }
  }

  public int countRows(Table table) throws IOException {
    return countRows(table, new Scan());
  }

  public int countRows(TableName name) throws IOException {
    try (Table table = getConnection().getTable(name)) {
      return countRows(table);
    }
  }

  public int countRows(Table table, byte[]... families) throws IOException {
    Scan scan = new Scan();
    Arrays.stream(families).forEach(scan::addFamily);
    return countRows(table, scan);
  }

  public int countRows(Table table, Scan scan) throws IOException {
    int rows = 0;
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result row : scanner) {
        rows += row.isEmpty() ? 0 : 1;
      }
    }
    return rows;
  }

  public void flush() throws IOException {
    for (TableName table : getAdmin().listTableNames()) {
      flush(table);
    }
  }

  public void flush(TableName name) throws IOException {
    getAdmin().flush(name);
  }

  /** Returns when the compaction is done, as HBase's does. */
  public void compact(TableName name, boolean major) throws IOException {
    Admin admin = getAdmin();
    if (major) {
      admin.majorCompact(name);
    } else {
      admin.compact(name);
    }
    waitFor(WAIT_MILLIS, () -> admin.getCompactionState(name) == CompactionState.NONE);
  }

  // Waiting for what is done when the call that asked for it returns.

  public void waitTableAvailable(TableName name) throws IOException {
    waitTableAvailable(name, WAIT_MILLIS);
  }

  public void waitTableAvailable(byte[] name, long timeoutMillis) throws IOException {
    waitTableAvailable(TableName.valueOf(name), timeoutMillis);
  }

  public void waitTableAvailable(TableName name, long timeoutMillis) throws IOException {
    waitFor(timeoutMillis, () -> getAdmin().isTableAvailable(name));
  }

  public void waitTableEnabled(TableName name) throws IOException {
    waitFor(WAIT_MILLIS, () -> getAdmin().isTableEnabled(name));
  }

  public void waitTableDisabled(byte[] name) throws IOException {
    waitFor(WAIT_MILLIS, () -> getAdmin().isTableDisabled(TableName.valueOf(name)));
  }

  public void waitUntilAllRegionsAssigned(TableName name) throws IOException {
    waitTableAvailable(name);
  }

  public void waitUntilNoRegionsInTransition() throws IOException {
    waitUntilNoRegionsInTransition(WAIT_MILLIS);
  }

  public void waitUntilNoRegionsInTransition(long timeoutMillis) throws IOException {
    waitFor(
        timeoutMillis,
        () -> getAdmin().getClusterMetrics().getRegionStatesInTransition().isEmpty());
  }

  // Comparing and changing.

  /** Fails unless two tables have equal families and attributes; their names may differ. */
  public void verifyTableDescriptorIgnoreTableName(TableDescriptor left, TableDescriptor right) {
    TableDescriptorBuilder renamed = TableDescriptorBuilder.newBuilder(right.getTableName());
    left.getValues().forEach((key, value) -> renamed.setValue(key.copyBytes(), value.copyBytes()));
    for (ColumnFamilyDescriptor family : left.getColumnFamilies()) {
      renamed.setColumnFamily(family);
    }
    if (TableDescriptor.COMPARATOR.compare(renamed.build(), right) != 0) {
      throw new AssertionError(left + " differs from " + right + " in more than its name");
    }
  }

  public static void setReplicas(Admin admin, TableName name, int replicas) throws IOException {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(admin.getDescriptor(name));
    admin.modifyTable(table.setRegionReplication(replicas).build());
  }

  public static void setReplicas(AsyncAdmin admin, TableName name, int replicas) {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(admin.getDescriptor(name).join());
    admin.modifyTable(table.setRegionReplication(replicas).build()).join();
  }

  // The rows of loadTable.

  private static byte[][] threeLetterRows() {
    List<byte[]> rows = new ArrayList<>();
    for (byte first = 'a'; first <= 'z'; first++) {
      for (byte second = 'a'; second <= 'z'; second++) {
        for (byte third = 'a'; third <= 'z'; third++) {
          rows.add(new byte[] {first, second, third});
        }
      }
    }
    return rows.toArray(byte[][]::new);
  }

  private static byte[][] rowsOfEqualLetters(char from, char to) {
    return IntStream.rangeClosed(from, to)
        .mapToObj(letter -> new byte[] {(byte) letter, (byte) letter, (byte) letter})
        .toArray(byte[][]::new);
  }

  private static byte[][] startKeys() {
    List<byte[]> keys = new ArrayList<>();
    keys.add(HConstants.EMPTY_BYTE_ARRAY);
    keys.addAll(Arrays.asList(rowsOfEqualLetters('b', 'y')));
    return keys.toArray(byte[][]::new);
  }
}
