package io.rowandb.engine.namespace;

import io.rowandb.engine.catalog.Catalog;
import io.rowandb.engine.catalog.NamespaceDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RefusedException.Reason;
import java.util.Map;

/**
 * How many tables and regions a namespace may have, by HBase's settings of a namespace, and how
 * many it has. What exists when a limit is set stays, but nothing can be added beyond the limit.
 *
 * @param maxTables hbase.namespace.quota.maxtables; {@code Long.MAX_VALUE} for no limit
 * @param maxRegions hbase.namespace.quota.maxregions; likewise
 * @param tables how many tables it has
 * @param regions how many regions these have
 */
public record NamespaceQuota(long maxTables, long maxRegions, long tables, long regions) {
  private static final String MAX_TABLES = "hbase.namespace.quota.maxtables";
  private static final String MAX_REGIONS = "hbase.namespace.quota.maxregions";

  private static final NamespaceQuota NONE =
      new NamespaceQuota(Long.MAX_VALUE, Long.MAX_VALUE, 0, 0);

  /** That of a namespace now. Regions are counted only if one of the settings is there. */
  public static NamespaceQuota of(String namespace, Catalog catalog) throws RefusedException {
    NamespaceDescriptor descriptor = catalog.namespaces().get(namespace);
    if (descriptor == null || !isSet(descriptor)) {
      return NONE;
    }
    long tables =
        catalog.tables().keySet().stream()
            .filter(table -> table.namespace().equals(namespace))
            .count();
    long regions =
        catalog.regions().values().stream()
            .filter(region -> TableName.of(region.info().table()).namespace().equals(namespace))
            .count();
    return new NamespaceQuota(
        limit(descriptor, MAX_TABLES, "max tables", "max tables"),
        limit(descriptor, MAX_REGIONS, "max regions", "max region"),
        tables,
        regions);
  }

  /** Refuses a namespace whose limits are none. */
  static void check(NamespaceDescriptor namespace) throws RefusedException {
    limit(namespace, MAX_TABLES, "max tables", "max tables");
    limit(namespace, MAX_REGIONS, "max regions", "max region");
  }

  /** Refuses one table more, of so many regions, if it is too much. */
  public void checkTable(TableName table, int itsRegions) throws RefusedException {
    if (tables >= maxTables) {
      throw full(
          table,
          " cannot be created as it would exceed maximum number of tables allowed "
              + " in the namespace.  The total number of tables permitted is "
              + maxTables);
    }
    if (regions + itsRegions > maxRegions) {
      throw full(
          table,
          " is not allowed to have "
              + itsRegions
              + " regions. The total number of regions permitted is only "
              + maxRegions
              + ", while current region count is "
              + regions
              + ".");
    }
  }

  /** Refuses other regions for a table if they are too many. */
  public void checkRegions(TableName table, int before, int after) throws RefusedException {
    if (regions - before + after > maxRegions) {
      throw full(
          table,
          " region count cannot be updated as it would exceed maximum number of regions allowed in"
              + " the namespace.  The total number of regions permitted is "
              + maxRegions);
    }
  }

  /** Whether one region more is too much. */
  public boolean isFull() {
    return regions >= maxRegions;
  }

  private static boolean isSet(NamespaceDescriptor namespace) {
    Map<String, String> attributes = namespace.attributes();
    return attributes.containsKey(MAX_TABLES) || attributes.containsKey(MAX_REGIONS);
  }

  private static RefusedException full(TableName table, String rule) {
    return new RefusedException(
        Reason.NAMESPACE_FULL, table.fullName(), "The table " + table.fullName() + rule);
  }

  private static long limit(
      NamespaceDescriptor namespace, String key, String limitName, String quotaName)
      throws RefusedException {
    String value = namespace.attributes().get(key);
    if (value == null || value.isEmpty()) {
      return Long.MAX_VALUE;
    }
    long limit;
    try {
      limit = Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new RefusedException(
          Reason.BAD_REQUEST,
          "NumberFormatException while getting "
              + limitName
              + ". "
              + key
              + " must be a whole number: "
              + value,
          e);
    }
    if (limit <= 0) {
      throw new RefusedException(
          Reason.NAMESPACE_CONSTRAINT,
          "The "
              + quotaName
              + " quota for "
              + namespace.name()
              + " is less than or equal to zero. "
              + key
              + " is "
              + value);
    }
    return limit;
  }
}
