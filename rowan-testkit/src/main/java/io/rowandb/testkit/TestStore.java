package io.rowandb.testkit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.client.Rowan;
import io.rowandb.client.adapter.DescriptorAdapter;
import io.rowandb.client.adapter.ExceptionAdapter;
import io.rowandb.client.store.EngineSettings;
import io.rowandb.client.store.SharedStore;
import io.rowandb.client.store.StoreKeys;
import io.rowandb.engine.Database;
import io.rowandb.engine.background.TableView;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.FutureUtils;

/**
 * A store in memory, with operations for tests that a program does not have: move its clock, crash
 * it, fork it, roll it back. {@link RowanTest} makes one for each test; without it:
 *
 * <pre>
 *   try (TestStore store = TestStore.open()) {
 *     store.admin().createTable(…);
 *     …
 *   }
 * </pre>
 *
 * <ol>
 *   <li>Connections belong to the name of a store, not to its current content: after {@link
 *       #crash}, {@link #losePower}, {@link #restart} and {@link #rollBack} open connections
 *       continue with the new content, as on a restarted cluster. Open scanners fail.
 *   <li>Nothing happens in the background. A flush or compaction that a write makes necessary runs
 *       in the writing thread; {@link #flush} and {@link #compact} are complete when they return.
 * </ol>
 *
 * Safe for use by many threads; the methods that change the store as a whole run one at a time, and
 * a concurrent request of another thread may fail. Lives until {@link #close}.
 */
public final class TestStore implements AutoCloseable {
  /** Work runs in the thread that causes it. */
  private static final String THREADS_KEY = "rowan.background.threads";

  private static final AtomicInteger NUMBER = new AtomicInteger();

  /** What {@link #rollBack} returns to. */
  private record Checkpoint(MemoryFileSystem disk, TestClock.Reading time) {}

  // Fixed at construction.
  private final String name;
  private final String path;
  private final Configuration conf;
  private final TestClock clock;
  private final DatabaseOptions.Builder options;
  private final SharedStore share;
  private final Set<TestStore> among;

  /** Those of its forks that are open; a fork that closes takes itself out, under its own lock. */
  private final Set<TestStore> forks = ConcurrentHashMap.newKeySet();

  @GuardedBy("this")
  private MemoryFileSystem disk;

  @GuardedBy("this")
  private Checkpoint checkpoint;

  /** What was handed out, to be closed with the store, the last first. */
  @GuardedBy("this")
  private final List<AutoCloseable> handedOut = new ArrayList<>();

  @GuardedBy("this")
  private Connection connection;

  @GuardedBy("this")
  private AsyncConnection asyncConnection;

  @GuardedBy("this")
  private boolean closed;

  /**
   * @param path what the store was called when its disk was made: files are named by it
   * @param among where it takes itself out when it closes
   */
  private TestStore(
      String name,
      Configuration conf,
      TestClock clock,
      String path,
      MemoryFileSystem disk,
      Set<TestStore> among)
      throws IOException {
    this.name = name;
    this.path = path;
    this.among = among;
    this.conf = new Configuration(conf);
    this.clock = clock;
    this.disk = disk;
    this.conf.set(Rowan.PATH_KEY, path);
    this.options = EngineSettings.of(this.conf).clock(clock);
    this.conf.set(Rowan.PATH_KEY, "mem:" + name);
    Database started = start(disk);
    try {
      this.share = SharedStore.share(this.conf, started);
    } catch (IOException | RuntimeException | Error e) {
      discardAfter(e, started);
      throw e;
    }
  }

  /** A new, empty store that is used through the fast door. */
  public static TestStore open() throws IOException {
    return open("test", Door.FAST, new Configuration(false));
  }

  /**
   * A new, empty store.
   *
   * @param name for messages; a number is added to make it unlike all others
   * @param settings HBase's settings for store and connections, before its defaults
   */
  public static TestStore open(String name, Door door, Configuration settings) throws IOException {
    Configuration conf = Rowan.configuration("mem:new");
    settings.forEach(entry -> conf.set(entry.getKey(), entry.getValue()));
    conf.setIfUnset(THREADS_KEY, "0");
    door.configure(conf);
    String unlike = unlike(name.replace('/', '.'));
    return new TestStore(
        unlike,
        conf,
        new TestClock(),
        "mem:" + unlike,
        new MemoryFileSystem(StoreKeys.of(conf)),
        ConcurrentHashMap.newKeySet());
  }

  private static String unlike(String name) {
    return name + "-" + NUMBER.incrementAndGet();
  }

  @GuardedBy("this")
  private Database start(MemoryFileSystem from) throws IOException {
    return Database.open(options.fileSystem(from).build());
  }

  /** Its name, unlike that of any other store of the process: {@code mem:} and this is its path. */
  public String name() {
    return name;
  }

  /** A configuration that leads here, for a program that opens its own connection; a copy. */
  public Configuration configuration() {
    return new Configuration(conf);
  }

  /** The time of the store. */
  public TestClock clock() {
    return clock;
  }

  /** The store's own connection, opened when first asked for, and closed with the store. */
  public synchronized Connection connection() throws IOException {
    checkOpen();
    if (connection == null || connection.isClosed()) {
      connection = handOut(ConnectionFactory.createConnection(conf));
    }
    return connection;
  }

  /** The store's own asynchronous connection, of HBase's own class whatever the door. */
  public synchronized AsyncConnection asyncConnection() throws IOException {
    checkOpen();
    if (asyncConnection == null || asyncConnection.isClosed()) {
      asyncConnection = handOut(FutureUtils.get(ConnectionFactory.createAsyncConnection(conf)));
    }
    return asyncConnection;
  }

  /** A new {@code Admin} of {@link #connection}, closed with the store. */
  public synchronized Admin admin() throws IOException {
    return handOut(connection().getAdmin());
  }

  /**
   * A new {@code Table} of {@link #connection}, closed with the store; for one thread at a time, as
   * HBase's. Whether the table exists, the first request finds out.
   */
  public synchronized Table table(String table) throws IOException {
    return handOut(connection().getTable(TableName.valueOf(table)));
  }

  /** Writes the memstores of all tables to files. */
  public synchronized void flush() throws IOException {
    Database database = database();
    for (io.rowandb.engine.catalog.TableName table : database.tableNames()) {
      if (database.table(table).enabled()) {
        database.flush(table);
      }
    }
  }

  /** Writes the memstores of a table to files. */
  public synchronized void flush(TableName table) throws IOException {
    Database database = database();
    onTable(table, database::flush);
  }

  /** Merges files of a table as HBase's policy chooses them: a minor compaction, or nothing. */
  public synchronized void compact(TableName table) throws IOException {
    Database database = database();
    onTable(table, each -> database.compact(each, null, /* major= */ false));
  }

  /** Merges all files of each family of a table: a major compaction. */
  public synchronized void majorCompact(TableName table) throws IOException {
    Database database = database();
    onTable(table, each -> database.compact(each, null, /* major= */ true));
  }

  /**
   * Splits the region that holds a row.
   *
   * @param row the first row of the second of the two new regions
   * @throws IOException when HBase would refuse it: the row is the first of its region already, or
   *     the region was split before and not compacted since
   */
  public synchronized void split(TableName table, byte[] row) throws IOException {
    Database database = database();
    onTable(
        table, each -> share.tableChanges().apply(each, name -> splitRegion(database, name, row)));
  }

  private static void splitRegion(
      Database database, io.rowandb.engine.catalog.TableName table, byte[] row) throws IOException {
    TableView view = database.table(table);
    if (view == null) {
      throw ExceptionAdapter.tableNotFound(table);
    }
    List<RegionInfo> daughters = database.splitRegion(view.locate(row).info().encodedName(), row);
    assert daughters.size() == 2;
  }

  /**
   * The process dies and is restarted. Everything that it had passed to the operating system
   * survives: all acknowledged writes except those with {@code ASYNC_WAL} and {@code SKIP_WAL}.
   */
  public synchronized void crash() throws IOException {
    checkOpen();
    goOnWith(disk.afterProcessDeath());
  }

  /**
   * Power fails and comes back. Only what was forced to disk survives: files, tables, and writes
   * with {@code FSYNC_WAL} together with all earlier ones. A store outside a test forces the rest
   * of its log within a second; this one does not, so it always shows the worst case.
   */
  public synchronized void losePower() throws IOException {
    checkOpen();
    goOnWith(disk.afterPowerLoss());
  }

  /** The store is closed as it should be, and opened again; nothing is lost. */
  public synchronized void restart() throws IOException {
    Database ended = database();
    try {
      ended.close();
    } finally {
      goOnWith(disk); // also when it did not close well: the log has what is not in files
    }
  }

  /**
   * Keeps what the store holds now, and the time, for {@link #rollBack}; what was kept before is
   * forgotten. Flushes all tables. Contents are not copied, then or later.
   */
  public synchronized void checkpoint() throws IOException {
    database().checkpoint();
    checkpoint = new Checkpoint(disk.fork(), clock.reading());
  }

  /**
   * Returns to the last {@link #checkpoint}, which stays: content, tables and the clock's distance
   * from the time of day are as they were. Takes a few milliseconds, whatever the store holds.
   *
   * @throws IllegalStateException when there is no checkpoint
   */
  public synchronized void rollBack() throws IOException {
    checkOpen();
    if (checkpoint == null) {
      throw new IllegalStateException("There is no checkpoint of store " + name + " to return to");
    }
    clock.restore(checkpoint.time());
    goOnWith(checkpoint.disk().fork());
  }

  /**
   * Another store with the content, the settings and the time of this one, but its own name and
   * connections; both continue independently. Flushes all tables, then takes a few milliseconds
   * regardless of the store's size. The caller closes it; closing this store closes it too.
   */
  public synchronized TestStore fork() throws IOException {
    database().checkpoint();
    TestClock itsClock = new TestClock(clock.reading());
    TestStore fork = new TestStore(unlike(name), conf, itsClock, path, disk.fork(), forks);
    forks.add(fork);
    return fork;
  }

  /**
   * Closes what was handed out and the store; its content is gone. Connections that programs opened
   * and left open fail from now on. Twice does nothing.
   */
  @Override
  public void close() throws IOException {
    List<String> unused = closeAndFindLeaks();
  }

  /** Closes the store and says what had been left open. Ends the store, whatever fails. */
  synchronized List<String> closeAndFindLeaks() throws IOException {
    if (closed) {
      return List.of();
    }
    closed = true;
    boolean known = among.remove(this);
    assert known || among.isEmpty();
    List<String> leaks = new ArrayList<>();
    IOException failure = null;
    for (TestStore fork : forks) {
      failure = closed(() -> leaks.addAll(fork.closeAndFindLeaks()), fork, failure);
    }
    failure = closed(() -> addOpenScanners(leaks), this, failure);
    for (int i = handedOut.size() - 1; i >= 0; i--) {
      failure = closed(handedOut.get(i), handedOut.get(i), failure);
    }
    handedOut.clear();
    failure = closed(() -> end(leaks), this, failure);
    if (failure != null) {
      throw failure;
    }
    return leaks;
  }

  private void addOpenScanners(List<String> leaks) {
    long scanners = share.database().openScanners();
    if (scanners > 0) {
      leaks.add(scanners + " scanners of store " + name + " were left open");
    }
  }

  private void end(List<String> leaks) throws IOException {
    SharedStore.Removed removed = share.remove();
    if (removed.otherShares() > 0) {
      leaks.add("A connection to store " + name + " was left open");
    }
    removed.database().discard();
  }

  @Override
  public String toString() {
    return "mem:" + name;
  }

  /**
   * Takes one step of closing.
   *
   * @return the first failure, with the later ones; null while there is none
   */
  private static IOException closed(AutoCloseable step, Object what, IOException before) {
    try {
      step.close();
      return before;
    } catch (Exception e) {
      if (before == null) {
        return new IOException("Closing " + what, e);
      }
      before.addSuppressed(e);
      return before;
    }
  }

  @GuardedBy("this")
  private <T extends AutoCloseable> T handOut(T resource) {
    handedOut.add(resource);
    return resource;
  }

  /** Opens what a disk holds in the place of the present database. */
  @GuardedBy("this")
  private void goOnWith(MemoryFileSystem next) throws IOException {
    Database started = start(next);
    Database replaced;
    try {
      replaced = share.replace(started);
    } catch (IOException | RuntimeException | Error e) {
      discardAfter(e, started);
      throw e;
    }
    disk = next;
    replaced.discard();
  }

  private static void discardAfter(Throwable failure, Database started) {
    try {
      started.discard();
    } catch (IOException discarding) {
      failure.addSuppressed(discarding);
    }
  }

  /** A step on one table. */
  private interface Step {
    void on(io.rowandb.engine.catalog.TableName table) throws IOException;
  }

  private static void onTable(TableName table, Step step) throws IOException {
    try {
      step.on(DescriptorAdapter.engine(table));
    } catch (IOException e) {
      throw ExceptionAdapter.translate(e);
    }
  }

  @GuardedBy("this")
  private Database database() {
    checkOpen();
    return share.database();
  }

  @GuardedBy("this")
  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("Store " + name + " is closed");
    }
  }
}
