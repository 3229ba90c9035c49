package io.rowandb.testkit.oracle;

import io.rowandb.client.Rowan;
import io.rowandb.client.adapter.DescriptorAdapter;
import io.rowandb.client.inprocess.CompleteDoor;
import io.rowandb.client.store.SharedStore;
import io.rowandb.engine.Database;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * A whole database behind HBase's {@code Connection} and {@code Table}: log, flushes, files,
 * recovery. Work that would run in the background runs when the history says so.
 */
final class DatabaseRegionDriver implements RegionDriver {
  /** What the answers are compared with, and by which door they come. */
  enum Door {
    /** The fast door, compared with a region alone. */
    REGION,
    /** The fast door, compared with HBase's client. */
    FAST,
    /** HBase's client over Rowan, compared with HBase's client over HBase. */
    COMPLETE
  }

  // Fixed at construction.
  private final FileSystem fileSystem;
  private final Door door;
  private final TableDescriptor table;
  private final io.rowandb.engine.catalog.TableName name;
  private final Clock clock;
  private final ChosenFilesPolicy policy = new ChosenFilesPolicy();

  // Exchanged by reopening.
  private Path directory;
  private Database database;
  private Connection connection;
  private TableCalls calls;
  private int recoveries;

  /**
   * A driver of a fresh database.
   *
   * @param door by which it is asked
   */
  DatabaseRegionDriver(
      TableDescriptor table, Clock clock, FileSystem fileSystem, Path directory, Door door)
      throws IOException {
    this.door = door;
    this.fileSystem = fileSystem;
    this.table = table;
    this.name = DescriptorAdapter.engine(table.getTableName());
    this.clock = clock;
    this.directory = directory.resolve("0");
    fileSystem.createDirectories(directory);
    start();
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(table);
    }
  }

  private void start() throws IOException {
    database =
        Database.open(
            DatabaseOptions.builder(directory)
                .fileSystem(fileSystem)
                .clock(clock)
                .compactionPolicy(settings -> policy)
                .familyDefaults(Map.of(OracleRegion.DROPS_EXPIRED, "false"))
                .globalMemStoreBytes(64 << 20)
                .blockCacheBytes(1 << 20)
                .backgroundThreads(0)
                .build());
    Configuration conf = Rowan.configuration(new Configuration(false), directory.toString());
    if (door == Door.COMPLETE) {
      CompleteDoor.configure(conf);
      conf.setInt("hbase.client.retries.number", 1);
    }
    try (SharedStore store = SharedStore.share(conf, database)) {
      assert store.database() == database;
      // From here on the connection alone holds the database: closing it closes both.
      connection = ConnectionFactory.createConnection(conf);
    }
    calls = new TableCalls(connection.getTable(table.getTableName()), door != Door.REGION);
  }

  @Override
  public List<String> call(Row action) throws IOException {
    return calls.call(action);
  }

  @Override
  public List<List<String>> batch(List<Row> actions) throws IOException {
    return calls.batch(actions);
  }

  @Override
  public void flush() throws IOException {
    database.flush(name);
  }

  @Override
  public void compactNewest(int files) throws IOException {
    for (byte[] family : table.getColumnFamilyNames()) {
      policy.choose(files);
      database.compact(name, new String(family, java.nio.charset.StandardCharsets.UTF_8), false);
    }
    policy.choose(0);
  }

  @Override
  public void compactAll() throws IOException {
    database.compact(name, null, true);
  }

  @Override
  public void reopen() throws IOException {
    connection.close();
    start();
  }

  /** Goes on with a copy of the files as they are while the database is open. */
  @Override
  public void recover() throws IOException {
    Path abandoned = directory;
    Path copy = abandoned.resolveSibling(Integer.toString(++recoveries));
    FileTree.copy(fileSystem, abandoned, copy);
    connection.close();
    FileTree.delete(fileSystem, abandoned);
    directory = copy;
    start();
  }

  @Override
  public void split(byte[] row) throws IOException {
    RegionSplit.at(connection, table.getTableName(), row);
    // The split has flushed its own region alone.
    database.flush(name);
  }

  @Override
  public OpenScan open(Scan scan) throws IOException {
    return calls.open(scan);
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
