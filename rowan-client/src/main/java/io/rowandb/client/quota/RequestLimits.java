package io.rowandb.client.quota;

import io.rowandb.engine.background.RegionInterposer;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.region.Region;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * All relevant quotas at one time. Immutable, except for the amounts that are left.
 *
 * <p>Every request in a process is made by the user who runs the process, so only that user's
 * quotas are here.
 *
 * @param tables by table
 * @param namespaces by namespace
 * @param store of all requests together, or null
 * @param user of all requests of the user, or null
 * @param userTables the user's in a table, which replace {@code user}
 * @param userNamespaces the user's in a namespace, which replace {@code user}
 * @param onlyUser whether only the user's count
 * @param clock the database's
 */
record RequestLimits(
    Map<TableName, RequestThrottle> tables,
    Map<String, RequestThrottle> namespaces,
    RequestThrottle store,
    RequestThrottle user,
    Map<TableName, RequestThrottle> userTables,
    Map<String, RequestThrottle> userNamespaces,
    boolean onlyUser,
    Clock clock)
    implements RegionInterposer {
  @Override
  public Region between(TableName table, Region region) {
    if (table.namespace().equals(TableName.SYSTEM_NAMESPACE)) {
      return region; // as on a cluster, tables of the system are never held up
    }
    List<RequestThrottle> throttles = new ArrayList<>(4);
    RequestThrottle inNamespace = userNamespaces.getOrDefault(table.namespace(), user);
    add(userTables.getOrDefault(table, inNamespace), throttles);
    if (!onlyUser) {
      add(tables.get(table), throttles);
      add(namespaces.get(table.namespace()), throttles);
      add(store, throttles);
    }
    return throttles.isEmpty() ? region : new ThrottledRegion(region, throttles, clock);
  }

  private static void add(RequestThrottle throttle, List<RequestThrottle> throttles) {
    if (throttle != null) {
      throttles.add(throttle);
    }
  }
}
