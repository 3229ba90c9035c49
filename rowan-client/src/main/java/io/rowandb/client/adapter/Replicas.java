package io.rowandb.client.adapter;

import io.rowandb.engine.catalog.TableDescriptor;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;

/**
 * The replicas of a table's regions. In one process each replica is the region itself: a read from
 * it returns the current data and is never stale.
 */
public final class Replicas {
  private static final String KEY = "REGION_REPLICATION";

  /** HBase writes the number of a replica in four hex digits. */
  private static final int MAX_COUNT = 0x10000;

  private Replicas() {}

  /** How many a region of a table has, itself included; at least 1. */
  public static int count(TableDescriptor table) {
    String value = table.attributes().get(KEY);
    if (value == null) {
      return 1;
    }
    try {
      return Math.max(1, Math.min(MAX_COUNT, Integer.parseInt(value)));
    } catch (NumberFormatException e) {
      return 1; // what HBase's descriptor makes of it
    }
  }

  /**
   * Refuses a request to a replica that the table does not have, as HBase's client does after its
   * attempts to find it. Only reads that may be stale go to a replica.
   *
   * @param row that is looked for
   */
  static void check(Query query, byte[] row, TableTraits table) throws RetriesExhaustedException {
    int replica = query.getReplicaId();
    if (replica > 0
        && query.getConsistency() == Consistency.TIMELINE
        && replica >= table.replicas()) {
      throw new RetriesExhaustedException(
          "Cannot get the location for replica"
              + replica
              + " of region for "
              + org.apache.hadoop.hbase.util.Bytes.toStringBinary(row)
              + " in "
              + table.name());
    }
  }
}
