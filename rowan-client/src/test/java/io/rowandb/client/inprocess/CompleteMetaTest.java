package io.rowandb.client.inprocess;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.MetaTableAccessor;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableState;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code hbase:meta} as HBase's own client reads it. */
@Timeout(120)
class CompleteMetaTest {
  private static final TableName T = TableName.valueOf("t");

  private TestStore store;

  @BeforeEach
  void open() throws IOException {
    store = new TestStore();
    store.create("t", "f", "a", "a!", "b").close();
    store.create("t1", "f").close();
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  void listsRegionsInTheOrderOfTheirKeys() throws IOException {
    List<Pair<RegionInfo, ServerName>> regions =
        MetaTableAccessor.getTableRegionsAndLocations(store.connection(), T);
    assertThat(regions)
        .extracting(pair -> Bytes.toString(pair.getFirst().getStartKey()))
        .containsExactly("", "a", "a!", "b");
    assertThat(regions).extracting(Pair::getSecond).containsOnly(regions.get(0).getSecond());
    assertThat(MetaTableAccessor.getAllRegions(store.connection(), false)).hasSize(5);
  }

  @Test
  @SuppressWarnings("deprecation") // The lookup by name has no successor in the public client.
  void regionsKeepTheirHBaseNames() throws IOException {
    RegionInfo region =
        MetaTableAccessor.getTableRegionsAndLocations(store.connection(), T).get(1).getFirst();
    Pair<RegionInfo, ServerName> byName =
        MetaTableAccessor.getRegion(store.connection(), region.getRegionName());
    assertThat(byName.getFirst().getRegionName()).isEqualTo(region.getRegionName());
    HRegionLocation location = MetaTableAccessor.getRegionLocation(store.connection(), region);
    assertThat(location.getServerName()).isEqualTo(byName.getSecond());
  }

  /** Each change replaces the rows of four regions and a table, five cells each. */
  @Tag("slow")
  @Test
  void whatChangesHaveReplacedGoesInTheEnd() throws IOException {
    try (Admin admin = store.admin();
        Table meta = store.connection().getTable(TableName.META_TABLE_NAME);
        ResultScanner before = meta.getScanner(new Scan().setCaching(1))) {
      byte[] first = before.next().getRow();
      for (int i = 0; i < 900; i++) {
        admin.disableTable(T);
        admin.enableTable(T);
      }
      long cells = 0;
      try (ResultScanner all = meta.getScanner(new Scan().setRaw(true).readAllVersions())) {
        for (Result row : all) {
          cells += row.size();
        }
      }
      assertThat(cells).isBetween(20L, 25_000L);
      List<byte[]> rows = new ArrayList<>(List.of(first));
      for (Result row : before) {
        rows.add(row.getRow());
      }
      assertThat(rows).hasSize(7); // five regions and two tables
      assertThat(state()).isEqualTo(TableState.State.ENABLED);
    }
    listsRegionsInTheOrderOfTheirKeys();
  }

  @Test
  void tableStatesFollowTheTables() throws IOException {
    assertThat(state()).isEqualTo(TableState.State.ENABLED);
    try (Admin admin = store.admin()) {
      admin.disableTable(T);
      assertThat(state()).isEqualTo(TableState.State.DISABLED);
      admin.enableTable(T);
      assertThat(state()).isEqualTo(TableState.State.ENABLED);
      admin.disableTable(T);
      admin.deleteTable(T);
    }
    assertThat(MetaTableAccessor.getTableState(store.connection(), T)).isNull();
    assertThat(MetaTableAccessor.getTableRegionsAndLocations(store.connection(), T)).isEmpty();
    assertThat(
            MetaTableAccessor.getTableRegionsAndLocations(
                store.connection(), TableName.valueOf("t1")))
        .hasSize(1);
  }

  @Test
  void anOrdinaryTableToo() throws IOException {
    try (Table meta = store.connection().getTable(TableName.META_TABLE_NAME)) {
      Result state = meta.get(new Get(T.getName()));
      assertThat(state.containsColumn(HConstants.TABLE_FAMILY, HConstants.TABLE_STATE_QUALIFIER))
          .isTrue();
      assertThat(rows(meta, new Scan()))
          .hasSize(7)
          .isEqualTo(reversed(rows(meta, new Scan().setReversed(true))));
      assertThat(rows(meta, new Scan().setFilter(new PrefixFilter(Bytes.toBytes("t1,")))))
          .hasSize(1);
      assertThat(rows(meta, new Scan().addFamily(HConstants.CATALOG_FAMILY).setLimit(3)))
          .hasSize(3);
      List<String> regions = rows(meta, new Scan().addFamily(HConstants.CATALOG_FAMILY));
      assertThat(regions.get(1)).startsWith("t,a,");
      assertThat(regions.get(2)).startsWith("t,a!,");
    }
  }

  @Test
  void rowsOfRegionsThatStayAreNotWrittenAgain() throws IOException {
    try (Admin admin = store.admin();
        Table meta = store.connection().getTable(TableName.META_TABLE_NAME)) {
      int before = cells(meta);
      for (int i = 0; i < 5; i++) {
        admin.modifyTable(
            TableDescriptorBuilder.newBuilder(admin.getDescriptor(T))
                .setMaxFileSize((64L + i) << 20)
                .build());
      }
      assertThat(cells(meta) - before).as("one cell of state for each change").isBetween(0, 5);
      admin.disableTable(T);
      assertThat(cells(meta) - before).as("four regions are closed").isGreaterThan(4);
    }
  }

  /** All that the table has, whatever is visible of it. */
  private static int cells(Table meta) throws IOException {
    int cells = 0;
    try (ResultScanner scanner = meta.getScanner(new Scan().setRaw(true).readAllVersions())) {
      for (Result row : scanner) {
        cells += row.size();
      }
    }
    return cells;
  }

  private TableState.State state() throws IOException {
    return MetaTableAccessor.getTableState(store.connection(), T).getState();
  }

  private static List<String> rows(Table table, Scan scan) throws IOException {
    List<String> rows = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      scanner.forEach(result -> rows.add(Bytes.toString(result.getRow())));
    }
    return rows;
  }

  private static List<String> reversed(List<String> rows) {
    List<String> copy = new ArrayList<>(rows);
    java.util.Collections.reverse(copy);
    return copy;
  }
}
