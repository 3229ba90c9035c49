package io.rowandb.client.quota;

import io.rowandb.client.adapter.DescriptorAdapter;
import io.rowandb.client.adapter.ResultAdapter;
import io.rowandb.engine.Database;
import io.rowandb.engine.background.RegionInterposer;
import io.rowandb.engine.background.TableView;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.Progress;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.quotas.QuotaTableUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.QuotaProtos;

/**
 * Applies the quotas of {@code hbase:quota} to requests on regions.
 *
 * <p>Invariants: 1. In a store without the table, or with throttling switched off, regions are not
 * wrapped. 2. Reading the quotas again restores nothing: a user who had used up a quota that has
 * not changed keeps waiting. 3. The quotas of a database are read by one thread at a time, under
 * the database's monitor, so the last one published includes all that was written before.
 * Stateless; safe for many threads.
 */
public final class Quotas {
  /** The name, in the store, of the switch that turns throttling off; frozen. */
  public static final String SWITCH = "rpc throttle";

  /** Bytes of one answer while reading the table. */
  private static final long ANSWER_BYTES = 1 << 20;

  private Quotas() {}

  /** Makes the quotas that the database has now the ones that hold. */
  public static void load(Database database) throws IOException {
    // Who read before another's change must not publish after it.
    synchronized (database) {
      TableView table = database.table(QuotaRows.TABLE);
      RegionInterposer before = database.interposer();
      boolean limited = before instanceof RequestLimits;
      if (table != null && table.enabled() && database.isSwitchOn(SWITCH)) {
        database.interpose(read(database, table, limited ? (RequestLimits) before : null));
      } else if (limited) {
        database.interpose((name, region) -> region);
      }
    }
  }

  /** Deletes the quotas of a table that is gone: they would be another's of its name. */
  public static void forget(Database database, TableName table) throws IOException {
    if (database.table(QuotaRows.TABLE) != null) {
      QuotaRows.write(database, QuotaRows.ofTable(table), QuotaProtos.Quotas.getDefaultInstance());
      load(database);
    }
  }

  private static RequestLimits read(Database database, TableView table, RequestLimits before)
      throws IOException {
    Collector collector = new Collector(before);
    CellBatch cells = new CellBatch();
    for (Region region : table.regions()) {
      try (RegionScanner scanner = region.scan(ScanSpec.builder().build())) {
        while (scanner.next(cells, Integer.MAX_VALUE, ANSWER_BYTES) != Progress.EXHAUSTED) {
          Result row = ResultAdapter.result(cells);
          QuotaTableUtil.parseResult(row, collector);
          cells.clear();
        }
      }
    }
    return collector.limits(database.options().clock());
  }

  /** Takes the rows of the table in. Used by one thread. */
  private static final class Collector implements QuotaTableUtil.QuotasVisitor {
    /** The one name of region servers that can have a quota. */
    private static final String STORE = "all";

    private final RequestLimits before;
    private final String me = System.getProperty("user.name", "rowan");
    private final Map<TableName, RequestThrottle> tables = new HashMap<>();
    private final Map<String, RequestThrottle> namespaces = new HashMap<>();
    private final Map<String, RequestThrottle> store = new HashMap<>();
    private final Map<String, RequestThrottle> users = new HashMap<>();
    private final Map<TableName, RequestThrottle> userTables = new HashMap<>();
    private final Map<String, RequestThrottle> userNamespaces = new HashMap<>();
    private boolean onlyUser;

    /** Those that are the same as before are kept, with what is left of them. */
    Collector(RequestLimits before) {
      this.before = before;
    }

    RequestLimits limits(Clock clock) {
      return new RequestLimits(
          tables,
          namespaces,
          store.get(STORE),
          users.get(me),
          userTables,
          userNamespaces,
          onlyUser,
          clock);
    }

    @Override
    public void visitTableQuotas(
        org.apache.hadoop.hbase.TableName table, QuotaProtos.Quotas quotas) {
      TableName name = DescriptorAdapter.engine(table);
      put(tables, name, quotas, before == null ? null : before.tables().get(name));
    }

    @Override
    public void visitNamespaceQuotas(String namespace, QuotaProtos.Quotas quotas) {
      put(
          namespaces,
          namespace,
          quotas,
          before == null ? null : before.namespaces().get(namespace));
    }

    @Override
    public void visitRegionServerQuotas(String server, QuotaProtos.Quotas quotas) {
      put(store, server, quotas, before == null ? null : before.store());
    }

    @Override
    public void visitUserQuotas(String user, QuotaProtos.Quotas quotas) {
      if (user.equals(me)) {
        put(users, user, quotas, before == null ? null : before.user());
        onlyUser = quotas.getBypassGlobals();
      }
    }

    @Override
    public void visitUserQuotas(
        String user, org.apache.hadoop.hbase.TableName table, QuotaProtos.Quotas quotas) {
      if (user.equals(me)) {
        TableName name = DescriptorAdapter.engine(table);
        put(userTables, name, quotas, before == null ? null : before.userTables().get(name));
      }
    }

    @Override
    public void visitUserQuotas(String user, String namespace, QuotaProtos.Quotas quotas) {
      if (user.equals(me)) {
        RequestThrottle known = before == null ? null : before.userNamespaces().get(namespace);
        put(userNamespaces, namespace, quotas, known);
      }
    }

    private static <K> void put(
        Map<K, RequestThrottle> throttles,
        K key,
        QuotaProtos.Quotas quotas,
        RequestThrottle known) {
      if (quotas.hasThrottle()) {
        boolean same = known != null && known.settings().equals(quotas.getThrottle());
        throttles.put(key, same ? known : new RequestThrottle(quotas.getThrottle()));
      }
    }
  }
}
