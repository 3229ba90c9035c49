package io.rowandb.client.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.filter.FilterLimit;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.scan.RowFilter;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.DependentColumnFilter;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.junit.jupiter.api.Test;

class ReadAdaptersTest {
  private static final TableTraits TABLE = table(FilterLimit.NONE);

  private static TableTraits table(FilterLimit limit) {
    return TableTraits.of(
        new TableDescriptor(
            TableName.of("t"),
            List.of(FamilyDescriptor.of("f"), FamilyDescriptor.of("g")),
            Map.of()),
        false,
        limit);
  }

  @Test
  void aPlainScanReadsEverythingOnce() throws IOException {
    ScanSpec spec = new ScanAdapter(new Scan(), TABLE).spec();

    assertThat(spec.families()).isEmpty();
    assertThat(spec.maxVersions()).isEqualTo(1);
    assertThat(spec.startRow()).isEmpty();
    assertThat(spec.stopRow()).isEmpty();
    assertThat(spec.includeStart()).isTrue();
    assertThat(spec.includeStop()).isFalse();
    assertThat(spec.loadFamiliesOnDemand()).isTrue();
    assertThat(spec.readType()).isEqualTo(ScanSpec.ReadType.DEFAULT);
    assertThat(spec.get()).isFalse();
  }

  @Test
  void readTypesHaveTheirNames() throws IOException {
    for (Scan.ReadType type : Scan.ReadType.values()) {
      ScanSpec spec = new ScanAdapter(new Scan().setReadType(type), TABLE).spec();
      assertThat(spec.readType().name()).isEqualTo(type.name());
    }
  }

  @Test
  void everyOptionOfAScanReachesTheEngine() throws IOException {
    Scan scan =
        new Scan()
            .withStartRow(bytes("x"), false)
            .withStopRow(bytes("b"), true)
            .setReversed(true)
            .readVersions(3)
            .setTimeRange(5, 50)
            .addFamily(bytes("g"))
            .addColumn(bytes("f"), bytes("q2"))
            .addColumn(bytes("f"), bytes("q1"))
            .setColumnFamilyTimeRange(bytes("f"), 7, 8)
            .setMaxResultsPerColumnFamily(4)
            .setRowOffsetPerColumnFamily(2)
            .setCacheBlocks(false)
            .setLoadColumnFamiliesOnDemand(false);

    ScanSpec spec = new ScanAdapter(scan, TABLE).spec();

    assertThat(spec.reversed()).isTrue();
    assertThat(spec.includeStart()).isFalse();
    assertThat(spec.includeStop()).isTrue();
    assertThat(spec.maxVersions()).isEqualTo(3);
    assertThat(spec.minTimestamp()).isEqualTo(5);
    assertThat(spec.maxTimestamp()).isEqualTo(50);
    assertThat(spec.storeLimit()).isEqualTo(4);
    assertThat(spec.storeOffset()).isEqualTo(2);
    assertThat(spec.cacheBlocks()).isFalse();
    assertThat(spec.loadFamiliesOnDemand()).isFalse();
    ScanSpec.FamilySpec f = spec.families().get(0);
    assertThat(f.qualifiers()).isDeepEqualTo(new byte[][] {bytes("q1"), bytes("q2")});
    assertThat(f.minTimestamp()).isEqualTo(7);
    assertThat(f.maxTimestamp()).isEqualTo(8);
    ScanSpec.FamilySpec g = spec.families().get(1);
    assertThat(g.qualifiers()).isNull();
    assertThat(g.minTimestamp()).isEqualTo(5);
  }

  @Test
  void aTimeRangeOfOneFamilyLeavesTheOthersInTheScan() throws IOException {
    Scan scan = new Scan().setColumnFamilyTimeRange(bytes("g"), 7, 8);

    ScanSpec spec = new ScanAdapter(scan, TABLE).spec();

    assertThat(spec.families())
        .extracting(x -> new String(x.family(), StandardCharsets.UTF_8))
        .containsExactly("f", "g");
    assertThat(spec.families())
        .extracting(ScanSpec.FamilySpec::minTimestamp)
        .containsExactly(0L, 7L);
  }

  @Test
  void aRawScanWithAColumnIsRefusedAsOnACluster() {
    Scan scan = new Scan().setRaw(true).addColumn(bytes("f"), bytes("q"));
    assertThatThrownBy(() -> new ScanAdapter(scan, TABLE))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("raw scan");
  }

  @Test
  void aGetIsOneRow() throws IOException {
    ScanSpec spec = ScanAdapter.spec(new Get(bytes("r")).readAllVersions(), TABLE);

    assertThat(spec.get()).isTrue();
    assertThat(spec.startRow()).isEqualTo(bytes("r"));
    assertThat(spec.includeStop()).isTrue();
    assertThat(spec.maxVersions()).isEqualTo(Integer.MAX_VALUE);
    assertThat(
            ScanAdapter.spec(new Get(bytes("r")).setCheckExistenceOnly(true), TABLE).storeLimit())
        .isEqualTo(1);
  }

  @Test
  void eachRegionGetsAFilterOfItsOwn() throws IOException {
    PageFilter users = new PageFilter(1);
    ScanAdapter scan = new ScanAdapter(new Scan().setFilter(users), TABLE);
    RowFilter first = scan.spec().filter();
    assertThat(first.filterAllRemaining()).isFalse();
    assertThat(first.filterRow()).isFalse();
    assertThat(first.filterAllRemaining()).isTrue();

    assertThat(scan.spec().filter().filterAllRemaining()).isFalse();
    assertThat(users.filterAllRemaining()).isFalse();
  }

  @Test
  void aFilterHasItsTimeForEachRowAndEachCall() throws IOException {
    AtomicLong nanos = new AtomicLong();
    // A match of 10,000 characters looks at the clock more than once; each look costs 5 ms.
    FilterLimit limit = new FilterLimit(30, () -> false, () -> nanos.addAndGet(5_000_000));
    ValueFilter slow =
        new ValueFilter(CompareOperator.NOT_EQUAL, new RegexStringComparator("a*b$"));
    RowFilter filter = new ScanAdapter(new Scan().setFilter(slow), table(limit)).spec().filter();
    Cell cell = cell("q", "a".repeat(300));
    for (int row = 0; row < 10; row++) {
      filter.reset();
      assertThat(filter.filterCell(cell)).isEqualTo(RowFilter.Code.INCLUDE);
    }
    for (int call = 0; call < 10; call++) {
      FilterAdapter.beginCall(filter);
      assertThat(filter.filterCell(cell)).isEqualTo(RowFilter.Code.INCLUDE);
    }
    assertThat(nanos.get()).as("time went on").isPositive();
    assertThatThrownBy(
            () -> {
              for (int more = 0; more < 10; more++) {
                filter.filterCell(cell);
              }
            })
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("30 ms (hbase.rpc.timeout)");
  }

  @Test
  void aReversedScanTellsItsFilter() throws IOException {
    Scan scan = new Scan().setReversed(true).setFilter(new ColumnPrefixFilter(bytes("p")));
    RowFilter filter = new ScanAdapter(scan, TABLE).spec().filter();
    assertThat(filter.filterCell(cell("q", "v"))).isEqualTo(RowFilter.Code.NEXT_ROW);
    assertThat(filter.filterCell(cell("a", "v"))).isEqualTo(RowFilter.Code.SEEK_NEXT_USING_HINT);
    assertThat(filter.nextCellHint(cell("a", "v")))
        .hasToString("r/f:p/9223372036854775807/Maximum/vlen=0/seqid=9223372036854775807");
  }

  @Test
  void aFilterThatCannotTravelIsRefused() {
    FilterBase homemade =
        new FilterBase() {
          @Override
          public boolean filterAllRemaining() {
            return false;
          }
        };
    assertThatThrownBy(() -> ScanAdapter.spec(new Get(bytes("r")).setFilter(homemade), TABLE))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("parseFrom");
  }

  @Test
  void transformedCellsAreWrittenAgainAndOthersAreNot() throws IOException {
    FilterList filters =
        new FilterList(
            new KeyOnlyFilter(true),
            new ValueFilter(CompareOperator.EQUAL, new BinaryComparator(bytes("v"))));
    RowFilter filter = new ScanAdapter(new Scan().setFilter(filters), TABLE).spec().filter();
    CellBatch out = new CellBatch();
    Cell cell = cell("q", "v");
    assertThat(filter.filterCell(cell)).isEqualTo(RowFilter.Code.INCLUDE);
    filter.transform(cell, out);
    assertThat(out.get(0, new Cell())).hasToString("r/f:q/1/Put/vlen=4/seqid=77");

    RowFilter page =
        new ScanAdapter(new Scan().setFilter(new PageFilter(1)), TABLE).spec().filter();
    page.transform(cell, out);
    assertThat(out.array(1)).isSameAs(cell.array());
  }

  @Test
  void aFilterMayDropCellsOfAFinishedRow() throws IOException {
    DependentColumnFilter dependent = new DependentColumnFilter(bytes("f"), bytes("a"));
    RowFilter filter = new ScanAdapter(new Scan().setFilter(dependent), TABLE).spec().filter();
    assertThat(filter.hasFilterRow()).isTrue();
    CellBatch row = new CellBatch();
    row.add(cell("before", "kept because it stands before from"));
    for (Cell cell : List.of(cell("a", 1), cell("b", 1), cell("c", 2), cell("d", 1))) {
      filter.filterCell(cell);
      row.add(cell);
    }

    filter.filterRowCells(row, 1);

    assertThat(row.size()).isEqualTo(4);
    assertThat(row.get(3, new Cell())).hasToString("r/f:d/1/Put/vlen=1/seqid=77");
  }

  @Test
  void singleColumnValueFilterSeesStoredBytes() throws IOException {
    SingleColumnValueFilter wanted =
        new SingleColumnValueFilter(bytes("f"), bytes("q"), CompareOperator.EQUAL, bytes("v"));
    wanted.setFilterIfMissing(true);
    RowFilter filter = new ScanAdapter(new Scan().setFilter(wanted), TABLE).spec().filter();
    assertThat(filter.isFamilyEssential(bytes("f"))).isTrue();
    assertThat(filter.isFamilyEssential(bytes("g"))).isFalse();
    filter.filterCell(cell("q", "other"));
    assertThat(filter.filterRow()).isTrue();
    filter.reset();
    filter.filterCell(cell("q", "v"));
    assertThat(filter.filterRow()).isFalse();
  }

  @Test
  void aResultIsOneCopyWithoutTagsAndSequences() throws IOException {
    Put put = new Put(bytes("r"));
    put.addColumn(bytes("f"), bytes("a"), 1, bytes("v1"));
    put.addColumn(bytes("f"), bytes("b"), 2, bytes("v2"));
    put.setTTL(1000);
    RowMutation mutation = MutationAdapter.fill(put, TABLE, new RowMutation());
    CellBatch batch = new CellBatch();
    int length = mutation.limit() / 2 - 4;
    batch.add(mutation.buffer(), 4, length, 5);
    batch.add(mutation.buffer(), 8 + length, length, 5);

    Result result = ResultAdapter.result(batch);

    org.apache.hadoop.hbase.Cell[] cells = result.rawCells();
    assertThat(cells).hasSize(2);
    assertThat(cells[0].getRowArray()).isSameAs(cells[1].getRowArray());
    assertThat(cells[0].getRowArray()).hasSize(batch.bytes() > 0 ? 2 * (length - 13) : 0);
    assertThat(PrivateCellUtil.getTags(cells[0])).isEmpty();
    assertThat(((org.apache.hadoop.hbase.KeyValue) cells[0]).getSequenceId()).isZero();
    assertThat(CellUtil.cloneValue(cells[1])).isEqualTo(bytes("v2"));
    assertThat(result.getValue(bytes("f"), bytes("a"))).isEqualTo(bytes("v1"));
    assertThat(result.toString()).contains("r/f:a/1/Put/vlen=2/seqid=0");
  }

  @Test
  void noCellsAreTheEmptyResult() {
    Result result = ResultAdapter.result(new CellBatch());
    assertThat(result.isEmpty()).isTrue();
    assertThat(result.rawCells()).isEmpty();
    assertThat(result.getRow()).isNull();
    assertThat(ResultAdapter.existence(true).getExists()).isTrue();
  }

  @Test
  void theOperatorStandsBetweenArgumentAndStoredValue() throws IOException {
    CellBatch stored = batch(cell("q", "m"));
    assertThat(check(CompareOperator.GREATER, "a").test(stored)).isFalse();
    assertThat(check(CompareOperator.LESS, "a").test(stored)).isTrue();
    assertThat(check(CompareOperator.EQUAL, "m").test(stored)).isTrue();
    assertThat(check(CompareOperator.NOT_EQUAL, "m").test(stored)).isFalse();
    assertThat(check(CompareOperator.GREATER_OR_EQUAL, "z").test(stored)).isTrue();
    assertThat(check(CompareOperator.LESS_OR_EQUAL, "m").test(stored)).isTrue();
  }

  @Test
  void anEmptyArgumentMeansAbsentOrEmpty() throws IOException {
    CellBatch absent = new CellBatch();
    CellBatch empty = batch(cell("q", ""));
    CellBatch full = batch(cell("q", "v"));
    ConditionAdapter equal = check(CompareOperator.EQUAL, "");
    assertThat(equal.test(absent)).isTrue();
    assertThat(equal.test(empty)).isTrue();
    assertThat(equal.test(full)).isFalse();
    ConditionAdapter notEqual = check(CompareOperator.NOT_EQUAL, "");
    assertThat(notEqual.test(absent)).isFalse();
    assertThat(notEqual.test(empty)).isFalse();
    assertThat(notEqual.test(full)).isTrue();
    assertThat(check(CompareOperator.NOT_EQUAL, "x").test(absent)).isFalse();
  }

  private static ConditionAdapter check(CompareOperator operator, String value) throws IOException {
    Put put = new Put(bytes("r")).addColumn(bytes("f"), bytes("x"), bytes("y"));
    return new ConditionAdapter(
        CheckAndMutate.newBuilder(bytes("r"))
            .ifMatches(bytes("f"), bytes("q"), operator, bytes(value))
            .build(put),
        TABLE);
  }

  private static CellBatch batch(Cell cell) {
    CellBatch batch = new CellBatch();
    batch.add(cell);
    return batch;
  }

  private static Cell cell(String qualifier, String value) {
    return CellCodec.cell(
        bytes("r"), bytes("f"), bytes(qualifier), 1, CellType.PUT, bytes(value), 77);
  }

  private static Cell cell(String qualifier, long timestamp) {
    return CellCodec.cell(
        bytes("r"), bytes("f"), bytes(qualifier), timestamp, CellType.PUT, bytes("v"), 77);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
