package io.rowandb.testkit.conformance;

import static org.apache.hadoop.hbase.CompareOperator.EQUAL;
import static org.apache.hadoop.hbase.CompareOperator.GREATER;
import static org.apache.hadoop.hbase.CompareOperator.GREATER_OR_EQUAL;
import static org.apache.hadoop.hbase.CompareOperator.LESS;
import static org.apache.hadoop.hbase.CompareOperator.LESS_OR_EQUAL;
import static org.apache.hadoop.hbase.CompareOperator.NOT_EQUAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BigDecimalComparator;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.BinaryComponentComparator;
import org.apache.hadoop.hbase.filter.BinaryPrefixComparator;
import org.apache.hadoop.hbase.filter.BitComparator;
import org.apache.hadoop.hbase.filter.ColumnCountGetFilter;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.ColumnValueFilter;
import org.apache.hadoop.hbase.filter.DependentColumnFilter;
import org.apache.hadoop.hbase.filter.FamilyFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FilterList.Operator;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.filter.InclusiveStopFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter.RowRange;
import org.apache.hadoop.hbase.filter.MultipleColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.NullComparator;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.ParseFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.QualifierFilter;
import org.apache.hadoop.hbase.filter.RandomRowFilter;
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueExcludeFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.SubstringComparator;
import org.apache.hadoop.hbase.filter.TimestampsFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every filter and comparator of HBase on one small table, and the traps of combining them. */
class FilterTest extends ConformanceTest {
  @BeforeEach
  void load() throws IOException {
    createSplit(List.of("c"), family("f", 3), family("g", 3));
    table.put(put("a1", "f:a@1=1", "f:b@2=2", "g:x@3=3"));
    table.put(put("a2", "f:a@1=4", "f:c@2=5"));
    table.put(put("b1", "f:b@1=2", "g:x@2=7", "g:y@3=8"));
    flush();
    table.put(put("c1", "f:a@1=9", "f:a@2=1", "f:ab@1=2"));
    table.put(put("d1", "g:y@1=1"));
  }

  private List<String> all(Filter filter) throws IOException {
    return scan(new Scan().setFilter(filter));
  }

  private String rows(Filter filter) throws IOException {
    return keys(new Scan().setFilter(filter));
  }

  private static BinaryComparator is(String value) {
    return new BinaryComparator(bytes(value));
  }

  @Test
  void rowFilter() throws IOException {
    assertThat(rows(new RowFilter(EQUAL, is("a2")))).isEqualTo("a2");
    assertThat(rows(new RowFilter(LESS_OR_EQUAL, is("b1")))).isEqualTo("a1 a2 b1");
    assertThat(rows(new RowFilter(EQUAL, new RegexStringComparator("[ab]1")))).isEqualTo("a1 b1");
    assertThat(rows(new RowFilter(EQUAL, new SubstringComparator("A")))).isEqualTo("a1 a2");
    assertThat(rows(new RowFilter(NOT_EQUAL, new BinaryPrefixComparator(bytes("a")))))
        .isEqualTo("b1 c1 d1");
  }

  @Test
  void prefixFilterAndInclusiveStop() throws IOException {
    assertThat(rows(new PrefixFilter(bytes("a")))).isEqualTo("a1 a2");
    assertThat(rows(new InclusiveStopFilter(bytes("b1")))).isEqualTo("a1 a2 b1");
    assertThat(keys(new Scan().setReversed(true).setFilter(new PrefixFilter(bytes("a")))))
        .isEqualTo("a2 a1");
  }

  @Test
  void familyFilter() throws IOException {
    assertThat(all(new FamilyFilter(EQUAL, is("g"))))
        .containsExactly("a1 g:x@3=3", "b1 g:x@2=7 g:y@3=8", "d1 g:y@1=1");
    assertThat(rows(new FamilyFilter(LESS, is("g")))).isEqualTo("a1 a2 b1 c1");
  }

  @Test
  void qualifierFilter() throws IOException {
    assertThat(all(new QualifierFilter(GREATER_OR_EQUAL, is("b"))))
        .containsExactly(
            "a1 f:b@2=2 g:x@3=3", "a2 f:c@2=5", "b1 f:b@1=2 g:x@2=7 g:y@3=8", "d1 g:y@1=1");
  }

  @Test
  void valueFilter() throws IOException {
    assertThat(all(new ValueFilter(EQUAL, is("2"))))
        .containsExactly("a1 f:b@2=2", "b1 f:b@1=2", "c1 f:ab@1=2");
    assertThat(all(new ValueFilter(EQUAL, new SubstringComparator("9"))))
        .as("an older version behind the newest, which fails")
        .containsExactly("c1 f:a@1=9");
  }

  @Test
  void columnPrefixAndRange() throws IOException {
    assertThat(all(new ColumnPrefixFilter(bytes("a"))))
        .containsExactly("a1 f:a@1=1", "a2 f:a@1=4", "c1 f:a@2=1 f:ab@1=2");
    assertThat(all(new MultipleColumnPrefixFilter(new byte[][] {bytes("b"), bytes("y")})))
        .containsExactly("a1 f:b@2=2", "b1 f:b@1=2 g:y@3=8", "d1 g:y@1=1");
    assertThat(all(new ColumnRangeFilter(bytes("a"), false, bytes("b"), true)))
        .containsExactly("a1 f:b@2=2", "b1 f:b@1=2", "c1 f:ab@1=2");
    assertThat(all(new ColumnRangeFilter(null, true, bytes("a"), true)))
        .containsExactly("a1 f:a@1=1", "a2 f:a@1=4", "c1 f:a@2=1");
  }

  @Test
  void columnPagination() throws IOException {
    assertThat(all(new ColumnPaginationFilter(1, 1)))
        .containsExactly("a1 f:b@2=2", "a2 f:c@2=5", "b1 g:x@2=7", "c1 f:ab@1=2");
    assertThat(all(new ColumnPaginationFilter(1, bytes("b"))))
        .containsExactly("a1 f:b@2=2", "a2 f:c@2=5", "b1 f:b@1=2", "d1 g:y@1=1");
  }

  @Test
  void columnValueFilter() throws IOException {
    assertThat(all(new ColumnValueFilter(F, bytes("a"), EQUAL, bytes("1"))))
        .containsExactly("a1 f:a@1=1", "c1 f:a@2=1");
  }

  @Test
  void dependentColumnFilter() throws IOException {
    assertThat(all(new DependentColumnFilter(F, bytes("b"))))
        .containsExactly("a1 f:b@2=2", "b1 f:b@1=2");
    assertThat(all(new DependentColumnFilter(F, bytes("a"), false)))
        .containsExactly("a1 f:a@1=1", "a2 f:a@1=4", "c1 f:a@2=1 f:ab@1=2");
    assertThat(all(new DependentColumnFilter(F, bytes("a"), true, EQUAL, is("1")))).isEmpty();
  }

  @Test
  void firstKeyOnlyAndKeyOnly() throws IOException {
    assertThat(all(new FirstKeyOnlyFilter()))
        .containsExactly("a1 f:a@1=1", "a2 f:a@1=4", "b1 f:b@1=2", "c1 f:a@2=1", "d1 g:y@1=1");
    assertThat(all(new KeyOnlyFilter()).get(1)).isEqualTo("a2 f:a@1= f:c@2=");
    assertThat(all(new KeyOnlyFilter(true)).get(4)).isEqualTo("d1 g:y@1=\\x00\\x00\\x00\\x01");
  }

  @Test
  void timestamps() throws IOException {
    assertThat(all(new TimestampsFilter(List.of(2L))))
        .containsExactly("a1 f:b@2=2", "a2 f:c@2=5", "b1 g:x@2=7", "c1 f:a@2=1");
    assertThat(all(new TimestampsFilter(List.of(1L, 3L), true)))
        .containsExactly(
            "a1 f:a@1=1 g:x@3=3",
            "a2 f:a@1=4",
            "b1 f:b@1=2 g:y@3=8",
            "c1 f:a@1=9 f:ab@1=2",
            "d1 g:y@1=1");
  }

  @Test
  void fuzzyRows() throws IOException {
    FuzzyRowFilter filter = new FuzzyRowFilter(List.of(new Pair<>(bytes("?1"), new byte[] {1, 0})));
    assertThat(rows(filter)).isEqualTo("a1 b1 c1 d1");
    assertThat(
            keys(
                new Scan()
                    .setReversed(true)
                    .setFilter(
                        new FuzzyRowFilter(List.of(new Pair<>(bytes("?1"), new byte[] {1, 0}))))))
        .isEqualTo("d1 c1 b1 a1");
  }

  @Test
  void severalRanges() throws IOException {
    MultiRowRangeFilter filter =
        new MultiRowRangeFilter(
            Arrays.asList(
                new RowRange("a2", true, "b", false), new RowRange("c1", true, "d1", true)));
    assertThat(rows(filter)).isEqualTo("a2 c1 d1");
    assertThat(
            keys(
                new Scan()
                    .setReversed(true)
                    .setFilter(
                        new MultiRowRangeFilter(
                            Arrays.asList(new RowRange("a1", true, "a2", true))))))
        .isEqualTo("a2 a1");
  }

  @Test
  void randomRowsAllOrNothing() throws IOException {
    assertThat(rows(new RandomRowFilter(2))).isEqualTo("a1 a2 b1 c1 d1");
    assertThat(rows(new RandomRowFilter(-1))).isEmpty();
  }

  @Test
  void skipAndWhileMatch() throws IOException {
    Filter noTwo = new ValueFilter(NOT_EQUAL, is("2"));
    assertThat(rows(new SkipFilter(noTwo))).isEqualTo("a2 d1");
    assertThat(all(new WhileMatchFilter(new RowFilter(NOT_EQUAL, is("b1")))))
        .as("ends at the row, in its region; the next region begins anew")
        .hasSize(4);
    assertThat(all(new WhileMatchFilter(noTwo)).get(0)).isEqualTo("a1 f:a@1=1");
  }

  @Test
  void comparators() throws IOException {
    table.put(
        new org.apache.hadoop.hbase.client.Put(bytes("z"))
            .addColumn(F, bytes("long"), 1, Bytes.toBytes(5L))
            .addColumn(F, bytes("big"), 1, Bytes.toBytes(new java.math.BigDecimal("1.5")))
            .addColumn(F, bytes("bits"), 1, new byte[] {6}));
    Scan z = new Scan().withStartRow(bytes("z"));
    assertThat(
            scan(
                new Scan(z)
                    .setFilter(
                        new ColumnValueFilter(F, bytes("long"), GREATER, new LongComparator(4)))))
        .hasSize(1);
    assertThat(
            scan(
                new Scan(z)
                    .setFilter(
                        new ColumnValueFilter(
                            F,
                            bytes("big"),
                            LESS,
                            new BigDecimalComparator(new java.math.BigDecimal("2"))))))
        .hasSize(1);
    assertThat(
            scan(
                new Scan(z)
                    .setFilter(
                        new ColumnValueFilter(
                            F,
                            bytes("bits"),
                            EQUAL,
                            new BitComparator(new byte[] {2}, BitComparator.BitwiseOp.AND)))))
        .hasSize(1);
    assertThat(
            scan(
                new Scan(z)
                    .setFilter(
                        new ColumnValueFilter(
                            F,
                            bytes("bits"),
                            EQUAL,
                            new BitComparator(new byte[] {6}, BitComparator.BitwiseOp.XOR)))))
        .isEmpty();
    assertThat(rows(new RowFilter(EQUAL, new BinaryComponentComparator(bytes("2"), 1))))
        .isEqualTo("a2");
    assertThat(rows(new ValueFilter(NOT_EQUAL, new NullComparator())))
        .isEqualTo("a1 a2 b1 c1 d1 z");
  }

  @Test
  void trap16_aSingleColumnFilterPassesRowsWithoutTheColumn() throws IOException {
    SingleColumnValueFilter filter = new SingleColumnValueFilter(F, bytes("a"), EQUAL, bytes("1"));
    assertThat(rows(filter)).isEqualTo("a1 b1 c1 d1");
    filter.setFilterIfMissing(true);
    assertThat(rows(filter)).isEqualTo("a1 c1");
  }

  @Test
  void trap16_withoutItsColumnInTheScanEveryRowPasses() throws IOException {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(F, bytes("a"), EQUAL, bytes("none"));
    assertThat(keys(new Scan().addColumn(G, bytes("x")).setFilter(filter))).isEqualTo("a1 b1");
    filter.setFilterIfMissing(true);
    assertThat(keys(new Scan().addColumn(G, bytes("x")).setFilter(filter))).isEmpty();
  }

  @Test
  void trap16_latestVersionOnlyOrAll() throws IOException {
    SingleColumnValueFilter filter = new SingleColumnValueFilter(F, bytes("a"), EQUAL, bytes("9"));
    filter.setFilterIfMissing(true);
    assertThat(keys(new Scan().readAllVersions().setFilter(filter))).isEmpty();
    filter.setLatestVersionOnly(false);
    assertThat(keys(new Scan().readAllVersions().setFilter(filter))).isEqualTo("c1");
  }

  @Test
  void trap16_theExcludingOneLeavesItsColumnOut() throws IOException {
    SingleColumnValueExcludeFilter filter =
        new SingleColumnValueExcludeFilter(F, bytes("a"), EQUAL, bytes("1"));
    filter.setFilterIfMissing(true);
    assertThat(all(filter)).containsExactly("a1 f:b@2=2 g:x@3=3", "c1 f:ab@1=2");
  }

  @Test
  void trap18_theOrderInsideAListMatters() throws IOException {
    Filter first = new ColumnPaginationFilter(1, 0);
    Filter b = new QualifierFilter(EQUAL, is("b"));
    assertThat(read(new Get(bytes("a1")).setFilter(new FilterList(first, b)))).isEmpty();
    assertThat(read(new Get(bytes("a1")).setFilter(new FilterList(b, first)))).isEqualTo("f:b@2=2");
  }

  @Test
  void trap18_keyOnlyInAnOrTransformsAllCells() throws IOException {
    FilterList or =
        new FilterList(
            Operator.MUST_PASS_ONE, new KeyOnlyFilter(), new ValueFilter(EQUAL, is("1")));
    assertThat(read(new Get(bytes("a1")).setFilter(or))).isEqualTo("f:a@1= f:b@2= g:x@3=");
  }

  @Test
  void filterListsOfBothKindsNest() throws IOException {
    FilterList or =
        new FilterList(
            Operator.MUST_PASS_ONE,
            new RowFilter(EQUAL, is("d1")),
            new FilterList(
                Operator.MUST_PASS_ALL,
                new PrefixFilter(bytes("a")),
                new QualifierFilter(EQUAL, is("a"))));
    assertThat(all(or)).containsExactly("a1 f:a@1=1", "a2 f:a@1=4", "d1 g:y@1=1");
    assertThat(rows(new FilterList(Operator.MUST_PASS_ONE))).isEqualTo("a1 a2 b1 c1 d1");
    assertThat(rows(new FilterList(Operator.MUST_PASS_ALL))).isEqualTo("a1 a2 b1 c1 d1");
  }

  @Test
  void trap19_aPageIsCountedInEachRegion() throws IOException {
    assertThat(rows(new PageFilter(1))).isEqualTo("a1 c1");
    assertThat(rows(new PageFilter(2))).isEqualTo("a1 a2 c1 d1");
    assertThat(keys(new Scan().setLimit(2).setFilter(new PageFilter(2)))).isEqualTo("a1 a2");
  }

  @Test
  void trap19_columnCountIsForGetsAndInAScanCutsRowsUnevenly() throws IOException {
    assertThat(read(new Get(bytes("b1")).setFilter(new ColumnCountGetFilter(2))))
        .isEqualTo("f:b@1=2 g:x@2=7");
    assertThat(all(new ColumnCountGetFilter(2)))
        .containsExactly(
            "a1 f:a@1=1 f:b@2=2",
            "a2 f:a@1=4 f:c@2=5",
            "b1 f:b@1=2",
            "c1 f:a@2=1 f:ab@1=2",
            "d1 g:y@1=1");
  }

  @Test
  void trap20_reversedScansAskFiltersInTheirDirection() throws IOException {
    assertThat(keys(new Scan().setReversed(true).setFilter(new PageFilter(1)))).isEqualTo("d1 b1");
    assertThat(keys(new Scan().setReversed(true).setFilter(new ColumnPrefixFilter(bytes("a")))))
        .isEqualTo("c1 a2 a1");
    assertThat(
            keys(
                new Scan()
                    .setReversed(true)
                    .setFilter(new WhileMatchFilter(new RowFilter(NOT_EQUAL, is("b1"))))))
        .isEqualTo("d1 c1");
  }

  @Test
  void trap21_theFamilysLimitIsCountedAfterTheFilter() throws IOException {
    Scan scan =
        new Scan().setFilter(new ValueFilter(NOT_EQUAL, is("1"))).setMaxResultsPerColumnFamily(1);
    assertThat(scan(scan))
        .containsExactly("a1 f:b@2=2 g:x@3=3", "a2 f:a@1=4", "b1 f:b@1=2 g:x@2=7", "c1 f:a@1=9");
  }

  @Test
  void trap22_familiesOnDemandGiveTheSameRows() throws IOException {
    SingleColumnValueFilter filter = new SingleColumnValueFilter(F, bytes("b"), EQUAL, bytes("2"));
    filter.setFilterIfMissing(true);
    Scan scan = new Scan().setFilter(filter);
    List<String> joined = scan(new Scan(scan).setLoadColumnFamiliesOnDemand(true));
    assertThat(joined).containsExactly("a1 f:a@1=1 f:b@2=2 g:x@3=3", "b1 f:b@1=2 g:x@2=7 g:y@3=8");
    assertThat(scan(new Scan(scan).setLoadColumnFamiliesOnDemand(false))).isEqualTo(joined);
  }

  @Test
  void trap23_theNextFamilyIsShownToTheFilterAgain() throws IOException {
    assertThat(all(new ColumnPrefixFilter(bytes("x"))))
        .as("the hint of f does not end g")
        .containsExactly("a1 g:x@3=3", "b1 g:x@2=7");
    assertThat(all(new FirstKeyOnlyFilter()).get(0))
        .as("first of the row, not of each family")
        .isEqualTo("a1 f:a@1=1");
  }

  @Test
  void trap24_aRejectedRowsCellsAreSeenAllTheSame() throws IOException {
    FilterList list =
        new FilterList(
            Operator.MUST_PASS_ALL,
            new RowFilter(NOT_EQUAL, is("a1")),
            new WhileMatchFilter(new ValueFilter(NOT_EQUAL, is("3"))));
    assertThat(keys(new Scan().withStopRow(bytes("c")).setFilter(list)))
        .isEqualTo(keys(new Scan().withStopRow(bytes("c")).setFilter(list)));
    assertThat(rows(list)).isEqualTo("a2 b1 c1 d1");
  }

  @Test
  void trap5_theFamilysVersionsReachTheFilterAndTheScansAreCountedAfter() throws IOException {
    assertThat(
            scan(new Scan().withStartRow(bytes("c1")).setFilter(new ValueFilter(EQUAL, is("9")))))
        .containsExactly("c1 f:a@1=9");
    assertThat(
            scan(
                new Scan()
                    .withStartRow(bytes("c1"))
                    .readVersions(1)
                    .setFilter(new ValueFilter(NOT_EQUAL, is("x")))))
        .containsExactly("c1 f:a@2=1 f:ab@1=2", "d1 g:y@1=1");
  }

  @Test
  void filtersAreParsedFromText() throws Exception {
    Filter filter =
        new ParseFilter().parseFilterString("PrefixFilter('a') AND ValueFilter(=, 'binary:5')");
    assertThat(all(filter)).containsExactly("a2 f:c@2=5");
  }

  @Test
  void aFilterIsNotChangedByTheScan() throws IOException {
    PageFilter page = new PageFilter(1);
    assertThat(rows(page)).isEqualTo("a1 c1");
    assertThat(rows(page)).isEqualTo("a1 c1");
  }

  @Test
  void aFilterOfAGetLooksAtItsRowOnly() throws IOException {
    assertThat(read(new Get(bytes("a1")).setFilter(new PrefixFilter(bytes("b"))))).isEmpty();
    assertThat(table.exists(new Get(bytes("a1")).setFilter(new PrefixFilter(bytes("b")))))
        .isFalse();
    assertThat(table.exists(new Get(bytes("a1")).setFilter(new PrefixFilter(bytes("a"))))).isTrue();
  }

  @Test
  void aFilterThatCannotBeSentIsRefused() {
    assertThatThrownBy(() -> rows(new Unsendable())).isInstanceOf(IOException.class);
  }

  /** Has no way to be written. */
  private static final class Unsendable extends org.apache.hadoop.hbase.filter.FilterBase {
    @Override
    public byte[] toByteArray() throws IOException {
      throw new IOException("not to be written");
    }
  }
}
