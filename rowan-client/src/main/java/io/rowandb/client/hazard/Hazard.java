package io.rowandb.client.hazard;

import io.rowandb.engine.cell.Bytes;
import java.nio.charset.StandardCharsets;

/**
 * One place where a program's result depends on a trap.
 *
 * @param kind which trap
 * @param table the table's full name
 * @param row the row, or null when it concerns a whole scan
 * @param column {@code family:qualifier} printable, or empty
 * @param what what happened, with the relevant timestamps
 * @param caller the program's line: {@code class.method(file:line)}
 */
public record Hazard(
    Kind kind, String table, byte[] row, String column, String what, String caller) {
  /** The traps that are looked for. */
  public enum Kind {
    /** A put is not seen: an older delete marker has a later timestamp. */
    HIDDEN_BY_DELETE,
    /** A put is not seen: a delete has the very same timestamp. */
    SAME_TIME_AS_DELETE,
    /** A read gives something else once a major compaction has run. */
    CHANGED_BY_COMPACTION,
    /** A version with another value had the same timestamp and is gone. */
    OVERWRITTEN_VERSION,
    /** A value is, or will be, dropped: the family keeps fewer VERSIONS. */
    LOST_TO_VERSIONS,
    /** A stop row ends a scan before the last rows with its prefix (F41, E5). */
    STOP_ROW_CUTS_PREFIX,
    /** A single-column filter does not see its column: every row passes, or none. */
    FILTER_COLUMN_NOT_READ
  }

  /** A hazard met by the calling thread. */
  static Hazard met(Kind kind, String table, byte[] row, String column, String what) {
    return new Hazard(kind, table, row, column, what, CallerLine.find());
  }

  /** The family and qualifier as they are printed. */
  static String column(byte[] family, byte[] qualifier) {
    return new String(family, StandardCharsets.UTF_8) + ":" + Bytes.printable(qualifier);
  }

  /** The whole report in one line. */
  public String report() {
    StringBuilder line = new StringBuilder(kind.name()).append(": table ").append(table);
    if (row != null) {
      line.append(", row ").append(Bytes.printable(row));
    }
    if (!column.isEmpty()) {
      line.append(", column ").append(column);
    }
    return line.append(": ").append(what).append("; at ").append(caller).toString();
  }
}
