package io.rowandb.engine.region;

import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.compaction.CommonPace;
import io.rowandb.engine.compaction.CompactionPolicy;
import io.rowandb.engine.latency.Operation;
import io.rowandb.engine.latency.OperationTimer;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.store.Store;
import io.rowandb.engine.store.StoreActivity;
import io.rowandb.engine.store.StoreOptions;
import io.rowandb.engine.store.StoreStats;
import io.rowandb.engine.store.StoreView;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * The rows of one key range: atomic changes, consistent reads. It orders the steps and delegates
 * the work: {@link WriteGate} makes room, {@link RegionWrites} locks and checks, {@link
 * RegionContent} logs and applies, {@link RegionReads} reads, {@link RegionFiles} flushes and
 * compacts.
 *
 * <ol>
 *   <li>A change is checked completely before any of it is written.
 *   <li>A change is visible completely or not at all, across all families; the same holds in the
 *       log.
 *   <li>A read sees everything that was acknowledged before it began.
 * </ol>
 *
 * <p>All methods throw {@link RefusedException} with WRONG_REGION, FAMILY_NOT_FOUND, REGION_CLOSED,
 * BAD_REQUEST, REGION_TOO_BUSY or LOG_FAILED as applicable; then nothing was changed. Safe for use
 * by many threads. Lives from {@link #open} to {@link #close}.
 */
public final class StoredRegion implements Region {
  // Fixed at construction.
  private final RegionInfo info;
  private final Path directory;
  private final RegionEnvironment environment;
  private final RegionContent content;
  private final RegionViews views;
  private final RowUpdates updates;
  private final RegionReads reads;
  private final RegionWrites writes;
  private final RegionFiles files;
  private final OperationTimer singleTimer;
  private final OperationTimer batchTimer;
  private final OperationTimer updateTimer;

  // Atomic.
  private final LongAdder writeRequests = new LongAdder();
  private final LongAdder stallNanos = new LongAdder();

  /** Written when the table changes. */
  private volatile FlushRule flushRule;

  StoredRegion(
      RegionInfo info,
      Path directory,
      RegionEnvironment environment,
      RegionView view,
      long newestMillis) {
    this.info = info;
    this.directory = directory;
    this.environment = environment;
    this.flushRule = environment.flushRule();
    this.content = new RegionContent(info, environment.log(), view, environment.gate()::resized);
    content.setReadOnly(environment.isReadOnly());
    this.views = content.views();
    this.updates =
        new RowUpdates(info, environment.maxCellBytes(), environment.timestampSlopMillis());
    Clock clock = environment.stores().clock();
    this.reads =
        new RegionReads(
            info,
            views,
            updates,
            clock,
            environment.latencies(),
            environment.openScanners(),
            store -> environment.purges().request(this, purgeLook(store)));
    this.writes =
        new RegionWrites(
            info, content, updates, reads, environment.rowLocks(), clock, newestMillis);
    writes.inherit(view.newestInFiles());
    this.files =
        new RegionFiles(info, content, environment.stores().manifest(), environment.latencies());
    this.singleTimer = environment.latencies().timer(Operation.WRITE);
    this.batchTimer = environment.latencies().timer(Operation.BATCH);
    this.updateTimer = environment.latencies().timer(Operation.UPDATE);
    view.stores().serve();
  }

  /**
   * Opens a region.
   *
   * @param directory of the region; has a directory for each family, or will have
   * @param families all families of its table
   * @param fileNames the live files by family; a family without files may be missing
   */
  public static StoredRegion open(
      RegionInfo info,
      Path directory,
      List<StoreOptions> families,
      Map<String, List<String>> fileNames,
      RegionEnvironment environment)
      throws IOException {
    StoreSet stores =
        StoreSet.of(info, families, directory, environment.stores(), StoreSet.NEW_COUNTS);
    StoreView[] views = new StoreView[stores.size()];
    int opened = 0;
    try {
      for (; opened < views.length; opened++) {
        Store store = stores.get(opened);
        views[opened] = store.open(fileNames.getOrDefault(store.options().family(), List.of()));
      }
      return new StoredRegion(
          info, directory, environment, new RegionView(stores, views), Long.MIN_VALUE);
    } finally {
      // The view has references of its own by now; without one the files are closed here.
      for (int i = 0; i < opened; i++) {
        views[i].release();
      }
    }
  }

  /** A region of a disabled table: it has its names, and refuses everything else. */
  public static StoredRegion offline(
      RegionInfo info, Path directory, RegionEnvironment environment) {
    RegionView nothing = new RegionView(new StoreSet(List.of()), new StoreView[0]);
    StoredRegion region = new StoredRegion(info, directory, environment, nothing, Long.MIN_VALUE);
    region.close(RefusedException.Reason.REGION_CLOSED);
    return region;
  }

  @Override
  public RegionInfo info() {
    return info;
  }

  @Override
  public RegionScanner scan(ScanSpec spec) throws IOException {
    return reads.scan(spec);
  }

  @Override
  public void get(ScanSpec spec, CellBatch out) throws IOException {
    reads.get(spec, out);
  }

  @Override
  public void write(RowMutation mutation) throws IOException {
    long begun = singleTimer.begin();
    environment.gate().admit(this);
    writes.write(mutation);
    singleTimer.end(begun);
    written(1);
  }

  @Override
  public IOException[] writeAll(List<RowMutation> mutations) throws IOException {
    long begun = batchTimer.begin();
    IOException[] refused = null;
    int from = 0;
    while (from < mutations.size()) {
      int to = RegionWrites.endOfGroup(mutations, from);
      IOException[] ofGroup;
      try {
        ofGroup = writeGroup(mutations.subList(from, to));
      } catch (IOException e) {
        if (from == 0) {
          throw e;
        }
        // A later group may not overtake this one, which the caller may try again.
        refused = refused == null ? new IOException[mutations.size()] : refused;
        Arrays.fill(refused, from, refused.length, e);
        return refused;
      }
      if (ofGroup != null) {
        refused = refused == null ? new IOException[mutations.size()] : refused;
        System.arraycopy(ofGroup, 0, refused, from, ofGroup.length);
      }
      from = to;
    }
    batchTimer.end(begun);
    return refused;
  }

  @Override
  public boolean update(List<RowMutation> mutations, RowCondition condition, CellBatch result)
      throws IOException {
    long begun = updateTimer.begin();
    environment.gate().admit(this);
    boolean made = writes.update(mutations, condition, result);
    updateTimer.end(begun);
    if (made) {
      written(mutations.size());
    }
    return made;
  }

  @Override
  public boolean updateRows(List<RowMutation> mutations, List<RowCondition> conditions)
      throws IOException {
    long begun = updateTimer.begin();
    environment.gate().admit(this);
    boolean made = writes.updateRows(mutations, conditions);
    updateTimer.end(begun);
    if (made) {
      written(mutations.size());
    }
    return made;
  }

  @Override
  public RegionStats stats() {
    RegionView view = views.pinIfOpen();
    if (view == null) {
      return stats(List.of());
    }
    try (view) {
      return stats(view.familyStats());
    }
  }

  private RegionStats stats(List<StoreStats> families) {
    return new RegionStats(
        info,
        families,
        reads.requests(),
        reads.filteredRows(),
        writeRequests.sum(),
        TimeUnit.NANOSECONDS.toMillis(stallNanos.sum()));
  }

  /** Counts the time that a writer waited for memory. */
  public void countStall(long nanos) {
    stallNanos.add(nanos);
  }

  /**
   * Drops the blocks of its files from the cache.
   *
   * @return how many there were
   */
  public int evictBlocks() throws RefusedException {
    try (RegionView view = views.pin()) {
      return view.evictBlocks();
    }
  }

  /** Heap bytes of its memstores. */
  public long memStoreBytes() {
    return views.memStoreBytes();
  }

  /** Heap bytes of its memstores that are not on their way into files. */
  public long activeBytes() {
    return views.activeBytes();
  }

  /**
   * The smallest sequence id that is not in a file yet; {@code Long.MAX_VALUE} when there is none.
   */
  public long oldestUnflushed() {
    return content.oldestUnflushed();
  }

  /** The time of the oldest write in memory; {@code Long.MAX_VALUE} when there is none. */
  public long unflushedSinceMillis() {
    return content.unflushedSinceMillis();
  }

  /** The names of its families, in byte order. */
  public List<String> families() throws RefusedException {
    StoreSet stores = views.stores();
    List<String> names = new ArrayList<>(stores.size());
    for (int i = 0; i < stores.size(); i++) {
      names.add(stores.get(i).options().family());
    }
    return names;
  }

  /** Bytes of the store files of each family, in byte order of the names. */
  public long[] familyBytes() throws RefusedException {
    try (RegionView view = views.pin()) {
      return view.familyBytes();
    }
  }

  /** How many more files the family with the most may have before flushes wait. */
  public int filesLeft() throws RefusedException {
    try (RegionView view = views.pin()) {
      return view.filesLeft();
    }
  }

  /** The most that one of its families needs compactions; 0 when it serves no more. */
  public double compactionPressure() {
    RegionView view = views.pinIfOpen();
    if (view == null) {
      return 0;
    }
    try (view) {
      return view.compactionPressure();
    }
  }

  /**
   * Adds logged cells on recovery, before anybody else uses the region.
   *
   * @param flushedSequences of each family, in byte order of the names: what is not above it is in
   *     a file already
   */
  public void replay(
      long sequence, byte[] buffer, int offset, int length, long[] flushedSequences) {
    long newestMillis =
        content.replay(sequence, buffer, offset, length, flushedSequences, nowMillis());
    writes.inherit(newestMillis);
  }

  /**
   * Writes its memstores to files.
   *
   * @return whether there was anything to write
   */
  public boolean flush() throws IOException {
    return files.flush();
  }

  /**
   * Writes its large memstores to files, as {@link #flushRule} says.
   *
   * @return whether there was anything to write
   */
  public boolean flushLarge() throws IOException {
    return files.flushLarge(flushRule());
  }

  /** Whether a flush would wait: for another one, or for a bulk load or a split. */
  public boolean isFlushHeld() {
    return files.isFlushHeld();
  }

  /** When it is flushed for its size, and what then. */
  public FlushRule flushRule() {
    return flushRule;
  }

  /**
   * From now on it follows what its table says of flushes, of the size of cells, and of writes. A
   * write that waited for a change of the families sees it.
   */
  public void follow(RegionEnvironment changed) {
    flushRule = changed.flushRule();
    updates.limitCells(changed.maxCellBytes());
    content.setReadOnly(changed.isReadOnly());
  }

  /**
   * Merges files of one family, if the policy finds some.
   *
   * @param largeToo whether it may take long, by the size of the files or since others of the
   *     family are being merged
   */
  public CompactionOutcome compact(
      String family, CompactionPolicy.Wish wish, boolean largeToo, CommonPace pace)
      throws IOException {
    return files.compact(family, wish, largeToo, pace);
  }

  /**
   * Writes its memstores to files, and gives the files it has then: of each write everything or
   * nothing.
   */
  public PinnedFiles flushAndPin() throws IOException {
    return files.flushAndPin();
  }

  /**
   * The current files; writes, flushes and compactions continue. Since flushes may skip small
   * memstores, the files may have a write's cells of only some families.
   */
  public PinnedFiles pinFiles() throws RefusedException {
    return new PinnedFiles(views.pin());
  }

  /** Stops or resumes writes; reads continue. */
  public void stopWrites(boolean stopped) {
    content.stopWrites(stopped);
  }

  /**
   * The row at which HBase splits a region: that of its largest family, by bytes on disk, that has
   * one.
   *
   * @return null when no family has one
   */
  public byte[] splitRow() throws IOException {
    try (RegionView view = views.pin()) {
      return view.splitRow();
    }
  }

  /** Begins to hand over its rows to other regions. */
  public RegionHandover handOver() {
    return new RegionHandover(content, files, writes);
  }

  /** Begins to take files that were made elsewhere. */
  public RegionLoad load() {
    return new RegionLoad(info, views, files);
  }

  /**
   * Replaces a region, alone or with others that now have its range, after the manifest says so.
   * The old region's links to the files are deleted with the last scanner that reads them.
   */
  public void replace(RegionHandover former) {
    former.replaceBy(views);
  }

  /** Holds the region still for a change of its families; those that stay keep their counts. */
  public FamilyChange changeFamilies(List<StoreOptions> families) throws RefusedException {
    StoreSet before = views.stores();
    StoreSet after =
        StoreSet.of(
            info,
            families,
            directory,
            environment.stores(),
            family -> {
              int i = before.indexOf(family);
              return i < 0 ? new StoreActivity() : before.get(i).activity();
            });
    return FamilyChange.begin(content, after);
  }

  /**
   * Closes it; what is only in memory is given up. Operations and open scanners are refused with
   * {@code reason} from now on; a flush of another thread or a compaction that is under way ends,
   * without effect, before this returns. Closing twice does nothing.
   */
  public void close(RefusedException.Reason reason) {
    content.close(reason);
    files.awaitEnd();
  }

  @Override
  public String toString() {
    return info.toString();
  }

  private PurgeLook purgeLook(Store store) {
    return new PurgeLook(views, files, store);
  }

  private IOException[] writeGroup(List<RowMutation> group) throws IOException {
    environment.gate().admit(this);
    IOException[] refused = writes.writeGroup(group);
    written(group.size());
    return refused;
  }

  private void written(int mutations) {
    writeRequests.add(mutations);
    environment.gate().written(this);
  }

  private long nowMillis() {
    return environment.stores().clock().millis();
  }
}
