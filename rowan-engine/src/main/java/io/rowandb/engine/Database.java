package io.rowandb.engine;

import io.rowandb.engine.background.Maintenance;
import io.rowandb.engine.background.RegionInterposer;
import io.rowandb.engine.background.SplitChecks;
import io.rowandb.engine.background.TableMap;
import io.rowandb.engine.background.TableView;
import io.rowandb.engine.background.Upkeep;
import io.rowandb.engine.care.BackupSummary;
import io.rowandb.engine.care.StoreBackup;
import io.rowandb.engine.catalog.Catalog;
import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.ManifestEdit;
import io.rowandb.engine.catalog.NamespaceDescriptor;
import io.rowandb.engine.catalog.SnapshotDescriptor;
import io.rowandb.engine.catalog.StoreHold;
import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.io.Closing;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.OwnedFiles;
import io.rowandb.engine.latency.Latencies;
import io.rowandb.engine.load.BulkLoad;
import io.rowandb.engine.load.BulkLoadSummary;
import io.rowandb.engine.load.BulkLoads;
import io.rowandb.engine.memstore.ChunkPool;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.region.StoredRegion;
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.stats.DatabaseStats;
import io.rowandb.engine.storefile.StoreFileOptions;
import io.rowandb.engine.wal.Wal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * One open database. Requests on something that does not exist or is in the wrong state throw
 * {@link RefusedException}.
 *
 * <ol>
 *   <li>One process at a time has a directory open; the lock is taken first and released last.
 *   <li>The manifest defines what exists. What it lists is complete; what it does not list is
 *       garbage.
 *   <li>An acknowledged write is in the log or in a listed file, from its acknowledgement on.
 *   <li>When opening fails, nothing is lost. Only two things may have changed on disk: unlisted
 *       files are gone, and part of a log too large for memory has also been written to files.
 * </ol>
 *
 * Safe for use by many threads. Lives from {@link #open} to {@link #close}. Reading order from
 * here: {@link Recovery}, {@link StoredRegion}, {@link Maintenance}, {@link Schema}.
 */
public final class Database implements AutoCloseable {
  /** The switch that lets regions be split; HBase's client turns it with {@code Admin}. */
  public static final String SPLIT_SWITCH = SplitChecks.SWITCH;

  // Fixed at construction.
  private final DatabaseOptions options;
  private final StoreLayout layout;
  private final StoreHold hold;
  private final Manifest manifest;
  private final TableMap tables;
  private final Maintenance maintenance;
  private final Upkeep upkeep;
  private final Schema schema;
  private final SchemaChanges changes;
  private final Snapshots snapshots;
  private final BulkLoads bulkLoads;
  private final Wal wal;
  private final LongAdder openScanners;
  private final Latencies latencies;
  private final StatsGathering stats;
  private final Ending ending;

  /** Opens the database in {@code options.directory()}, creating it if there is none. */
  public static Database open(DatabaseOptions options) throws IOException {
    return open(options, Maintenance.newChunkPool(options));
  }

  /** As {@link #open(DatabaseOptions)}, with memory for memstores from a pool of its own. */
  static Database open(DatabaseOptions options, ChunkPool chunkPool) throws IOException {
    long start = System.nanoTime();
    StoreLayout unowned = new StoreLayout(options.fileSystem(), options.directory());
    unowned.prepare();
    StoreHold hold = StoreHold.take(options.fileSystem(), unowned);
    FileSystem fileSystem = OwnedFiles.of(options.fileSystem(), hold.owner());
    StoreLayout layout = new StoreLayout(fileSystem, options.directory());
    Manifest manifest = null;
    Database database = null;
    try {
      layout.requirePlain();
      manifest = Manifest.open(fileSystem, options.directory(), options.newStoreId());
      manifest.setOwner(hold.owner());
      DatabaseParts parts = DatabaseParts.make(options, layout, hold, manifest, chunkPool);
      database = new Database(parts, parts.recover(), start);
      return database;
    } finally {
      if (database == null) {
        Closing.quietly(manifest, hold);
      }
    }
  }

  private Database(DatabaseParts parts, Recovery.Outcome recovered, long startNanos) {
    this.options = parts.options();
    this.layout = parts.layout();
    this.hold = parts.hold();
    this.manifest = parts.manifest();
    this.tables = parts.tables();
    this.maintenance = parts.maintenance();
    this.schema = parts.schema();
    this.changes = parts.changes();
    this.snapshots = parts.snapshots();
    this.openScanners = parts.openScanners();
    this.latencies = parts.latencies();
    this.wal = recovered.wal();
    this.upkeep = new Upkeep(tables, maintenance, wal, changes::checkOpen);
    this.bulkLoads = new BulkLoads(changes, layout, parts.stores(), maintenance);
    this.ending = new Ending(parts, bulkLoads, wal);
    long openMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    this.stats = new StatsGathering(parts, recovered, openMillis);
  }

  /** A name for this database that never changes: HBase's cluster id. */
  public String id() {
    return manifest.catalog().storeId().toString();
  }

  /** The settings it was opened with. */
  public DatabaseOptions options() {
    return options;
  }

  /** All namespaces, sorted; {@code default} and {@code hbase} always exist. */
  public List<NamespaceDescriptor> namespaces() {
    return schema.namespaces();
  }

  /** Creates a namespace. */
  public void createNamespace(NamespaceDescriptor namespace) throws IOException {
    changes.run(() -> schema.createNamespace(namespace));
  }

  /** Replaces a namespace's attributes. */
  public void modifyNamespace(NamespaceDescriptor namespace) throws IOException {
    changes.run(() -> schema.modifyNamespace(namespace));
  }

  /** Drops an empty namespace. */
  public void deleteNamespace(String name) throws IOException {
    changes.run(() -> schema.deleteNamespace(name));
  }

  /** The names of all tables, sorted; without the transient ones. */
  public List<TableName> tableNames() {
    return tables.names();
  }

  /** The table as it is now, or null. A volatile read: cheap enough for every request. */
  public TableView table(TableName name) {
    return tables.view(name);
  }

  /**
   * A number that changes with each change of a table, including changes of its regions, which may
   * happen without a call by automatic splits. To cache something of {@link #table}, get this
   * number first and then the table.
   */
  public long tablesVersion() {
    return tables.version();
  }

  /**
   * Creates a table, enabled.
   *
   * @param splitKeys first rows of the second and later regions, in any order, distinct, not empty
   */
  public void createTable(TableDescriptor table, List<byte[]> splitKeys) throws IOException {
    changes.run(() -> schema.create(table, splitKeys));
  }

  /**
   * Creates a table that lives only in memory until the database is closed: not in the manifest,
   * not logged, never flushed. For derived tables such as {@code hbase:meta}.
   */
  public void createTransientTable(TableDescriptor table) throws IOException {
    changes.run(() -> schema.createTransient(table));
  }

  /**
   * Resets a transient table to an empty one. Holders of its region or of a scanner of it continue
   * with the old content.
   */
  public void emptyTransientTable(TableName name) throws IOException {
    changes.run(() -> schema.emptyTransient(name));
  }

  /** Replaces a table's descriptor; families may be added, or removed with their data. */
  public void modifyTable(TableDescriptor table) throws IOException {
    changes.run(() -> schema.modify(table));
  }

  /** Lets a disabled table serve again. */
  public void enableTable(TableName name) throws IOException {
    changes.run(() -> schema.enable(name));
  }

  /** Stops a table from serving; flushes it. */
  public void disableTable(TableName name) throws IOException {
    changes.run(() -> schema.disable(name));
  }

  /**
   * Deletes a table with its data. It is disabled, or {@link #disableTable} failed because it
   * cannot be flushed, and that has not changed: then what no file has of it is given up, too.
   */
  public void deleteTable(TableName name) throws IOException {
    changes.run(() -> schema.delete(name));
  }

  /** Deletes the data of a table as {@link #deleteTable} and enables it, empty. */
  public void truncateTable(TableName name, boolean preserveSplits) throws IOException {
    changes.run(() -> schema.truncate(name, preserveSplits));
  }

  /** All snapshots, sorted by name, including expired ones. */
  public List<SnapshotDescriptor> snapshots() {
    return snapshots.all();
  }

  /**
   * Takes a snapshot of a table, enabled or not, while reads and writes continue. Of each region it
   * has everything acknowledged before the call, and of each later write all or nothing.
   *
   * @param flush whether to flush first; otherwise, as in HBase, data that is only in memory is
   *     missing, which may include a write's cells of one family but not of another
   */
  public void takeSnapshot(SnapshotDescriptor snapshot, boolean flush) throws IOException {
    changes.run(() -> snapshots.take(snapshot, flush));
  }

  /** Deletes a snapshot; tables that were made of it stay. */
  public void deleteSnapshot(String name) throws IOException {
    changes.run(() -> snapshots.delete(name));
  }

  /** Makes a new table of a snapshot, enabled, with its content, families and regions. */
  public void cloneSnapshot(String name, TableName table) throws IOException {
    changes.run(() -> snapshots.cloneTo(name, table, options.clock().millis()));
  }

  /**
   * Gives a disabled table the content, families and regions it had when its snapshot was taken.
   */
  public void restoreSnapshot(String name) throws IOException {
    changes.run(() -> snapshots.restore(name, options.clock().millis()));
  }

  /**
   * Puts something between users and regions, instead of what was there: views of tables show what
   * it makes of their regions, those that are open now too. Without one nothing is paid for it.
   */
  public void interpose(RegionInterposer interposer) {
    synchronized (schema) {
      tables.interpose(interposer);
    }
  }

  /** What stands between users and regions. */
  public RegionInterposer interposer() {
    return tables.interposer();
  }

  /** Whether a switch of the client is on; it is until it is turned off. */
  public boolean isSwitchOn(String name) {
    return manifest.catalog().isSwitchOn(name);
  }

  /**
   * Turns a switch of the client on or off, for this opening and later ones.
   *
   * @return whether it was on
   */
  public boolean setSwitch(String name, boolean on) throws IOException {
    synchronized (schema) {
      changes.checkOpen();
      boolean before = isSwitchOn(name);
      if (before != on) {
        manifest.append(List.of(new ManifestEdit.SwitchSet(name, on)));
      }
      return before;
    }
  }

  /**
   * Replaces a region by two with the same rows, without rewriting them. Writers wait for a moment
   * and then find the region closed and the new ones in {@link #table}; readers do not notice.
   *
   * @param splitRow the first row of the second one; null or empty for the middle of the largest
   *     file
   * @return the new regions, in key order
   * @throws RefusedException BAD_REQUEST when there is no such row or no middle, or the region has
   *     references: it was split before and is not compacted yet
   */
  public List<RegionInfo> splitRegion(String encodedName, byte[] splitRow) throws IOException {
    List<RegionInfo> daughters = new ArrayList<>(2);
    changes.run(() -> daughters.addAll(schema.split(encodedName, splitRow)));
    return daughters;
  }

  /**
   * Replaces neighbouring regions of a table by one, as {@link #splitRegion} does the reverse.
   *
   * @param encodedNames at least two, in any order
   * @return the new region
   * @throws RefusedException NOT_MERGEABLE when they are no neighbours or have references
   */
  public RegionInfo mergeRegions(List<String> encodedNames) throws IOException {
    List<RegionInfo> merged = new ArrayList<>(1);
    changes.run(() -> merged.add(schema.merge(encodedNames)));
    return merged.get(0);
  }

  /**
   * Replaces a region by an empty one with the same range, as {@link #splitRegion} replaces one by
   * two; open scanners continue on the old rows.
   *
   * @return the new region
   */
  public RegionInfo truncateRegion(String encodedName) throws IOException {
    List<RegionInfo> fresh = new ArrayList<>(1);
    changes.run(() -> fresh.add(schema.truncateRegion(encodedName)));
    return fresh.get(0);
  }

  /**
   * How to write files for {@link #bulkLoad}, by family, with the settings of a table, which may
   * yet have to be made: compression, block size, Bloom filter.
   *
   * @param tags whether cells have tags
   * @throws RefusedException BAD_REQUEST when one of its attributes cannot be
   */
  public Map<String, StoreFileOptions> bulkFileOptions(TableDescriptor table, boolean tags)
      throws RefusedException {
    changes.checkOpen();
    return schema.bulkFiles(table, tags);
  }

  /**
   * Adds HFiles to a table, all or none, while reads and writes continue. Nothing is rewritten: the
   * table gets the files themselves, and a file with rows of several regions becomes a reference in
   * each. Earlier writes are older than the files' cells, later writes are newer. Flushes of the
   * table's regions wait for it, but not for the copying before.
   *
   * @throws RefusedException BAD_REQUEST, FAMILY_NOT_FOUND, TABLE_NOT_FOUND, TABLE_NOT_ENABLED, or
   *     WRONG_REGION when the files must fit into a region and do not; nothing has changed then
   * @throws io.rowandb.engine.io.CorruptFileException when a file is no HFile, damaged, or of
   *     another family; nothing has changed then
   */
  public BulkLoadSummary bulkLoad(BulkLoad load) throws IOException {
    return bulkLoad(List.of(load), BulkLoad.LastLook.NONE);
  }

  /**
   * The same of several tables in one step: all files of all of them, or none. Readers see what a
   * table gets before what the tables behind it get.
   *
   * @param loads each of another table
   * @param lastLook asked when all files are checked and ready
   */
  public BulkLoadSummary bulkLoad(List<BulkLoad> loads, BulkLoad.LastLook lastLook)
      throws IOException {
    return bulkLoads.run(loads, lastLook);
  }

  /**
   * Copies the database into a new directory, which can be opened directly, while reads and writes
   * continue; see {@link StoreBackup}. The copy has every write acknowledged before the call,
   * except unflushed ones with SKIP_WAL, and each later write completely or not at all.
   *
   * @param target does not exist
   * @param copyFiles whether to copy store files even if the disk could link them
   * @throws java.nio.file.FileAlreadyExistsException when the target exists
   */
  public BackupSummary backup(Path target, boolean copyFiles) throws IOException {
    changes.checkOpen();
    wal.forceIfDirty(); // what was written with ASYNC_WAL may still wait
    return StoreBackup.run(layout.fileSystem(), options.directory(), target, copyFiles);
  }

  /** Work on single regions, and background compactions, on request. */
  public Upkeep upkeep() {
    return upkeep;
  }

  /** Writes the memstores of a table to files; returns when that is done. */
  public void flush(TableName name) throws IOException {
    upkeep.flush(name);
  }

  /**
   * Writes all memstores to files and gives up the log that is not needed any more, so that an
   * opening from here would have nothing to read again, but for what is written meanwhile.
   */
  public void checkpoint() throws IOException {
    upkeep.checkpoint();
  }

  /**
   * Compacts a table now, in the calling thread.
   *
   * @param family only this family, or null for all
   * @param major all files into one; otherwise as the policy chooses
   */
  public void compact(TableName name, String family, boolean major) throws IOException {
    upkeep.compact(name, family, major);
  }

  /**
   * How many scanners of its tables, except transient ones, were opened and not closed, including
   * those of regions that no longer exist.
   */
  public long openScanners() {
    return openScanners.sum();
  }

  /** Up to which sequence id a region's families have everything in files; 0 when never flushed. */
  public Map<String, Long> flushedSequences(RegionInfo region) {
    Map<String, Long> flushed = new TreeMap<>();
    Catalog.RegionEntry entry = manifest.catalog().regions().get(region.number());
    if (entry != null) {
      entry.families().forEach((name, family) -> flushed.put(name, family.flushedSequence()));
    }
    return flushed;
  }

  /** Sizes and counts now: of the whole, and of its tables, regions and families. */
  public DatabaseStats stats() {
    return stats.stats();
  }

  /**
   * Turns the timing of operations off or on; it is initially on. Recorded times stay. It costs so
   * little that the only reason to turn it off is to measure its cost.
   */
  public void timeOperations(boolean timed) {
    latencies.turn(timed);
  }

  /** Whether it is closed, or closing and about to refuse every call. */
  public boolean isClosed() {
    return changes.ended();
  }

  /** Whether another process has taken the store, so that nothing is written any more. */
  public boolean isLost() throws IOException {
    return !changes.ended() && hold.isLost();
  }

  /**
   * Flushes, forces the log and closes; open scanners fail afterwards. Twice does nothing, but wait
   * for the first. When a flush fails, the rest is closed all the same and the failure thrown: the
   * log has the writes.
   *
   * <p>A log handler may call it that is told of a failure, in a thread of the database's own too;
   * it does not wait for a thread that waits for the caller. But it waits for a change of the
   * schema: a handler that is told of a failure in the middle of one must not call {@code
   * System.exit} in a program with a hook that closes the database; {@code Runtime.halt} may be
   * called, or {@code exit} in another thread.
   */
  @Override
  public void close() throws IOException {
    ending.close();
  }

  /**
   * Ends it as the death of the process would, and releases its resources: nothing is flushed,
   * written or forced. For a store in memory that will not be opened again, and to simulate a
   * crash. A second call does nothing.
   */
  public void discard() throws IOException {
    ending.discard();
  }

  /**
   * Does the periodic work: forces the log, checks for memstores to flush and stores to compact.
   * For callers that run the background work themselves; the database's own threads do it
   * automatically.
   */
  public void tick() {
    maintenance.tick();
  }
}
