package io.rowandb.engine.bulk;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.engine.bulk.SortProgress.Part;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellOrder;
import io.rowandb.engine.io.DirectoryName;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.storefile.AssignedSequence;
import io.rowandb.engine.storefile.StoreFileInfo;
import io.rowandb.engine.storefile.StoreFileWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;

/**
 * Sorts cells that come in any order into files, in a directory of its own.
 *
 * <pre>
 *  LOCK                      who is at it
 *  PROGRESS                  what of the rest counts: {@link SortProgress}
 *  runs/[family]/[file]      sorted runs, HFiles that nobody else reads
 *  files/[family]/[file]     finished files: what HBase's tool for bulk loads takes
 * </pre>
 *
 * <ol>
 *   <li>Cells gather in memory until {@link #isFull}; {@link #spill} has them sorted and written to
 *       a run of each family, and then notes the caller's mark. So after a crash the noted runs
 *       have exactly the input up to the noted mark, and opening again goes on from there.
 *   <li>Of cells with the same key the one that was added last is kept: what one sees after writing
 *       them one by one.
 *   <li>{@link #merge} merges the runs into parts. A part that was finished before a crash stays.
 *   <li>Memory: {@link BulkSortOptions#memoryBytes}; when merging the same for each thread. Disk:
 *       the cells twice.
 * </ol>
 *
 * One thread calls; sorting and merging run in the executor's threads.
 */
public final class BulkSort implements Closeable {
  /** More runs are merged in steps, the oldest first; so many do not cost a second step often. */
  static final int MAX_MERGED_RUNS = 48;

  private static final int MIN_MERGED_RUNS = 4;

  /** A window of 1 MB, a block, and the root of the index. */
  private static final long BYTES_PER_MERGED_RUN = 3 << 19;

  /** Cells between two looks whether to stop. */
  private static final int CELLS_PER_LOOK = 4096;

  private static final long WATCH_MILLIS = 100;
  private static final byte[] NO_BOUND = new byte[0];

  /** Is asked now and then while others work. */
  @FunctionalInterface
  public interface Watch {
    /** False to stop: what is finished stays, and opening again goes on. */
    boolean goOn();
  }

  /** A file with cells of one family. */
  public record SortedFile(String family, Path path) {}

  // Fixed at construction.
  private final FileSystem fileSystem;
  private final Path directory;
  private final BulkSortOptions options;
  private final Executor executor;
  private final AutoCloseable lock;
  private final LongAdder merged = new LongAdder();
  private final byte[][] familyNames;
  private final int mergedRuns;

  // Of the calling thread.
  private CellBuffer[] filling;
  private CellBuffer[] spilling;
  private FutureTask<Void> spill;

  /** What a spill failed with, for good: its cells are in no run. */
  private IOException spillFailure;

  @GuardedBy("this")
  private SortProgress progress;

  private volatile boolean stopped;

  private BulkSort(
      FileSystem fileSystem,
      Path directory,
      BulkSortOptions options,
      Executor executor,
      AutoCloseable lock,
      SortProgress progress) {
    this.fileSystem = fileSystem;
    this.directory = directory;
    this.options = options;
    this.executor = executor;
    this.lock = lock;
    this.progress = progress;
    this.familyNames =
        options.families().keySet().stream()
            .map(family -> family.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
    this.mergedRuns =
        (int)
            Math.max(
                MIN_MERGED_RUNS,
                Math.min(MAX_MERGED_RUNS, options.memoryBytes() / BYTES_PER_MERGED_RUN));
    this.filling = buffers();
    this.spilling = buffers();
  }

  private CellBuffer[] buffers() {
    CellBuffer[] buffers = new CellBuffer[familyNames.length];
    long each = options.memoryBytes() / 2 / buffers.length;
    Arrays.setAll(buffers, i -> new CellBuffer(each));
    return buffers;
  }

  /**
   * Begins in an empty or missing directory, or goes on in one.
   *
   * @param options the families are the same each time
   * @throws io.rowandb.engine.io.StoreInUseException when somebody else is at it
   * @throws io.rowandb.engine.io.CorruptFileException when what was noted is damaged
   */
  public static BulkSort open(
      FileSystem fileSystem, Path directory, BulkSortOptions options, Executor executor)
      throws IOException {
    fileSystem.createDirectories(directory);
    AutoCloseable lock = fileSystem.lock(directory.resolve("LOCK"));
    BulkSort opened = null;
    try {
      SortProgress progress = SortProgress.read(fileSystem, directory);
      BulkSort sort = new BulkSort(fileSystem, directory, options, executor, lock, progress);
      sort.prepare(progress);
      opened = sort;
      return opened;
    } finally {
      if (opened == null) {
        unlock(lock);
      }
    }
  }

  /** Makes the directories, and removes what a crash left unfinished. */
  private void prepare(SortProgress noted) throws IOException {
    for (String family : options.families().keySet()) {
      fileSystem.createDirectories(runs(family));
      fileSystem.createDirectories(files(family));
      keepOnly(runs(family), noted.runs().getOrDefault(family, List.of()));
      List<String> finished = new ArrayList<>();
      noted
          .done()
          .forEach(
              (part, names) -> finished.addAll(part.family().equals(family) ? names : List.of()));
      if (noted.starts() == null || noted.done().size() < parts(noted).size()) {
        keepOnly(files(family), finished);
      }
    }
  }

  private void keepOnly(Path parent, List<String> names) throws IOException {
    for (Path file : fileSystem.list(parent)) {
      if (!names.contains(file.getFileName().toString())) {
        fileSystem.delete(file);
      }
    }
  }

  private Path runs(String family) {
    return directory.resolve("runs").resolve(DirectoryName.of(family));
  }

  private Path files(String family) {
    return files().resolve(DirectoryName.of(family));
  }

  /** Where the finished files are, in a directory for each family. */
  public Path files() {
    return directory.resolve("files");
  }

  /** The mark up to which the input is in runs; empty at the beginning. */
  public byte[] mark() {
    return progress().mark().clone();
  }

  /** Whether merging has begun, so that no more cells are wanted. */
  public boolean isMerging() {
    return progress().starts() != null;
  }

  /** How many cells were merged since this was opened. */
  public long cellsMerged() {
    return merged.sum();
  }

  private synchronized SortProgress progress() {
    return progress;
  }

  /**
   * Adds a copy of a cell.
   *
   * @throws IllegalArgumentException when it is of none of the families, or too long
   */
  public void add(Cell cell) {
    CellBuffer buffer = filling[familyOf(cell)];
    if (!buffer.hasRoom(cell.length())) {
      throw new IllegalArgumentException("Cell without room, " + cell.length() + " bytes: " + cell);
    }
    buffer.add(cell);
  }

  private int familyOf(Cell cell) {
    for (int i = 0; i < familyNames.length; i++) {
      byte[] name = familyNames[i];
      int at = cell.familyOffset();
      if (Arrays.equals(cell.array(), at, at + cell.familyLength(), name, 0, name.length)) {
        return i;
      }
    }
    throw new IllegalArgumentException(
        "Cell of none of the families " + options.families().keySet() + ": " + cell);
  }

  /** Whether it is time to {@link #spill}. */
  public boolean isFull() {
    long bytes = 0;
    boolean full = false;
    for (CellBuffer buffer : filling) {
      bytes += buffer.heapBytes();
      full |= !buffer.hasRoom(CellBuffer.MAX_CHUNK_BYTES);
    }
    return full || bytes >= options.memoryBytes() / 2;
  }

  /**
   * Has what was added sorted and written, in the background: returns when the cells before are on
   * disk and noted.
   *
   * @param mark up to where the caller's input was added
   * @throws IOException also when a spill before has failed, and then always
   */
  public void spill(byte[] mark) throws IOException {
    awaitSpill();
    CellBuffer[] full = filling;
    filling = spilling;
    spilling = full;
    spill =
        new FutureTask<>(
            () -> {
              writeRuns(full, mark.clone());
              return null;
            });
    executor.execute(spill);
  }

  private void awaitSpill() throws IOException {
    if (spillFailure != null) {
      throw new IOException("A spill failed; open the sort again, it goes on", spillFailure);
    }
    if (spill != null) {
      FutureTask<Void> pending = spill;
      spill = null;
      try {
        await(pending, () -> true);
      } catch (IOException e) {
        spillFailure = e;
        throw e;
      }
    }
  }

  private void writeRuns(CellBuffer[] full, byte[] mark) throws IOException {
    SortProgress before = progress();
    long run = before.nextRun();
    Map<String, List<String>> runs = new TreeMap<>(before.runs());
    int i = 0;
    for (String family : options.families().keySet()) {
      CellBuffer cells = full[i++];
      if (cells.count() > 0) {
        runs.put(family, plus(runs.getOrDefault(family, List.of()), writeRun(family, cells, run)));
      }
      cells.clear();
    }
    note(before.sorted(mark, run + 1, runs));
  }

  private static List<String> plus(List<String> names, String name) {
    List<String> more = new ArrayList<>(names);
    more.add(name);
    return more;
  }

  private String writeRun(String family, CellBuffer cells, long run) throws IOException {
    cells.sort();
    String name = runName(run);
    try (StoreFileWriter writer =
        StoreFileWriter.create(
            fileSystem,
            runs(family).resolve(name),
            options.runOptions(family),
            options.createdMillis())) {
      Cell cell = new Cell();
      Cell last = new Cell();
      for (int i = 0; i < cells.count(); i++) {
        cells.read(i, 0, cell);
        if (i == 0 || CellOrder.compareKeys(last, cell) != 0) {
          writer.append(cell);
          last.set(cell);
        }
      }
      StoreFileInfo info = writer.finish(0, /* majorCompaction= */ false);
      fileSystem.forceDirectory(info.path().getParent());
    }
    return name;
  }

  private static String runName(long run) {
    return AssignedSequence.name(PartedFiles.name(0, Math.toIntExact(run)), run);
  }

  private synchronized void note(SortProgress next) throws IOException {
    next.write(fileSystem, directory);
    progress = next;
  }

  /**
   * Rows that part what was sorted into pieces of about the same size, for a table that is yet to
   * be made. Everything was spilled.
   *
   * @return at most {@code pieces - 1} rows, growing
   */
  public List<byte[]> splitRows(int pieces) throws IOException {
    awaitSpill();
    SortProgress now = progress();
    List<Path> all = new ArrayList<>();
    now.runs().forEach((family, names) -> names.forEach(n -> all.add(runs(family).resolve(n))));
    try (RunMerge merge = new RunMerge(fileSystem, all)) {
      return merge.splitRows(pieces);
    }
  }

  /**
   * Merges everything that was spilled into finished files.
   *
   * @param starts the first rows of the second and later parts, growing; when merging had begun
   *     before a crash, those of then count
   * @return the files, which nothing here deletes
   * @throws SortStoppedException when the watch said so
   */
  public List<SortedFile> merge(List<byte[]> starts, Watch watch) throws IOException {
    awaitSpill();
    if (!isMerging() && Arrays.stream(filling).anyMatch(buffer -> buffer.count() > 0)) {
      throw new IllegalStateException("There are cells that were not spilled");
    }
    filling = buffers(); // what they held is needed to merge
    spilling = buffers();
    if (!isMerging()) {
      note(progress().parted(List.copyOf(starts)));
    }
    for (String family : options.families().keySet()) {
      while (progress().runs().getOrDefault(family, List.of()).size() > mergedRuns) {
        run(List.of(() -> mergeOldest(family)), watch);
      }
    }
    List<Work> works = new ArrayList<>();
    for (Part part : parts(progress())) {
      if (!progress().done().containsKey(part)) {
        works.add(() -> merge(part));
      }
    }
    run(works, watch);
    List<SortedFile> files = new ArrayList<>();
    progress()
        .done()
        .forEach(
            (part, names) ->
                names.forEach(
                    name ->
                        files.add(
                            new SortedFile(part.family(), files(part.family()).resolve(name)))));
    return files;
  }

  private List<Part> parts(SortProgress of) {
    List<Part> parts = new ArrayList<>();
    for (String family : options.families().keySet()) {
      for (int i = 0; i <= of.starts().size(); i++) {
        parts.add(new Part(family, i));
      }
    }
    return parts;
  }

  /** Something that an executor's thread does. */
  private interface Work {
    void run() throws IOException;
  }

  /** Does all; the first failure stops the rest. */
  private void run(List<Work> works, Watch watch) throws IOException {
    List<FutureTask<Void>> tasks = new ArrayList<>();
    for (Work work : works) {
      tasks.add(
          new FutureTask<>(
              () -> {
                requireGoOn();
                work.run();
                return null;
              }));
    }
    tasks.forEach(executor::execute);
    IOException failure = null;
    for (FutureTask<Void> task : tasks) {
      try {
        await(task, watch);
      } catch (IOException e) {
        stopped = true; // the others end soon, and are waited for
        failure = failure == null || failure instanceof SortStoppedException ? e : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private void await(FutureTask<Void> task, Watch watch) throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          task.get(WATCH_MILLIS, TimeUnit.MILLISECONDS);
          return;
        } catch (TimeoutException e) {
          stopped |= !watch.goOn();
        } catch (InterruptedException e) {
          interrupted = true;
          stopped = true;
        } catch (ExecutionException e) {
          throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void requireGoOn() throws SortStoppedException {
    if (stopped) {
      throw new SortStoppedException();
    }
  }

  /** Makes one run of the oldest, so many that the rest can be merged at once. */
  private void mergeOldest(String family) throws IOException {
    SortProgress before = progress();
    List<String> names = before.runs().get(family);
    int count = Math.min(mergedRuns, names.size() - mergedRuns + 1);
    List<Path> oldest = paths(family, names.subList(0, count));
    // Older than the runs that stay, by the number of the newest that goes in.
    long run = AssignedSequence.of(oldest.get(count - 1));
    String name = AssignedSequence.name(PartedFiles.name(before.nextRun(), (int) run), run);
    try (RunMerge merge = new RunMerge(fileSystem, newestFirst(oldest));
        StoreFileWriter writer =
            StoreFileWriter.create(
                fileSystem,
                runs(family).resolve(name),
                options.runOptions(family),
                options.createdMillis())) {
      merge.run(NO_BOUND, NO_BOUND, counted(writer::append));
      StoreFileInfo info = writer.finish(0, /* majorCompaction= */ false);
      fileSystem.forceDirectory(info.path().getParent());
    }
    List<String> left = new ArrayList<>(names.subList(count, names.size()));
    left.add(0, name);
    Map<String, List<String>> runs = new TreeMap<>(before.runs());
    runs.put(family, left);
    note(before.sorted(before.mark(), before.nextRun() + 1, runs));
    for (Path file : oldest) {
      fileSystem.delete(file);
    }
  }

  private void merge(Part part) throws IOException {
    SortProgress now = progress();
    List<byte[]> starts = now.starts();
    byte[] start = part.number() == 0 ? NO_BOUND : starts.get(part.number() - 1);
    byte[] end = part.number() == starts.size() ? NO_BOUND : starts.get(part.number());
    List<Path> runs = paths(part.family(), now.runs().getOrDefault(part.family(), List.of()));
    List<String> names = new ArrayList<>();
    try (RunMerge merge = new RunMerge(fileSystem, newestFirst(runs));
        PartedFiles files =
            new PartedFiles(
                fileSystem,
                files(part.family()),
                options.families().get(part.family()),
                List.of(),
                options.maxFileBytes(),
                options.createdMillis(),
                part.number())) {
      merge.run(start, end, counted(files::append));
      files.finish().forEach(info -> names.add(info.path().getFileName().toString()));
    }
    synchronized (this) {
      note(progress.with(part, names));
    }
  }

  private RunMerge.Target counted(RunMerge.Target target) {
    long[] cells = new long[1];
    return cell -> {
      target.take(cell);
      if (++cells[0] % CELLS_PER_LOOK == 0) {
        merged.add(CELLS_PER_LOOK);
        requireGoOn();
      }
    };
  }

  private List<Path> paths(String family, List<String> names) {
    return names.stream().map(name -> runs(family).resolve(name)).toList();
  }

  private static List<Path> newestFirst(List<Path> oldestFirst) {
    List<Path> paths = new ArrayList<>(oldestFirst);
    Collections.reverse(paths);
    return paths;
  }

  /** Deletes the directory with all that is in it; nothing was added since. */
  public void remove() throws IOException {
    awaitSpill();
    for (String family : options.families().keySet()) {
      for (Path parent : List.of(runs(family), files(family))) {
        keepOnly(parent, List.of());
        fileSystem.delete(parent);
      }
    }
    for (String name : List.of("runs", "files", SortProgress.NAME, "LOCK")) {
      fileSystem.delete(directory.resolve(name));
    }
    fileSystem.delete(directory);
  }

  /** Waits for what runs in the background; what was added and not spilled is given up. */
  @Override
  public void close() throws IOException {
    try {
      if (spill != null) { // a failure that was told is not told again
        awaitSpill();
      }
    } finally {
      unlock(lock);
    }
  }

  private static void unlock(AutoCloseable lock) throws IOException {
    try {
      lock.close();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }
}
