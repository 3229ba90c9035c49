package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Regions that are split and merged while the table is used (A6). */
@Needs(value = Capability.FULL_ADMIN, because = "the model's regions stay as they were made")
class SplitTest extends ConformanceTest {
  private void createLetters() throws IOException {
    create(family("f", 3));
    for (String row : List.of("a", "b", "c", "d", "e")) {
      table.put(put(row, "f:q@1=" + row));
    }
    flush();
    table.put(put("b", "f:q@2=memory"));
  }

  private void split(String key) throws Exception {
    RegionInfo region = region(key);
    admin.splitRegionAsync(region.getRegionName(), bytes(key)).get(1, TimeUnit.MINUTES);
  }

  private RegionInfo region(String row) throws IOException {
    return admin.getRegions(name).stream()
        .filter(region -> region.containsRow(bytes(row)))
        .findFirst()
        .orElseThrow();
  }

  private List<String> starts() throws IOException {
    List<String> starts = new ArrayList<>();
    for (RegionInfo region : admin.getRegions(name)) {
      starts.add(Bytes.toString(region.getStartKey()));
    }
    starts.sort(null);
    return starts;
  }

  @Test
  void f110_aForcedSplitMakesTwoRegionsOfOne() throws Exception {
    createLetters();
    split("c");
    assertThat(starts()).containsExactly("", "c");
    assertThat(region("b").getEndKey()).isEqualTo(bytes("c"));
    assertThat(keys(new Scan())).isEqualTo("a b c d e");
    assertThat(keys(new Scan().setReversed(true))).isEqualTo("e d c b a");
    assertThat(read(new Get(bytes("b")).readAllVersions())).isEqualTo("f:q@2=memory f:q@1=b");
  }

  @Test
  void f80_writesAndCompactionsGoOnAfterASplit() throws Exception {
    createLetters();
    split("c");
    table.put(put("bb", "f:q@1=new"));
    table.put(put("cc", "f:q@1=new"));
    table.delete(new org.apache.hadoop.hbase.client.Delete(bytes("d")));
    majorCompact();
    assertThat(keys(new Scan())).isEqualTo("a b bb c cc e");
    assertThat(read(new Get(bytes("e")))).isEqualTo("f:q@1=e");
  }

  @Test
  void f110_regionsAreSplitAgainOnceTheyWereCompacted() throws Exception {
    createLetters();
    split("c");
    majorCompact();
    split("b");
    assertThat(starts()).containsExactly("", "b", "c");
    assertThat(keys(new Scan().withStartRow(bytes("b")).withStopRow(bytes("d")))).isEqualTo("b c");
  }

  @Test
  void f116_aScanGoesOnOverASplit() throws Exception {
    createLetters();
    try (ResultScanner rows = table.getScanner(new Scan().setCaching(1))) {
      assertThat(Bytes.toString(rows.next().getRow())).isEqualTo("a");
      split("c");
      List<String> rest = new ArrayList<>();
      rows.forEach(row -> rest.add(Bytes.toString(row.getRow())));
      assertThat(rest).containsExactly("b", "c", "d", "e");
    }
  }

  @Test
  void adjacentRegionsAreMerged() throws Exception {
    createSplit(List.of("c"), family("f"));
    table.put(List.of(put("a", "f:q@1=1"), put("z", "f:q@1=2")));
    byte[][] both =
        admin.getRegions(name).stream().map(RegionInfo::getRegionName).toArray(byte[][]::new);
    admin.mergeRegionsAsync(both, false).get(1, TimeUnit.MINUTES);
    assertThat(starts()).containsExactly("");
    assertThat(scan(new Scan())).containsExactly("a f:q@1=1", "z f:q@1=2");
  }

  @Test
  void f110_aSplitAtTheStartOfARegionIsRefused() throws Exception {
    createSplit(List.of("c"), family("f"));
    RegionInfo high = region("c");
    assertThatThrownBy(
            () -> admin.splitRegionAsync(high.getRegionName(), bytes("c")).get(1, TimeUnit.MINUTES))
        .isInstanceOf(Exception.class);
    assertThat(starts()).containsExactly("", "c");
  }

  /** What a filter ends together with a row is its region only, however small the answers are. */
  @Test
  void aPageFilterCountsForEachRegion() throws Exception {
    createLetters();
    split("c");
    for (int caching : new int[] {1, 2, 3, 10}) {
      assertThat(keys(new Scan().setCaching(caching).setFilter(new PageFilter(1))))
          .as("caching %d", caching)
          .isEqualTo("a c");
      assertThat(keys(new Scan().setCaching(caching).setFilter(new PageFilter(2))))
          .as("caching %d", caching)
          .isEqualTo("a b c d");
    }
  }

  /** What it ends in an answer without rows is the whole scan. */
  @Test
  void aFilterThatEndsBehindARowEndsTheScan() throws Exception {
    createLetters();
    split("c");
    Filter untilB =
        new WhileMatchFilter(
            new ValueFilter(CompareOperator.NOT_EQUAL, new BinaryComparator(bytes("memory"))));
    assertThat(keys(new Scan().setFilter(untilB))).as("in one answer").isEqualTo("a c d e");
    assertThat(keys(new Scan().setCaching(1).setFilter(untilB))).isEqualTo("a");
    assertThat(keys(new Scan().setMaxResultSize(1).setFilter(untilB))).isEqualTo("a");
  }
}
