package io.rowandb.schema.pattern.notes;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.schema.table.DesignNotes;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Caches, per connection in use, which designs were found to fit their tables: a program may open a
 * table for every request, but a cluster has only one master to ask. Only the stable result is
 * kept, that a design fits and all its indexes are built, and not for long, since a table may be
 * recreated. Used by any number of threads.
 */
final class CheckedDesigns {
  /** As long as an operator takes to drop a table and make it anew, at the least. */
  private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** When they were checked. */
  @GuardedBy("CheckedDesigns.class")
  private static final Map<Object, Map<TableDesign<?>, Since>> CHECKED = new WeakHashMap<>();

  private CheckedDesigns() {}

  /** Asks for descriptors. */
  @FunctionalInterface
  interface Descriptors {
    Map<TableName, TableDescriptor> read() throws IOException;
  }

  /**
   * The indexes of a design that lack records; refuses it if it does not fit.
   *
   * @param lease how old what is known of that may be; at most as old as it is kept here
   */
  public static Map<String, String> unbuilt(
      Connection connection, TableDesign<?> design, Duration lease, Descriptors descriptors)
      throws IOException {
    Since before = since(connection, design);
    if (before != null && before.isYounger(Math.min(KEPT_NANOS, lease.toNanos()))) {
      return Map.of();
    }
    Since now = Since.now();
    Map<TableName, TableDescriptor> there = descriptors.read();
    DesignNotes.check(design, there);
    Map<String, String> unbuilt = DesignNotes.unbuilt(design, there);
    if (unbuilt.isEmpty() && there.keySet().containsAll(DesignNotes.tables(design))) {
      keep(connection, design, now);
    }
    return unbuilt;
  }

  /** When it was found to fit; null when that is not known. */
  static synchronized Since since(Object connection, TableDesign<?> design) {
    Map<TableDesign<?>, Since> ofConnection = CHECKED.get(connection);
    return ofConnection == null ? null : ofConnection.get(design);
  }

  private static synchronized void keep(Object connection, TableDesign<?> design, Since now) {
    CHECKED.computeIfAbsent(connection, each -> new WeakHashMap<>()).put(design, now);
  }

  /** What is known of a design is old: its tables were changed by this program. */
  static synchronized void forget(Object connection) {
    CHECKED.remove(connection);
  }
}
