package io.rowandb.client.meta;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.client.adapter.DescriptorAdapter;
import io.rowandb.client.adapter.MutationAdapter;
import io.rowandb.client.adapter.Replicas;
import io.rowandb.client.adapter.TableTraits;
import io.rowandb.client.filter.FilterLimit;
import io.rowandb.engine.Database;
import io.rowandb.engine.background.TableView;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.region.Region;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableState;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The {@code hbase:meta} table of one database, in which HBase's clients find the region of a row
 * and the state of a table.
 *
 * <p>It is a transient table of the engine, so that scans, filters and limits work on it as on any
 * other. Rows: {@code table,startKey,id.hash.} with the family {@code info} (description, server,
 * start code, sequence, state) for a region, and {@code table} with the family {@code table} (the
 * state) for a table.
 *
 * <p>Invariants: 1. After {@link #refresh} the rows of a table agree with the catalogue. Automatic
 * splits do not trigger a refresh, so every reader refreshes the rows first: a client whose region
 * no longer exists finds the regions that replaced it. 2. Timestamps of its cells grow with each
 * change, so that a table dropped and created again within one millisecond is not hidden by its own
 * delete markers. 3. Every region is on the one server. 4. The rows are rewritten before their
 * replaced versions take more than a few times the rows' own memory.
 *
 * <p>Any number of threads may read; changes are made one at a time. Lives as long as the services
 * of its database.
 */
public final class MetaTable {
  /** The name, in the engine's form. */
  public static final TableName NAME = TableName.META;

  /**
   * How far the timestamps stay behind the time of day: HBase's client asks for a table's state of
   * before now, without now itself, and changes may come faster than milliseconds. The database's
   * clock does not matter: the client does not know it, and a test may have moved it.
   */
  private static final long LAG_MILLIS = 60_000;

  /** So many rows may be replaced, whatever there is, before all are written anew. */
  private static final int REPLACED_ROWS = 4096;

  /** And so many for each row there is. */
  private static final int REPLACED_ROWS_PER_ROW = 4;

  private static final byte[] OPEN = Bytes.toBytes("OPEN");
  private static final byte[] CLOSED = Bytes.toBytes("CLOSED");

  // Fixed at construction.
  private final Database database;
  private final ServerName server;
  private final TableTraits traits;
  private final MetaRegion region;

  @GuardedBy("this")
  private final Map<TableName, Set<RegionInfo>> regionsByTable = new HashMap<>();

  /** The tables as the rows show them. */
  @GuardedBy("this")
  private final Map<TableName, TableView> shown = new HashMap<>();

  @GuardedBy("this")
  private long lastTimestamp;

  /** Since all were written anew. */
  @GuardedBy("this")
  private long writtenRows;

  /** Up to which version of the catalogue the rows are right. */
  private volatile long renewedVersion = -1;

  private MetaTable(Database database, ServerName server, TableView view) {
    this.database = database;
    this.server = server;
    this.traits = TableTraits.of(view.descriptor(), false, FilterLimit.NONE);
    this.region = new MetaRegion(view.regions().get(0), this::renew);
  }

  /**
   * Creates the table in {@code database} and fills it from the catalogue; what an attempt left
   * that failed goes.
   *
   * @param server the server that clients are told every region is on
   */
  static MetaTable create(Database database, ServerName server) throws IOException {
    if (database.table(NAME) == null) {
      database.createTransientTable(descriptor());
    } else {
      database.emptyTransientTable(NAME);
    }
    MetaTable meta = new MetaTable(database, server, database.table(NAME));
    for (TableName table : database.tableNames()) {
      meta.refresh(table);
    }
    return meta;
  }

  /** The one region, with rows as HBase writes them. */
  public RegionAccess region() {
    return region;
  }

  /** The families, by HBase's names and with HBase's settings. */
  public static TableDescriptor descriptor() {
    List<FamilyDescriptor> families = new ArrayList<>();
    for (byte[] family :
        List.of(
            HConstants.CATALOG_FAMILY,
            HConstants.TABLE_FAMILY,
            HConstants.REPLICATION_BARRIER_FAMILY)) {
      families.add(
          new FamilyDescriptor(
              Bytes.toString(family), Map.of("VERSIONS", "3", "IN_MEMORY", "true")));
    }
    return new TableDescriptor(NAME, families, Map.of("IS_META", "true"));
  }

  /**
   * Makes the rows of {@code table} agree with the catalogue; removes them when the table is gone.
   */
  public synchronized void refresh(TableName table) throws IOException {
    show(table, database.table(table));
  }

  /** Makes all rows agree with the catalogue, if it has changed. */
  private void renew() throws IOException {
    long version = database.tablesVersion();
    if (version != renewedVersion) {
      renewAll(version);
    }
  }

  private synchronized void renewAll(long version) throws IOException {
    Set<TableName> tables = new HashSet<>(shown.keySet());
    tables.addAll(database.tableNames());
    for (TableName table : tables) {
      TableView view = database.table(table);
      if (isOther(view, shown.get(table))) {
        show(table, view);
      }
    }
    renewedVersion = Math.max(renewedVersion, version);
  }

  /** Whether it is another object: a view is replaced, never changed. */
  private static boolean isOther(Object one, Object other) {
    return one != other;
  }

  @GuardedBy("this")
  private void show(TableName table, TableView view) throws IOException {
    long nowMillis = System.currentTimeMillis();
    lastTimestamp = Math.max(lastTimestamp + 1, nowMillis - LAG_MILLIS);
    Set<RegionInfo> known = regionsByTable.getOrDefault(table, Set.of());
    Set<RegionInfo> wanted = new HashSet<>();
    List<Mutation> changes = new ArrayList<>();
    if (view != null) {
      TableView before = shown.get(table);
      // Rows stay as they are where they can: what they replace stays for a while.
      int replicas = Replicas.count(view.descriptor());
      int replicasBefore = before == null ? replicas : Replicas.count(before.descriptor());
      boolean sameState =
          before != null && before.enabled() == view.enabled() && replicas == replicasBefore;
      if (replicas < replicasBefore) {
        for (RegionInfo each : known) {
          changes.add(rowRemoved(each));
        }
        lastTimestamp++;
      }
      for (Region each : view.regions()) {
        RegionInfo info = DescriptorAdapter.hbase(each.info());
        wanted.add(info);
        if (!sameState || !known.contains(info)) {
          changes.add(regionRow(info, view, each));
        }
      }
    }
    for (RegionInfo each : known) {
      if (!wanted.contains(each)) {
        changes.add(rowRemoved(each));
      }
    }
    changes.add(stateRow(table, view));
    apply(changes);
    if (view == null) {
      regionsByTable.remove(table);
      shown.remove(table);
    } else {
      regionsByTable.put(table, wanted);
      shown.put(table, view);
    }
    if (writtenRows > REPLACED_ROWS + REPLACED_ROWS_PER_ROW * shownRows()) {
      writeAnew();
    }
  }

  @GuardedBy("this")
  private long shownRows() {
    long rows = shown.size();
    for (Set<RegionInfo> regions : regionsByTable.values()) {
      rows += regions.size();
    }
    return rows;
  }

  /** Leaves behind all that was replaced and removed. */
  @GuardedBy("this")
  private void writeAnew() throws IOException {
    lastTimestamp++;
    List<Mutation> rows = new ArrayList<>();
    for (Map.Entry<TableName, TableView> table : shown.entrySet()) {
      TableView view = table.getValue();
      Set<RegionInfo> known = regionsByTable.get(table.getKey());
      for (Region each : view.regions()) {
        RegionInfo info = DescriptorAdapter.hbase(each.info());
        if (known.contains(info)) {
          rows.add(regionRow(info, view, each));
        }
      }
      rows.add(stateRow(table.getKey(), view));
    }
    database.emptyTransientTable(NAME);
    region.moveTo(database.table(NAME).regions().get(0), encoded(rows));
    writtenRows = rows.size();
  }

  @GuardedBy("this")
  private Delete rowRemoved(RegionInfo region) {
    return new Delete(region.getRegionName()).addFamily(HConstants.CATALOG_FAMILY, lastTimestamp);
  }

  @GuardedBy("this")
  private Put regionRow(RegionInfo info, TableView view, Region region) throws IOException {
    boolean open = view.enabled();
    long sequence = open ? region.stats().maxSequence() : HConstants.NO_SEQNUM;
    int replicas = Replicas.count(view.descriptor());
    Put row = new Put(info.getRegionName(), lastTimestamp);
    row.addColumn(
        HConstants.CATALOG_FAMILY, HConstants.REGIONINFO_QUALIFIER, RegionInfo.toByteArray(info));
    for (int replica = 0; replica < replicas; replica++) {
      addReplica(row, replica == 0 ? "" : String.format("_%04X", replica), open, sequence);
    }
    return row;
  }

  /** Each replica is where the region is. */
  private void addReplica(Put row, String suffix, boolean open, long sequence) {
    // The columns by name: HBase's own class for them is on the server's side from 3.0 on.
    byte[] family = HConstants.CATALOG_FAMILY;
    byte[] end = Bytes.toBytes(suffix);
    row.addColumn(
            family,
            Bytes.add(HConstants.SERVER_QUALIFIER, end),
            Bytes.toBytes(server.getAddress().toString()))
        .addColumn(
            family,
            Bytes.add(HConstants.STARTCODE_QUALIFIER, end),
            Bytes.toBytes(server.getStartCode()))
        .addColumn(family, Bytes.add(HConstants.SEQNUM_QUALIFIER, end), Bytes.toBytes(sequence))
        .addColumn(
            family,
            Bytes.add(HConstants.SERVERNAME_QUALIFIER, end),
            Bytes.toBytes(server.getServerName()))
        .addColumn(family, Bytes.add(HConstants.STATE_QUALIFIER, end), open ? OPEN : CLOSED);
  }

  @GuardedBy("this")
  private Mutation stateRow(TableName table, TableView view) {
    org.apache.hadoop.hbase.TableName name = DescriptorAdapter.hbase(table);
    if (view == null) {
      return new Delete(name.getName()).addFamily(HConstants.TABLE_FAMILY, lastTimestamp);
    }
    TableState.State state = view.enabled() ? TableState.State.ENABLED : TableState.State.DISABLED;
    return new Put(name.getName(), lastTimestamp)
        .addColumn(
            HConstants.TABLE_FAMILY,
            HConstants.TABLE_STATE_QUALIFIER,
            new TableState(name, state).convert().toByteArray());
  }

  @GuardedBy("this")
  private void apply(List<Mutation> changes) throws IOException {
    region.apply(encoded(changes));
    writtenRows += changes.size();
  }

  private List<RowMutation> encoded(List<Mutation> changes) throws IOException {
    List<RowMutation> rows = new ArrayList<>(changes.size());
    for (Mutation change : changes) {
      rows.add(MutationAdapter.fill(change, traits, new RowMutation()));
    }
    return rows;
  }
}
