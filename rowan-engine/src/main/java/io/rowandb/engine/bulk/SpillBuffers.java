package io.rowandb.engine.bulk;

import io.rowandb.engine.bulk.SortProgress.NotedFile;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellOrder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;

/**
 * Cells that wait to be sorted. One half of the memory is filled while the other half is sorted,
 * written to a run of each family, and recorded with the caller's mark.
 *
 * <p>The cells of a failed spill are in no run, so no more cells are accepted: reopening the sort
 * continues at the previous mark. Used by one thread; a spill runs in a thread of the executor.
 */
final class SpillBuffers {
  // Fixed at construction.
  private final List<String> families;
  private final byte[][] familyNames;
  private final long memoryBytes;
  private final SortDirectory directory;
  private final RunWriter writer;
  private final Executor executor;

  private CellBuffer[] filling;
  private CellBuffer[] spilling;

  /** Null when nothing is written. */
  private SortTasks spill;

  /** What a spill failed with, for good. */
  private Throwable failure;

  SpillBuffers(
      BulkSortOptions options, SortDirectory directory, RunWriter writer, Executor executor) {
    this.families = List.copyOf(options.families().keySet());
    this.familyNames =
        families.stream()
            .map(family -> family.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
    this.memoryBytes = options.memoryBytes();
    this.directory = directory;
    this.writer = writer;
    this.executor = executor;
    this.filling = buffers();
    this.spilling = buffers();
  }

  private CellBuffer[] buffers() {
    CellBuffer[] buffers = new CellBuffer[familyNames.length];
    long each = memoryBytes / 2 / buffers.length;
    Arrays.setAll(buffers, i -> new CellBuffer(each));
    return buffers;
  }

  /**
   * Adds a copy of a cell.
   *
   * @throws IllegalArgumentException when it is of none of the families, or too long
   */
  void add(Cell cell) {
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
    throw new IllegalArgumentException("Cell of none of the families " + families + ": " + cell);
  }

  /** Whether half of the memory is filled. */
  boolean isFull() {
    long bytes = 0;
    boolean full = false;
    for (CellBuffer buffer : filling) {
      bytes += buffer.heapBytes();
      full |= !buffer.hasRoom(CellBuffer.MAX_CHUNK_BYTES);
    }
    return full || bytes >= memoryBytes / 2;
  }

  /** Whether everything that was added was given to {@link #spill}. */
  boolean isEmpty() {
    return Arrays.stream(filling).allMatch(buffer -> buffer.count() == 0);
  }

  /** Has what was added written in the background, when that from before is written. */
  void spill(byte[] mark) throws IOException {
    await();
    CellBuffer[] full = filling;
    filling = spilling;
    spilling = full;
    spill = SortTasks.start(executor, List.of(all -> writeRuns(full, mark.clone())));
  }

  /** Waits until what was spilled is on disk and noted. */
  void await() throws IOException {
    if (failure != null) {
      throw new IOException("A spill failed; open the sort again, it goes on", failure);
    }
    if (spill != null) {
      SortTasks pending = spill;
      spill = null;
      try {
        pending.await(() -> true);
      } catch (IOException | RuntimeException | Error e) {
        failure = e;
        throw e;
      }
    }
  }

  /** Waits until nothing is written any more; tells a failure that was not told yet. */
  void close() throws IOException {
    if (spill != null) {
      await();
    }
  }

  /** Frees the memory: what merges needs it. */
  void free() {
    filling = buffers();
    spilling = buffers();
  }

  private void writeRuns(CellBuffer[] full, byte[] mark) throws IOException {
    String name = RunName.added(directory.newRun());
    Map<String, NotedFile> runs = new TreeMap<>();
    for (int i = 0; i < full.length; i++) {
      CellBuffer cells = full[i];
      if (cells.count() > 0) {
        cells.sort();
        String family = families.get(i);
        writer.write(family, name, run -> write(cells, run));
        runs.put(family, writer.noted(family, name));
      }
      cells.clear();
    }
    directory.note(progress -> progress.spilled(mark, runs));
  }

  /** The first of equal cells is the one that came last. */
  private static void write(CellBuffer cells, RunMerge.Target run) throws IOException {
    Cell cell = new Cell();
    Cell last = new Cell();
    for (int i = 0; i < cells.count(); i++) {
      cells.read(i, 0, cell);
      if (i == 0 || CellOrder.compareKeys(last, cell) != 0) {
        run.take(cell);
        last.set(cell);
      }
    }
  }
}
