package io.rowandb.client.quota;

import io.rowandb.engine.RegionInterposer;
import io.rowandb.engine.TableName;
import io.rowandb.engine.region.Region;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * All quotas at one time. Immutable, but for what is left of them.
 *
 * @param tables by table
 * @param namespaces by namespace
 * @param store of all requests together, or null
 * @param clock the database's
 */
record Limits(
    Map<TableName, Throttle> tables, Map<String, Throttle> namespaces, Throttle store, Clock clock)
    implements RegionInterposer {
  @Override
  public Region between(TableName table, Region region) {
    if (table.namespace().equals(TableName.SYSTEM_NAMESPACE)) {
      return region; // as on a cluster, tables of the system are never held up
    }
    List<Throttle> throttles = new ArrayList<>(3);
    add(tables.get(table), throttles);
    add(namespaces.get(table.namespace()), throttles);
    add(store, throttles);
    return throttles.isEmpty() ? region : new ThrottledRegion(region, throttles, clock);
  }

  private static void add(Throttle throttle, List<Throttle> throttles) {
    if (throttle != null) {
      throttles.add(throttle);
    }
  }
}
