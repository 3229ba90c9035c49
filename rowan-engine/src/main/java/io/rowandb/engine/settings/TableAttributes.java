package io.rowandb.engine.settings;

import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.region.FlushRule;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.split.SplitRules;

/**
 * A table's attributes as HBase's client stores them, checked by HBase's rules; {@link
 * FamilyAttributes} has those of its families. The engine stores unknown attributes but ignores
 * them.
 */
public final class TableAttributes {
  /** Turns the checks off that protect from settings which work, but badly. */
  private static final String CHECKS = "hbase.table.sanity.checks";

  /** HBase's key for the largest cell, which a table may set for itself. */
  private static final String MAX_CELL_BYTES = "hbase.server.keyvalue.maxsize";

  private static final String FLUSH_BYTES = "MEMSTORE_FLUSHSIZE";
  private static final String FLUSH_KEY = "hbase.hregion.memstore.flush.size";
  private static final String FLUSH_POLICY = "FLUSH_POLICY";
  private static final String POLICIES = "org.apache.hadoop.hbase.regionserver.";

  /** HBase's key for the size from which a store is large, and that for its least value. */
  private static final String LARGE_STORE = "hbase.hregion.percolumnfamilyflush.size.lower.bound";

  private static final String LARGE_STORE_LEAST = LARGE_STORE + ".min";
  private static final long LARGE_STORE_LEAST_BYTES = 16L << 20;

  private static final long MIN_REGION_BYTES = 2L << 20;
  private static final long MIN_FLUSH_BYTES = 1L << 20;

  private final TableDescriptor table;

  private TableAttributes(TableDescriptor table) {
    this.table = table;
  }

  /** HBase's COMPACTION_ENABLED: true unless the table says that it is false. */
  public static boolean compactionEnabled(TableDescriptor table) {
    return !"false".equalsIgnoreCase(table.attributes().get("COMPACTION_ENABLED"));
  }

  /** HBase's READONLY: whether every write of the table is refused. */
  public static boolean isReadOnly(TableDescriptor table) {
    return Boolean.parseBoolean(table.attributes().get("READONLY"));
  }

  /** Whether the table asks that settings which work, but badly, are not refused. */
  public static boolean waivesChecks(TableDescriptor table) {
    return "false".equalsIgnoreCase(table.attributes().get(CHECKS));
  }

  /**
   * Refuses attributes that break a rule; BAD_REQUEST names the attribute and the rule.
   *
   * @param checks whether the rules hold that protect from what works, but badly
   * @param options what holds for tables that say nothing else
   */
  public static void check(TableDescriptor table, boolean checks, DatabaseOptions options)
      throws RefusedException {
    TableAttributes a = new TableAttributes(table);
    flushRule(table, options); // or it is refused
    a.atLeast(MAX_CELL_BYTES, 0);
    if (checks) {
      a.atLeast("REGION_REPLICATION", 1);
      a.atLeast("MAX_FILESIZE", MIN_REGION_BYTES);
      a.atLeast(FLUSH_BYTES, MIN_FLUSH_BYTES);
    }
  }

  /** How the regions of a table are split; BAD_REQUEST when what it says of that breaks a rule. */
  public static SplitRules splitRules(TableDescriptor table, DatabaseOptions options)
      throws RefusedException {
    try {
      return SplitRules.of(table.attributes(), options.splits(), options.memory().flushBytes());
    } catch (IllegalArgumentException e) {
      throw new RefusedException(
          RefusedException.Reason.BAD_REQUEST,
          "Table " + table.name() + ", how regions are split: " + e.getMessage());
    }
  }

  /** The largest cell of a table that was checked, 0 for no limit. */
  public static int maxCellBytes(TableDescriptor table, int absent) {
    String text = table.attributes().get(MAX_CELL_BYTES);
    return text == null ? absent : (int) Math.min(Integer.MAX_VALUE, Long.parseLong(text.trim()));
  }

  /**
   * When the regions of a table are flushed for their size, and which of their stores: by HBase's
   * FlushAllLargeStoresPolicy those above an even share of the region's size, by its
   * FlushAllStoresPolicy all.
   *
   * @throws RefusedException BAD_REQUEST names an attribute and the rule that it breaks
   */
  public static FlushRule flushRule(TableDescriptor table, DatabaseOptions options)
      throws RefusedException {
    TableAttributes a = new TableAttributes(table);
    long regionBytes =
        a.positive(FLUSH_BYTES, a.positive(FLUSH_KEY, options.memory().flushBytes()));
    String policy = a.value(FLUSH_POLICY, "hbase.regionserver.flush.policy", options);
    boolean all = (POLICIES + "FlushAllStoresPolicy").equals(policy);
    return new FlushRule(
        regionBytes, all ? Long.MAX_VALUE : a.largeStoreBytes(regionBytes, options));
  }

  private long largeStoreBytes(long regionBytes, DatabaseOptions options) throws RefusedException {
    if (table.families().size() == 1) {
      return Long.MAX_VALUE;
    }
    String least = options.familyDefaults().get(LARGE_STORE_LEAST);
    long leastBytes = least == null ? LARGE_STORE_LEAST_BYTES : whole(LARGE_STORE_LEAST, least);
    return number(LARGE_STORE, Math.max(regionBytes / table.families().size(), leastBytes));
  }

  private String value(String name, String key, DatabaseOptions options) {
    String own = table.attributes().get(name);
    return own == null ? options.familyDefaults().get(key) : own.trim();
  }

  /** As {@link #number}; HBase's builder writes a negative number for none. */
  private long positive(String name, long absent) throws RefusedException {
    long own = number(name, absent);
    return own <= 0 ? absent : own;
  }

  private long number(String name, long absent) throws RefusedException {
    String text = table.attributes().get(name);
    return text == null ? absent : whole(name, text);
  }

  private long whole(String name, String text) throws RefusedException {
    try {
      return Long.parseLong(text.trim());
    } catch (NumberFormatException e) {
      throw bad(name, text, "a whole number");
    }
  }

  private void atLeast(String name, long least) throws RefusedException {
    String text = table.attributes().get(name);
    if (text == null || whole(name, text) >= least) {
      return;
    }
    throw bad(name, text, "at least " + least);
  }

  private RefusedException bad(String name, String value, String rule) {
    return new RefusedException(
        RefusedException.Reason.BAD_REQUEST,
        name + " of table " + table.name() + " is \"" + value + "\", must be " + rule);
  }
}
