package io.rowandb.engine.bulk;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.io.FileSystem;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Sorts cells that come in any order into files, in a directory of its own: {@link SortDirectory}.
 *
 * <ol>
 *   <li>Cells gather in memory until {@link #isFull}; {@link #spill} sorts them, writes them to a
 *       run of each family, and then records the caller's mark. So after a crash the recorded runs
 *       have exactly the input up to the recorded mark, and reopening continues from there.
 *   <li>Of cells with the same key the last one added is kept, as if they had been written one by
 *       one.
 *   <li>{@link #merge} merges the runs into parts, at most {@value #MAX_MERGED_RUNS} at once; more
 *       runs are first merged into fewer, in passes. A part that was finished before a crash stays.
 *   <li>After a failure nothing runs in the executor any more, and reopening the directory
 *       continues from what was recorded.
 *   <li>Memory: {@link BulkSortOptions#memoryBytes}; when merging the same for each thread. Disk:
 *       the cells twice.
 * </ol>
 *
 * One thread calls; sorting and merging run in the executor's threads.
 */
public final class BulkSort implements Closeable {
  /** So many do not cost a second pass often. */
  static final int MAX_MERGED_RUNS = 48;

  private static final int MIN_MERGED_RUNS = 4;

  /** A window of 1 MB, a block, and the root of the index. */
  private static final long BYTES_PER_MERGED_RUN = 3 << 19;

  /**
   * A file with cells of one family.
   *
   * @param part between which starts its rows are, counted from 0: before the first
   * @param digest what it was when it was finished, also when it is gone since
   */
  public record SortedFile(String family, int part, Path path, FileDigest digest) {}

  // Fixed at construction.
  private final FileSystem fileSystem;
  private final SortDirectory directory;
  private final Executor executor;
  private final SpillBuffers buffers;
  private final MergePasses passes;
  private final BulkSortOptions options;
  private final List<String> families;
  private final CellCount merged = new CellCount();

  /** What merging failed with, for good; of the calling thread. */
  private Throwable failure;

  private BulkSort(
      FileSystem fileSystem, SortDirectory directory, BulkSortOptions options, Executor executor) {
    RunWriter writer = new RunWriter(fileSystem, directory, options);
    this.fileSystem = fileSystem;
    this.directory = directory;
    this.executor = executor;
    this.families = List.copyOf(options.families().keySet());
    this.buffers = new SpillBuffers(options, directory, writer, executor);
    this.passes = new MergePasses(fileSystem, directory, writer, families, mergedRuns(options));
    this.options = options;
  }

  /** How many runs are merged at once with this memory. */
  static int mergedRuns(BulkSortOptions options) {
    return mergedRuns(options.memoryBytes());
  }

  private static int mergedRuns(long memoryBytes) {
    long fitting = memoryBytes / BYTES_PER_MERGED_RUN;
    return (int) Math.max(MIN_MERGED_RUNS, Math.min(MAX_MERGED_RUNS, fitting));
  }

  /** With how many threads, at least one, merging takes no more than this memory. */
  public static int mergingThreads(long memoryBytes) {
    long each = mergedRuns(memoryBytes) * BYTES_PER_MERGED_RUN;
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, memoryBytes / each));
  }

  /**
   * Begins in an empty or missing directory, or continues in an existing one.
   *
   * @param options the families are the same each time
   * @throws IllegalArgumentException when the directory has files and is not a sort's, or of one
   *     with other families; nothing in it is touched then
   * @throws io.rowandb.engine.io.StoreInUseException when another process works in it
   * @throws io.rowandb.engine.io.CorruptFileException when what was noted is damaged or of an
   *     earlier release, a run is gone that is not merged, a run or finished file is another one
   *     than was noted, or something in the directory is a link, a pipe or a device; nothing in it
   *     is touched then
   */
  public static BulkSort open(
      FileSystem fileSystem, Path directory, BulkSortOptions options, Executor executor)
      throws IOException {
    return new BulkSort(
        fileSystem,
        SortDirectory.open(fileSystem, directory, options.families().keySet()),
        options,
        executor);
  }

  /** Where the finished files are, in a directory for each family. */
  public Path files() {
    return directory.files();
  }

  /** The mark up to which the input is in runs; empty at the beginning. */
  public byte[] mark() {
    return directory.progress().mark().clone();
  }

  /** Whether merging has begun, so that no more cells are wanted. */
  public boolean isMerging() {
    return directory.progress().starts() != null;
  }

  /** The first rows of the second and later parts, once merging has begun. */
  public List<byte[]> starts() {
    return directory.progress().starts().stream().map(byte[]::clone).toList();
  }

  /** How often a cell is still merged, at most: by passes that make fewer runs, and into a part. */
  public int mergesLeft() {
    return passes.left() + 1;
  }

  /** How many cells were merged since this was opened, by all passes together. */
  public long cellsMerged() {
    return merged.sum();
  }

  /**
   * Adds a copy of a cell.
   *
   * @throws IllegalArgumentException when it is of none of the families, or too long
   */
  public void add(Cell cell) {
    buffers.add(cell);
  }

  /** Whether it is time to {@link #spill}. */
  public boolean isFull() {
    return buffers.isFull();
  }

  /**
   * Has what was added sorted and written, in the background: returns when the cells before are on
   * disk and noted.
   *
   * @param mark up to where the caller's input was added
   * @throws IOException also when a spill before has failed, and then always
   */
  public void spill(byte[] mark) throws IOException {
    buffers.spill(mark);
  }

  /**
   * Rows that part what was sorted into pieces of about the same size, for a table that is yet to
   * be made. Everything was spilled.
   *
   * @return at most {@code pieces - 1} rows, growing
   */
  public List<byte[]> splitRows(int pieces) throws IOException {
    buffers.await();
    List<Path> runs = new ArrayList<>();
    families.forEach(family -> runs.addAll(directory.runPaths(family)));
    return SampledRows.of(fileSystem, runs).parting(pieces);
  }

  /**
   * Merges everything that was spilled into finished files.
   *
   * @param starts the first rows of the second and later parts, growing; when merging had begun
   *     before a crash, those of then count
   * @return the files, which nothing here deletes
   * @throws IllegalArgumentException when the starts do not grow, or one is empty
   * @throws SortStoppedException when the watch said so
   * @throws IOException also when merging has failed before, and then always
   */
  public List<SortedFile> merge(List<byte[]> starts, SortWatch watch) throws IOException {
    return merge(starts, MergedCells.UNCHANGED, watch);
  }

  /**
   * The same, with a say in what becomes of each cell.
   *
   * @param cells asked about the cells of parts that are not finished
   */
  public List<SortedFile> merge(List<byte[]> starts, MergedCells cells, SortWatch watch)
      throws IOException {
    List<byte[]> growing = PartedFiles.growing(starts);
    buffers.await();
    if (failure != null) {
      throw new IOException("Merging failed; open the sort again, it goes on", failure);
    }
    if (!isMerging() && !buffers.isEmpty()) {
      throw new IllegalStateException("There are cells that were not spilled");
    }
    buffers.free();
    try {
      if (!isMerging()) {
        directory.note(progress -> progress.parted(growing));
      }
      passes.run(executor, watch, merged);
      new PartMerge(fileSystem, directory, options, cells).run(executor, watch, merged);
    } catch (IOException | RuntimeException | Error e) {
      failure = e;
      throw e;
    }
    return finished();
  }

  /**
   * Forgets and deletes the finished files, so that the next {@link #merge} makes them anew of what
   * was sorted.
   *
   * @param mark replaces the one before
   * @throws io.rowandb.engine.io.CorruptFileException when what was sorted is not there any more;
   *     nothing has changed then
   */
  public void unmerge(byte[] mark) throws IOException {
    directory.unmerge(mark);
  }

  /** The files of the parts that are finished, which may be gone since. */
  public List<SortedFile> finished() {
    List<SortedFile> finished = new ArrayList<>();
    directory
        .progress()
        .done()
        .forEach(
            (part, files) -> {
              Path parent = directory.files(part.family());
              files.forEach(
                  file ->
                      finished.add(
                          new SortedFile(
                              part.family(),
                              part.number(),
                              parent.resolve(file.name()),
                              file.digest())));
            });
    return finished;
  }

  /**
   * Replaces the mark, which is on disk when this returns: for callers that record the time of
   * merging.
   *
   * @throws IllegalStateException before merging has begun, when the mark is that of a spill
   */
  public void note(byte[] mark) throws IOException {
    if (!isMerging()) {
      throw new IllegalStateException("Merging has not begun; a mark comes with a spill");
    }
    directory.note(progress -> progress.withMark(mark));
  }

  /**
   * Deletes the directory with all that is the sort's; nothing was added since. A link that it was
   * opened by stays, with an empty directory.
   *
   * @throws IOException also when something else is in it, which stays
   */
  public void remove() throws IOException {
    buffers.await();
    directory.remove();
  }

  /** Waits for what runs in the background; what was added and not spilled is given up. */
  @Override
  public void close() throws IOException {
    try (directory) {
      buffers.close();
    }
  }
}
