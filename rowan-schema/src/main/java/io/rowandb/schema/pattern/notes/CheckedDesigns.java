package io.rowandb.schema.pattern.notes;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.DesignNotes;
import io.rowandb.schema.table.DesignStates;
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

  /**
   * A design that fits.
   *
   * @param since when it was checked
   * @param states what reads must not rely on: nothing
   * @param refusal why a program that declares it must not write the table; null when it may
   */
  record Checked(Since since, DesignStates states, ChangedDesignException refusal) {}

  @GuardedBy("CheckedDesigns.class")
  private static final Map<Object, Map<TableDesign<?>, Checked>> CHECKED = new WeakHashMap<>();

  private CheckedDesigns() {}

  /** Asks for descriptors. */
  @FunctionalInterface
  interface Descriptors {
    Map<TableName, TableDescriptor> read() throws IOException;
  }

  /**
   * What reads must not rely on; refuses a design that does not fit.
   *
   * @param lease how old what is known of that may be; at most as old as it is kept here
   */
  public static DesignStates states(
      Connection connection, TableDesign<?> design, Duration lease, Descriptors descriptors)
      throws IOException {
    Map<TableDesign<?>, Checked> known = known(connection);
    Checked before = of(known, design);
    if (before != null && before.since().isYounger(Math.min(KEPT_NANOS, lease.toNanos()))) {
      return before.states();
    }
    Since now = Since.now();
    Map<TableName, TableDescriptor> there = descriptors.read();
    DesignNotes.check(design, there);
    DesignStates states = DesignStates.of(design, there);
    if (states.isComplete() && there.keySet().containsAll(DesignNotes.tables(design))) {
      ChangedDesignException refusal = DesignNotes.refusalOfWrites(design, there).orElse(null);
      keep(known, design, new Checked(now, states, refusal));
    }
    return states;
  }

  /** When it was found to fit; null when that is not known. */
  static Since since(Object connection, TableDesign<?> design) {
    Checked checked = checked(connection, design);
    return checked == null ? null : checked.since();
  }

  /** What was found of it; null when that is not known. */
  static synchronized Checked checked(Object connection, TableDesign<?> design) {
    Map<TableDesign<?>, Checked> ofConnection = CHECKED.get(connection);
    return ofConnection == null ? null : ofConnection.get(design);
  }

  private static synchronized Map<TableDesign<?>, Checked> known(Object connection) {
    return CHECKED.computeIfAbsent(connection, each -> new WeakHashMap<>());
  }

  private static synchronized Checked of(
      Map<TableDesign<?>, Checked> known, TableDesign<?> design) {
    return known.get(design);
  }

  /** For nobody, if what was known is forgotten since the tables were asked. */
  private static synchronized void keep(
      Map<TableDesign<?>, Checked> known, TableDesign<?> design, Checked found) {
    known.put(design, found);
  }

  /**
   * What is known is old: the tables were changed by this program, or refuse what others did not.
   */
  static synchronized void forget(Object connection) {
    CHECKED.remove(connection);
  }
}
