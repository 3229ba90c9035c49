package io.rowandb.client.direct;

import io.rowandb.client.adapter.ExceptionAdapter;
import io.rowandb.client.adapter.MutationAdapter;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.region.Region;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Row;

/**
 * Applies many puts and deletes: grouped by region, in the given order inside a region, each row
 * atomic. A mutation that fails does not hold up the others; one that a moved or busy region
 * refused is retried. Memory is bounded: at most {@link Scratch#MAX_MUTATIONS} mutations or {@link
 * #MAX_CHUNK_BYTES} of cells are encoded at a time. Used once, by one thread.
 */
final class WriteBatch {
  /**
   * A chunk ends with the mutation that reaches this; a log append of this size is no longer slow
   * per byte.
   */
  private static final int MAX_CHUNK_BYTES = 1 << 20;

  private final TableAccess access;
  private final OperationTime time;
  private final List<? extends Row> actions;
  private final IOException[] failures;
  private final boolean[] settled;

  /** The regions that in this round refused something that will be tried again, and why. */
  private final Map<Region, IOException> refusing = new HashMap<>();

  private boolean anyFailed;

  /**
   * Prepares the writing of some actions, all of them puts and deletes.
   *
   * @param time that of the whole batch
   */
  WriteBatch(TableAccess access, OperationTime time, List<? extends Row> actions) {
    this.access = access;
    this.time = time;
    this.actions = actions;
    this.failures = new IOException[actions.size()];
    this.settled = new boolean[actions.size()];
  }

  /** Applies them all; when an interruption ends this early, some are left unsettled. */
  void run() throws InterruptedIOException {
    int[] pending = new int[actions.size()];
    Arrays.setAll(pending, i -> i);
    for (int tries = 0; pending.length > 0; tries++) {
      writeOnce(pending);
      pending = anyFailed ? awaitRetry(toRetry(pending), tries) : new int[0];
    }
  }

  /** Whether an action was applied or failed for good. */
  boolean isSettled(int index) {
    return settled[index];
  }

  /** HBase's exception for a settled action that was not applied, else null. */
  IOException failure(int index) {
    return failures[index];
  }

  private void writeOnce(int[] pending) {
    refusing.clear();
    OpenTable table;
    try {
      table = access.open();
      table.traits().checkWritable();
    } catch (IOException e) {
      failAll(pending, e);
      return;
    }
    Scratch scratch = Scratch.borrow();
    try {
      for (int from = 0; from < pending.length; ) {
        from = writeChunk(table, pending, from, scratch);
      }
    } finally {
      scratch.giveBack();
    }
  }

  /** Encodes and writes a chunk; returns where the next one starts. */
  private int writeChunk(OpenTable table, int[] pending, int from, Scratch scratch) {
    int[] chunk = new int[Math.min(Scratch.MAX_MUTATIONS, pending.length - from)];
    int count = 0;
    long bytes = 0;
    int next = from;
    while (next < pending.length && count < chunk.length && bytes < MAX_CHUNK_BYTES) {
      int index = pending[next++];
      RowMutation mutation = scratch.mutation(count);
      if (encode(index, table, mutation)) {
        bytes += mutation.limit();
        chunk[count++] = index;
      }
    }
    if (count > 0) {
      writeByRegion(table, Arrays.copyOf(chunk, count), scratch);
    }
    return next;
  }

  /** Returns whether it could be encoded; no other try can cure it if not. */
  private boolean encode(int index, OpenTable table, RowMutation mutation) {
    try {
      MutationAdapter.fill((Mutation) actions.get(index), table.traits(), mutation);
      return true;
    } catch (RuntimeException | LinkageError e) {
      fail(index, ExceptionAdapter.unexpected(e));
      return false;
    }
  }

  /** Writes actions whose encoded forms are, in the same order, the first ones of the scratch. */
  private void writeByRegion(OpenTable table, int[] chunk, Scratch scratch) {
    if (table.view().regions().size() == 1) {
      List<RowMutation> all = new ArrayList<>(chunk.length);
      for (int i = 0; i < chunk.length; i++) {
        all.add(scratch.mutation(i));
      }
      write(table.view().regions().get(0), all, chunk);
      return;
    }
    int[] regionOf = new int[chunk.length];
    for (int i = 0; i < chunk.length; i++) {
      regionOf[i] = table.view().indexOf(actions.get(chunk[i]).getRow());
    }
    for (int first = 0; first < regionOf.length; first++) {
      int region = regionOf[first];
      if (region < 0) {
        continue;
      }
      List<RowMutation> group = new ArrayList<>();
      int[] indexes = new int[regionOf.length - first];
      for (int i = first; i < regionOf.length; i++) {
        if (regionOf[i] == region) {
          regionOf[i] = -1;
          indexes[group.size()] = chunk[i];
          group.add(scratch.mutation(i));
        }
      }
      write(table.view().regions().get(region), group, Arrays.copyOf(indexes, group.size()));
    }
  }

  private void write(Region region, List<RowMutation> mutations, int[] indexes) {
    IOException before = refusing.get(region);
    if (before != null) {
      // What comes later may not overtake what will be tried again.
      failAll(indexes, before);
      return;
    }
    IOException[] refused;
    try {
      refused = region.writeAll(mutations);
    } catch (IOException e) {
      failAll(indexes, e);
      noteRefusal(region, e);
      return;
    } catch (RuntimeException | LinkageError e) {
      failAll(indexes, ExceptionAdapter.unexpected(e));
      return;
    }
    for (int i = 0; i < indexes.length; i++) {
      IOException failure = refused == null ? null : refused[i];
      if (failure == null) {
        failures[indexes[i]] = null;
        settled[indexes[i]] = true;
      } else {
        fail(indexes[i], failure);
        noteRefusal(region, failure);
      }
    }
  }

  private void noteRefusal(Region region, IOException failure) {
    if (TableAccess.mayRetry(failure)) {
      refusing.putIfAbsent(region, failure);
    }
  }

  private void failAll(int[] indexes, IOException failure) {
    for (int index : indexes) {
      fail(index, failure);
    }
  }

  private void fail(int index, IOException failure) {
    failures[index] = failure;
    anyFailed = true;
  }

  /** Those of the tried that are worth another try; the failures of the others become HBase's. */
  private int[] toRetry(int[] tried) {
    int[] found = new int[tried.length];
    int count = 0;
    for (int i : tried) {
      if (failures[i] != null && TableAccess.mayRetry(failures[i])) {
        found[count++] = i;
      } else if (failures[i] != null) {
        failures[i] = ExceptionAdapter.translate(failures[i]);
        settled[i] = true;
      }
    }
    return Arrays.copyOf(found, count);
  }

  /** Waits for those that may be tried again, and returns them; the others' failures are final. */
  private int[] awaitRetry(int[] refused, int tries) throws InterruptedIOException {
    int[] again = new int[refused.length];
    int count = 0;
    long longestMillis = 0;
    for (int i : refused) {
      long pauseMillis = access.pauseMillis(failures[i], tries);
      IOException end = access.end(failures[i], tries, pauseMillis, time);
      if (end == null) {
        again[count++] = i;
        longestMillis = Math.max(longestMillis, pauseMillis);
      } else {
        failures[i] = end;
        settled[i] = true;
      }
    }
    if (count > 0) {
      access.pause(longestMillis);
    }
    return Arrays.copyOf(again, count);
  }
}
