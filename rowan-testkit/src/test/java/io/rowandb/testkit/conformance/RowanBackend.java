package io.rowandb.testkit.conformance;

import io.rowandb.client.Rowan;
import io.rowandb.client.adapter.DescriptorAdapter;
import io.rowandb.client.inprocess.CompleteDoor;
import io.rowandb.client.store.SharedStore;
import io.rowandb.engine.Database;
import io.rowandb.engine.compaction.CompactionPolicy;
import io.rowandb.engine.compaction.CompactionSelection;
import io.rowandb.engine.compaction.StoreFileSummary;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** Rowan by one of its two doors, with files in memory and no work in the background. */
final class RowanBackend implements Backend {
  /** As in HBase: fewer files are not worth a minor compaction. */
  private static final int MIN_FILES = 3;

  // Fixed at construction.
  private final String name;
  private final Configuration conf;
  private final BackendClock clock = new BackendClock();
  private final FileSystem files = new MemoryFileSystem();
  private final OnDemandPolicy policy = new OnDemandPolicy();

  // Exchanged by reopening.
  private Database database;
  private Connection connection;

  private RowanBackend(String name, Configuration conf) throws IOException {
    this.name = name;
    this.conf = conf;
    // A test that must fail should not wait for minutes.
    conf.setInt("hbase.client.retries.number", 3);
    conf.setInt("hbase.client.pause", 1);
    start();
  }

  /** Rowan's own classes. */
  static Backend fast() throws IOException {
    return new RowanBackend("fast", Rowan.configuration("mem:conformance-fast"));
  }

  /** HBase's classes over the transport inside the process. */
  static Backend complete() throws IOException {
    return new RowanBackend(
        "complete", CompleteDoor.configure(Rowan.configuration("mem:conformance-complete")));
  }

  private void start() throws IOException {
    database =
        Database.open(
            DatabaseOptions.builder(Path.of("conformance"))
                .fileSystem(files)
                .clock(clock)
                .compactionPolicy(settings -> policy)
                .globalMemStoreBytes(256L << 20)
                .blockCacheBytes(64L << 20)
                .backgroundThreads(0)
                .build());
    try (SharedStore store = SharedStore.share(conf, database)) {
      assert store.database() == database;
      // From here on the connection alone holds the database: closing it closes both.
      connection = open();
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.allOf(Capability.class);
  }

  @Override
  public Connection connection() {
    return connection;
  }

  @Override
  public Connection open() throws IOException {
    return ConnectionFactory.createConnection(conf);
  }

  @Override
  public AsyncConnection openAsync() throws IOException {
    return ConnectionFactory.createAsyncConnection(conf).join();
  }

  @Override
  public void flush(TableName table) throws IOException {
    database.flush(DescriptorAdapter.engine(table));
  }

  @Override
  public void compact(TableName table) throws IOException {
    policy.allow(true);
    database.compact(DescriptorAdapter.engine(table), null, false);
    policy.allow(false);
  }

  @Override
  public void majorCompact(TableName table) throws IOException {
    database.compact(DescriptorAdapter.engine(table), null, true);
  }

  @Override
  public void reopen() throws IOException {
    connection.close();
    start();
  }

  @Override
  public BackendClock clock() {
    return clock;
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }

  /** Compacts nothing unless asked, as a cluster that has just been started. */
  private static final class OnDemandPolicy implements CompactionPolicy {
    private volatile boolean allowed;

    void allow(boolean minor) {
      allowed = minor;
    }

    @Override
    public CompactionSelection select(
        List<StoreFileSummary> oldestFirst, Wish wish, long ttlMillis, long nowMillis) {
      int count = oldestFirst.size();
      return wish == Wish.MAJOR || (allowed && count >= MIN_FILES)
          ? CompactionSelection.of(0, count, count)
          : CompactionSelection.NONE;
    }
  }
}
