package io.rowandb.engine;

import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.split.SplitRules;

/**
 * A table's attributes as HBase's client stores them, checked by HBase's rules; those of its
 * families are {@link FamilyAttributes}. Attributes that say nothing to the engine are kept and
 * passed over.
 */
final class TableAttributes {
  /** Turns the checks off that protect from settings which work, but badly. */
  private static final String CHECKS = "hbase.table.sanity.checks";

  /** HBase's key for the largest cell, which a table may set for itself. */
  private static final String MAX_CELL_BYTES = "hbase.server.keyvalue.maxsize";

  private static final long MIN_REGION_BYTES = 2L << 20;
  private static final long MIN_FLUSH_BYTES = 1L << 20;

  private final TableDescriptor table;

  private TableAttributes(TableDescriptor table) {
    this.table = table;
  }

  /** Whether the table asks that settings which work, but badly, are not refused. */
  static boolean waivesChecks(TableDescriptor table) {
    return "false".equalsIgnoreCase(table.attributes().get(CHECKS));
  }

  /**
   * Refuses attributes that break a rule; BAD_REQUEST names the attribute and the rule.
   *
   * @param checks whether the rules hold that protect from what works, but badly
   */
  static void check(TableDescriptor table, boolean checks) throws RefusedException {
    TableAttributes a = new TableAttributes(table);
    a.atLeast(MAX_CELL_BYTES, 0);
    if (checks) {
      a.atLeast("REGION_REPLICATION", 1);
      a.atLeast("MAX_FILESIZE", MIN_REGION_BYTES);
      a.atLeast("MEMSTORE_FLUSHSIZE", MIN_FLUSH_BYTES);
    }
  }

  /** How the regions of a table are split; BAD_REQUEST when what it says of that breaks a rule. */
  static SplitRules splitRules(TableDescriptor table, DatabaseOptions options)
      throws RefusedException {
    try {
      return SplitRules.of(table.attributes(), options.splits(), options.flushBytes());
    } catch (IllegalArgumentException e) {
      throw new RefusedException(
          RefusedException.Reason.BAD_REQUEST,
          "Table " + table.name() + ", how regions are split: " + e.getMessage());
    }
  }

  /** The largest cell of a table that was checked, 0 for no limit. */
  static int maxCellBytes(TableDescriptor table, int absent) {
    String text = table.attributes().get(MAX_CELL_BYTES);
    return text == null ? absent : (int) Math.min(Integer.MAX_VALUE, Long.parseLong(text.trim()));
  }

  private void atLeast(String name, long least) throws RefusedException {
    String text = table.attributes().get(name);
    if (text == null) {
      return;
    }
    try {
      if (Long.parseLong(text.trim()) >= least) {
        return;
      }
    } catch (NumberFormatException e) {
      throw bad(name, text, "a whole number");
    }
    throw bad(name, text, "at least " + least);
  }

  private RefusedException bad(String name, String value, String rule) {
    return new RefusedException(
        RefusedException.Reason.BAD_REQUEST,
        name + " of table " + table.name() + " is \"" + value + "\", must be " + rule);
  }
}
