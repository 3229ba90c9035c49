package io.rowandb.schema.view;

import io.rowandb.schema.pattern.calls.Carrier;
import io.rowandb.schema.pattern.notes.ViewStates;
import io.rowandb.schema.table.ViewNotes;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;

/**
 * How far views are built, noted in their tables now and then, so that a build that is begun again
 * goes on there: whatever was looked at before, writers keep. HBase opens the regions of a table
 * anew for a note, which is why notes take a small part of the time at most. Used by one thread.
 */
final class BuildProgress {
  /** The shortest time between two notes. */
  private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** How much longer than notes take the time between them is. */
  private static final int SHARE = 50;

  // Fixed at construction.
  private final Connection connection;
  private final Carrier carrier;
  private final TableName source;
  private final Map<TableName, String> builds;

  private final Map<TableName, Boolean> areNew = new HashMap<>();
  private byte[] start;
  private long dueNanos;

  /**
   * Reads what is noted.
   *
   * @param source of the views
   * @param builds of views, by their tables
   * @param goesOn whether what is noted counts
   */
  BuildProgress(
      Connection connection,
      Carrier carrier,
      TableName source,
      Map<TableName, String> builds,
      boolean goesOn)
      throws IOException {
    this.source = source;
    this.connection = connection;
    this.carrier = carrier;
    this.builds = builds;
    dueNanos = carrier.nanoTime() + LEAST_NANOS;
    for (Map.Entry<TableName, String> each : builds.entrySet()) {
      Optional<ViewNotes.Reached> reached =
          goesOn
              ? ViewStates.reached(connection, each.getKey(), each.getValue())
              : Optional.empty();
      reached.ifPresent(noted -> areNew.put(each.getKey(), noted.isNew()));
      byte[] row = reached.map(ViewNotes.Reached::row).orElse(new byte[0]);
      start = start == null || Arrays.compareUnsigned(row, start) < 0 ? row : start;
    }
  }

  /** Of views that are built. */
  static BuildProgress none(Connection connection, Carrier carrier, TableName source)
      throws IOException {
    return new BuildProgress(connection, carrier, source, Map.of(), /* goesOn= */ false);
  }

  /** The last row of the records that need not be looked at; empty for none. */
  byte[] start() {
    return start == null ? new byte[0] : start;
  }

  /**
   * Whether a view had nothing when its build began.
   *
   * @param isNew whether it has nothing now
   */
  boolean isNew(ViewTable<?, ?> view, boolean isNew) {
    return areNew.computeIfAbsent(view.view().target().name(), name -> isNew);
  }

  /** A view has what no record gives: from now on it counts as one that had something. */
  void noteSurplus(ViewTable<?, ?> view) {
    areNew.put(view.view().target().name(), false);
  }

  /** All views are built as far as a row of the records. */
  void reached(byte[] row) throws IOException {
    long now = carrier.nanoTime();
    if (now < dueNanos) {
      return;
    }
    for (Map.Entry<TableName, String> each : builds.entrySet()) {
      boolean isNew = areNew.getOrDefault(each.getKey(), false);
      ViewStates.noteReached(
          connection, source, each.getKey(), each.getValue(), new ViewNotes.Reached(isNew, row));
    }
    long taken = carrier.nanoTime() - now;
    dueNanos = now + taken + Math.max(LEAST_NANOS, SHARE * taken);
  }
}
