package io.rowandb.engine.store;

import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.compaction.CompactionPolicy;
import io.rowandb.engine.compaction.CompactionSelection;
import io.rowandb.engine.compaction.CompactionSettings;
import io.rowandb.engine.compaction.Compactor;
import io.rowandb.engine.compaction.Pace;
import io.rowandb.engine.compaction.RewriteOutput;
import io.rowandb.engine.compaction.StoreFileSummary;
import io.rowandb.engine.memstore.FrozenMemStore;
import io.rowandb.engine.memstore.MemStore;
import io.rowandb.engine.scan.OlderRows;
import io.rowandb.engine.scan.RewriteScanner;
import io.rowandb.engine.scan.VersionRules;
import io.rowandb.engine.storefile.AssignedSequence;
import io.rowandb.engine.storefile.StoreFile;
import io.rowandb.engine.storefile.StoreFileInfo;
import io.rowandb.engine.storefile.StoreFileOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * One family of one region: knows its rules, its rows and its directory, and does the work on its
 * views. It is stateless; its region keeps the current view. {@link StoreDirectory} names and opens
 * its files. Safe for use by many threads.
 *
 * <p>After a split its files are links to those of the region that was split. Such a file may also
 * have rows of the other daughter, which are never shown. This need not be recorded: it follows
 * from the row ranges of the store and of the file.
 */
public final class Store {
  /**
   * How long cells keep their sequence ids at least, so that a read can go on at its read point:
   * HBase's hbase.hstore.compaction.keep.seqId.period.
   */
  private static final long KEEP_SEQUENCES_MILLIS = TimeUnit.DAYS.toMillis(5);

  /** By sequence id; those that one compaction wrote, which share it, by time. */
  private static final Comparator<SharedStoreFile> NEWEST_FIRST =
      Comparator.comparingLong((SharedStoreFile file) -> file.info().maxSequence())
          .thenComparingLong(file -> file.info().maxTimestamp())
          .reversed();

  private final StoreOptions options;
  private final byte[] family;
  private final StoreDirectory directory;
  private final StoreEnvironment environment;
  private final StoreActivity activity;
  private final Purging purging;

  /**
   * A store of some rows.
   *
   * @param startRow the first row; empty for no bound
   * @param endRow the first row behind its last; empty for no bound
   * @param directory of its files; need not exist yet
   * @param activity counts what is done in it
   */
  public Store(
      StoreOptions options,
      byte[] startRow,
      byte[] endRow,
      Path directory,
      StoreEnvironment environment,
      StoreActivity activity) {
    this.options = options;
    this.family = options.family().getBytes(StandardCharsets.UTF_8);
    this.directory =
        new StoreDirectory(directory, startRow, endRow, options, environment, activity);
    this.environment = environment;
    this.activity = activity;
    this.purging = new Purging(options);
  }

  /** How it stores. */
  public StoreOptions options() {
    return options;
  }

  /** The family's name as bytes; not to be changed. */
  public byte[] family() {
    return family;
  }

  /** Counts what is done in it. */
  public StoreActivity activity() {
    return activity;
  }

  /** Counts it in: its counts are the database's too from now on. Twice does nothing. */
  public void beginServing() {
    environment.activity().add(activity);
  }

  /** Counts it in no more. Twice does nothing. */
  public void endServing() {
    environment.activity().remove(activity);
  }

  /** Sizes and counts now. */
  public StoreStats stats(StoreView view) {
    FileTotals totals = new FileTotals();
    view.files().forEach(file -> totals.add(file.file()));
    return totals.stats(options.family(), view, activity.counts());
  }

  /** The view of a store with no memstore and these files, each with one reference. */
  public StoreView open(List<String> fileNames) throws IOException {
    return view(directory.open(fileNames));
  }

  /**
   * The view of a store with no memstore and these open files, whose reference counts it does not
   * change.
   */
  public StoreView view(Collection<SharedStoreFile> files) {
    List<SharedStoreFile> newestFirst = new ArrayList<>(files);
    newestFirst.sort(NEWEST_FIRST);
    return new StoreView(new MemStore(environment.chunkPool()), null, newestFirst);
  }

  /** Whether a file of another store may have rows of this one. */
  public boolean hasRowsOf(StoreFileInfo file) {
    return directory.hasRowsOf(file);
  }

  /**
   * Links a file of another store into the directory of this one.
   *
   * @param links has the link then, also when this fails
   * @return the link, open for the rows of this store, with one reference
   */
  public SharedStoreFile link(SharedStoreFile other, NewLinks links) throws IOException {
    return directory.link(other, links);
  }

  /**
   * Gives a finished file that was made elsewhere a name here, durable but not yet in the manifest.
   *
   * @param file on the disk of the database, forced
   * @param sequence the sequence id that all its cells get
   * @param last whether the old name is needed no more
   * @return the open file with one reference; null when it has no row of this store
   */
  public SharedStoreFile load(Path file, long sequence, boolean last) throws IOException {
    SharedStoreFile loaded = directory.load(file, sequence, last);
    if (loaded.info().entryCount() == 0) {
      discard(loaded);
      return null;
    }
    return loaded;
  }

  /**
   * The row at which HBase splits a store: the middle of its largest file, of equally large ones of
   * the oldest.
   *
   * @return null when there is no file, or none but the first or last row would be left on one side
   */
  public byte[] splitRow(StoreView view) throws IOException {
    SharedStoreFile largest = null;
    for (SharedStoreFile file : view.files()) {
      if (largest == null || file.info().fileBytes() >= largest.info().fileBytes()) {
        largest = file;
      }
    }
    return largest == null ? null : largest.file().middleRow();
  }

  /**
   * Writes a frozen memstore to a file, durable but not yet in the manifest. The caller has a view
   * with it.
   *
   * @param sequence every write up to it is in this memstore or in files
   * @param olderFiles what else the store has, to drop delete markers that mask nothing there; null
   *     to keep them all
   * @return the open file with one reference; null when no cell was worth writing
   */
  public SharedStoreFile flush(
      FrozenMemStore cells, long sequence, List<SharedStoreFile> olderFiles) throws IOException {
    long startNanos = System.nanoTime();
    boolean purged = olderFiles != null && purging.isEnabled();
    long nowMillis = environment.clock().millis();
    RewriteOutput output = output(hasTags(cells), sequence, 0, false, List.of(), nowMillis);
    try (RewriteScanner scanner =
        RewriteScanner.openFlush(
            cells.passingScanner(),
            options.rules(),
            purged ? rowsOf(olderFiles) : OlderRows.ANY,
            nowMillis)) {
      List<SharedStoreFile> files = directory.openWritten(output.write(scanner, Pace.FREE));
      files.forEach(file -> environment.cacheLoading().asFlushed(file.file()));
      activity.addFlush(
          new FlushCounts(
              1,
              System.nanoTime() - startNanos,
              cells.cellCount(),
              cells.dataBytes(),
              bytes(files)));
      if (purged) {
        long left = files.isEmpty() ? 0 : files.get(0).info().deleteMarkers();
        purging.flushed(cells.markerCount(), left);
      }
      return files.isEmpty() ? null : files.get(0);
    }
  }

  /**
   * The files of a view to merge.
   *
   * @param newestFirst neighbouring files; none for nothing
   * @param allFiles whether these are all files of the store
   * @param boundaries timestamps at which a new file begins, ascending; none for one file
   */
  public record Merge(List<SharedStoreFile> newestFirst, boolean allFiles, List<Long> boundaries) {}

  /** How many more files it may have before flushes wait: HBase's compaction priority. */
  public int filesLeft(StoreView view) {
    return options.compaction().settings().blockingFiles() - view.files().size();
  }

  /** How much it needs compactions, {@link CompactionSettings#pressure}. */
  public double compactionPressure(StoreView view) {
    return options.compaction().settings().pressure(view.files().size());
  }

  /**
   * The files of {@code view} that no read looks at any more, since the TTL of all their cells has
   * passed. The newest file stays whatever it has, as in HBase.
   *
   * @param merging files that stay too
   */
  public List<SharedStoreFile> expired(StoreView view, Set<SharedStoreFile> merging) {
    List<SharedStoreFile> files = view.files();
    if (files.size() < 2 || !options.compaction().dropsExpired()) {
      return List.of();
    }
    long oldestKept = options.rules().oldestKept(environment.clock().millis());
    return files.subList(1, files.size()).stream()
        .filter(file -> file.info().maxTimestamp() < oldestKept && !merging.contains(file))
        .toList();
  }

  /**
   * The files of {@code view} that the policy wants merged.
   *
   * @param merging what is being merged; only newer files are chosen
   */
  public Merge select(StoreView view, Set<SharedStoreFile> merging, CompactionPolicy.Wish wish) {
    List<SharedStoreFile> oldestFirst = new ArrayList<>();
    for (SharedStoreFile file : view.files()) {
      if (merging.contains(file)) {
        break;
      }
      oldestFirst.add(file);
    }
    Collections.reverse(oldestFirst);
    List<StoreFileSummary> summaries = oldestFirst.stream().map(Store::summary).toList();
    long nowMillis = environment.clock().millis();
    CompactionSelection selection =
        options
            .compaction()
            .policy()
            .select(summaries, wish, options.rules().oldestLiving(nowMillis), nowMillis);
    List<SharedStoreFile> chosen = new ArrayList<>(selection.of(oldestFirst));
    Collections.reverse(chosen);
    return new Merge(chosen, chosen.size() == view.files().size(), selection.boundaries());
  }

  /** Whether a merge is one for the threads of large compactions. */
  public boolean isLarge(Merge merge) {
    return bytes(merge.newestFirst()) > options.compaction().settings().largeBytes();
  }

  /**
   * Merges files, durable but not yet in the manifest.
   *
   * @return the open files with one reference, newest first; none when no cell lived
   */
  public List<SharedStoreFile> compact(Merge merge, Pace pace) throws IOException {
    long startNanos = System.nanoTime();
    boolean tags = false;
    long maxSequence = 0;
    List<StoreFile> files = new ArrayList<>(merge.newestFirst().size());
    for (SharedStoreFile shared : merge.newestFirst()) {
      tags |= shared.info().maxTagsBytes() > 0;
      maxSequence = Math.max(maxSequence, shared.info().maxSequence());
      files.add(shared.file());
    }
    long nowMillis = environment.clock().millis();
    long settled = merge.allFiles() ? settledSequence(merge.newestFirst(), nowMillis) : 0;
    RewriteOutput output =
        output(tags, maxSequence, settled, merge.allFiles(), merge.boundaries(), nowMillis);
    long mergedBytes = bytes(merge.newestFirst());
    Pace bounded = options.compaction().growth().over(pace, mergedBytes);
    List<SharedStoreFile> merged =
        directory.openWritten(Compactor.merge(files, options.rules(), output, bounded));
    merged.forEach(file -> environment.cacheLoading().asCompacted(file.file(), mergedBytes));
    merged.sort(NEWEST_FIRST);
    activity.addCompaction(
        new CompactionCounts(
            1, System.nanoTime() - startNanos, files.size(), mergedBytes, bytes(merged)));
    return merged;
  }

  /**
   * The sequence id up to which cells are settled, because no running read has a lower read point;
   * like HBase, it is taken from old files. The new version behaviour always compares sequence ids,
   * so it keeps them. The creation time of a bulk-loaded file may be long before its load, so its
   * age means nothing.
   */
  private long settledSequence(List<SharedStoreFile> files, long nowMillis) {
    long settled = 0;
    for (SharedStoreFile file : files) {
      boolean loaded = AssignedSequence.of(file.info().path()) != AssignedSequence.NONE;
      boolean old = file.info().createdMillis() < nowMillis - KEEP_SEQUENCES_MILLIS;
      if (old && !loaded && !options.rules().newVersionBehavior()) {
        settled = Math.max(settled, file.info().maxSequence());
      }
    }
    return settled;
  }

  /**
   * A new file that will never be used after all: deletes it. Only when the manifest was not asked
   * to list it.
   */
  public void discard(SharedStoreFile file) {
    file.markObsolete();
    file.release();
  }

  /**
   * Files that the manifest no longer lists: they are deleted with the last view that includes
   * them.
   */
  public void discardReplaced(List<SharedStoreFile> files) {
    files.forEach(SharedStoreFile::markObsolete);
  }

  private RewriteOutput output(
      boolean tags,
      long maxSequence,
      long settledSequence,
      boolean allFiles,
      List<Long> boundaries,
      long nowMillis)
      throws IOException {
    directory.ensure();
    boolean sequences = settledSequence == 0 || settledSequence < maxSequence;
    StoreFileOptions fileOptions = options.files().withSuffixes(tags, sequences);
    return new RewriteOutput(
        environment.fileSystem(),
        directory::newFile,
        fileOptions,
        boundaries,
        maxSequence,
        settledSequence,
        allFiles,
        nowMillis);
  }

  private static OlderRows rowsOf(List<SharedStoreFile> files) {
    return cell -> {
      byte[] row = cell.row();
      return files.stream().anyMatch(file -> mayHaveRow(file, row));
    };
  }

  /** Believes only filters that a flush or compaction wrote; a damaged one leaves it open. */
  private static boolean mayHaveRow(SharedStoreFile file, byte[] row) {
    boolean own =
        AssignedSequence.of(file.info().path()) == AssignedSequence.NONE
            && file.info().deleteMarkers() >= 0;
    try {
      return own ? file.file().mayContainRow(row) : file.info().hasRowsBetween(row, row);
    } catch (IOException e) {
      return true; // who reads the row is told
    }
  }

  private static boolean hasTags(FrozenMemStore cells) throws IOException {
    try (CellScanner scanner = cells.passingScanner()) {
      while (scanner.next()) {
        if (scanner.cell().tagsLength() > 0) {
          return true;
        }
      }
      return false;
    }
  }

  private static long bytes(List<SharedStoreFile> files) {
    long bytes = 0;
    for (SharedStoreFile file : files) {
      bytes += file.info().fileBytes();
    }
    return bytes;
  }

  private static StoreFileSummary summary(SharedStoreFile file) {
    StoreFileInfo info = file.info();
    return new StoreFileSummary(
        file.name(),
        info.fileBytes(),
        info.createdMillis(),
        info.minTimestamp(),
        info.maxTimestamp(),
        info.majorCompaction(),
        file.isReference(),
        info.keptFromMinorCompactions());
  }

  /** Counts which files reads opened and left out. */
  FileSelections selections() {
    return activity.selections();
  }

  /** When it is rid of what deletions hide. */
  public Purging purging() {
    return purging;
  }

  /** The rules its cells live by. */
  public VersionRules rules() {
    return options.rules();
  }

  /** See {@link StoreOptions#maxRowBytes}. */
  public long maxRowBytes() {
    return options.maxRowBytes();
  }
}
