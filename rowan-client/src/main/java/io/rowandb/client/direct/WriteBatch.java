package io.rowandb.client.direct;

import io.rowandb.client.adapter.ExceptionAdapter;
import io.rowandb.client.adapter.MutationAdapter;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.region.Region;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Row;

/**
 * Applies many puts and deletes: grouped by region, in the given order inside a region, each row
 * atomic. Those that fail do not hold up the others; those that a moved or busy region refused are
 * tried again. Memory is bounded: at most {@link Scratch#MAX_MUTATIONS} mutations or {@link
 * #MAX_CHUNK_BYTES} of cells are encoded at a time. Used once, by one thread.
 */
final class WriteBatch {
  /**
   * A chunk ends with the mutation that reaches this; a log append of this size is no longer slow
   * per byte.
   */
  private static final int MAX_CHUNK_BYTES = 1 << 20;

  private final TableAccess access;
  private final List<? extends Row> actions;
  private final IOException[] failures;

  /** The regions that in this round refused something that will be tried again, and why. */
  private final Map<Region, IOException> refusing = new HashMap<>();

  private boolean anyFailed;

  /** Prepares the writing of some actions, all of them puts and deletes. */
  WriteBatch(TableAccess access, List<? extends Row> actions) {
    this.access = access;
    this.actions = actions;
    this.failures = new IOException[actions.size()];
  }

  /**
   * Applies them all.
   *
   * @return null when all were applied; else, at the index of each that was not, HBase's exception
   */
  IOException[] run() throws IOException {
    int[] pending = new int[actions.size()];
    Arrays.setAll(pending, i -> i);
    for (int tries = 0; pending.length > 0; tries++) {
      writeOnce(pending);
      pending = anyFailed ? toRetry() : new int[0];
      if (pending.length > 0) {
        awaitRetry(pending, tries);
        pending = toRetry();
      }
    }
    return anyFailed() ? failures : null;
  }

  private void writeOnce(int[] pending) {
    refusing.clear();
    OpenTable table;
    try {
      table = access.open();
      table.traits().checkWritable();
    } catch (IOException e) {
      failAll(pending, 0, pending.length, e);
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
    int to = from;
    long bytes = 0;
    while (to < pending.length && to - from < Scratch.MAX_MUTATIONS && bytes < MAX_CHUNK_BYTES) {
      RowMutation mutation = scratch.mutation(to - from);
      MutationAdapter.fill((Mutation) actions.get(pending[to]), table.traits(), mutation);
      bytes += mutation.limit();
      to++;
    }
    if (table.view().regions().size() == 1) {
      List<RowMutation> all = new ArrayList<>(to - from);
      for (int i = from; i < to; i++) {
        all.add(scratch.mutation(i - from));
      }
      write(table.view().regions().get(0), all, Arrays.copyOfRange(pending, from, to));
    } else {
      writeByRegion(table, pending, from, to, scratch);
    }
    return to;
  }

  private void writeByRegion(OpenTable table, int[] pending, int from, int to, Scratch scratch) {
    int[] regionOf = new int[to - from];
    for (int i = from; i < to; i++) {
      regionOf[i - from] = table.view().indexOf(actions.get(pending[i]).getRow());
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
          indexes[group.size()] = pending[from + i];
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
      failAll(indexes, 0, indexes.length, before);
      return;
    }
    IOException[] refused;
    try {
      refused = region.writeAll(mutations);
    } catch (IOException e) {
      failAll(indexes, 0, indexes.length, e);
      noteRefusal(region, e);
      return;
    }
    for (int i = 0; i < indexes.length; i++) {
      IOException failure = refused == null ? null : refused[i];
      failures[indexes[i]] = failure;
      if (failure != null) {
        anyFailed = true;
        noteRefusal(region, failure);
      }
    }
  }

  private void noteRefusal(Region region, IOException failure) {
    if (TableAccess.mayRetry(failure)) {
      refusing.putIfAbsent(region, failure);
    }
  }

  private void failAll(int[] indexes, int from, int to, IOException failure) {
    for (int i = from; i < to; i++) {
      failures[indexes[i]] = failure;
    }
    anyFailed = true;
  }

  /** Those worth another try; the failures of the others become HBase's. */
  private int[] toRetry() {
    int[] found = new int[failures.length];
    int count = 0;
    for (int i = 0; i < failures.length; i++) {
      if (failures[i] != null && TableAccess.mayRetry(failures[i])) {
        found[count++] = i;
      } else if (failures[i] != null) {
        failures[i] = ExceptionAdapter.translate(failures[i]);
      }
    }
    return Arrays.copyOf(found, count);
  }

  /** Waits, or ends the retries by translating what is still refused. */
  private void awaitRetry(int[] pending, int tries) throws IOException {
    IOException example = failures[pending[0]];
    try {
      access.awaitRetry(example, tries);
    } catch (java.io.InterruptedIOException e) {
      throw e;
    } catch (IOException exhausted) {
      for (int i : pending) {
        failures[i] = ExceptionAdapter.translate(failures[i]);
      }
    }
  }

  private boolean anyFailed() {
    for (IOException failure : failures) {
      if (failure != null) {
        return true;
      }
    }
    return false;
  }
}
