package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.RegionSplitter;
import org.junit.jupiter.api.Test;

/** Regions of a table as a client sees them (A6). */
class RegionTest extends ConformanceTest {
  private String starts() throws IOException {
    return admin.getRegions(name).stream()
        .map(region -> "[" + Bytes.toStringBinary(region.getStartKey()) + ")")
        .sorted()
        .collect(Collectors.joining());
  }

  @Test
  void f96_aNewTableHasOneRegion() throws IOException {
    create("f");
    assertThat(starts()).isEqualTo("[)");
  }

  @Test
  void f98_f101_splitKeysMakeRegions() throws IOException {
    createSplit(List.of("a", "b", "c"), family("f"));
    assertThat(starts()).isEqualTo("[)[a)[b)[c)");
    for (String row : List.of("0", "a", "bb", "z")) {
      table.put(put(row, "f:q@1=v"));
    }
    assertThat(keys(new Scan())).isEqualTo("0 a bb z");
  }

  @Test
  void f98_splitKeysNeedNotBeSorted() throws IOException {
    createSplit(List.of("c", "a", "b"), family("f"));
    assertThat(starts()).isEqualTo("[)[a)[b)[c)");
  }

  @Test
  void f98_equalOrEmptySplitKeysAreRefused() {
    assertThatThrownBy(() -> createSplit(List.of("a", "a"), family("f")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> createSplit(List.of("", "a"), family("f")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void f99_theKeysOfHexStringSplit() throws IOException {
    byte[][] keys = new RegionSplitter.HexStringSplit().split(10);
    admin.createTable(descriptor(name, family("f")), keys);
    assertThat(admin.getRegions(name)).hasSize(10);
    assertThat(starts()).startsWith("[)[19999999)").endsWith("[e6666661)");
  }

  @Test
  void f100_theKeysOfUniformSplit() throws IOException {
    byte[][] keys = new RegionSplitter.UniformSplit().split(4);
    admin.createTable(descriptor(name, family("f")), keys);
    table = connection.getTable(name);
    assertThat(admin.getRegions(name)).hasSize(4);
    assertThat(starts()).contains("[\\x80\\x00\\x00");
    table.put(put("x", "f:q@1=v"));
    assertThat(read(new Get(bytes("x")))).isEqualTo("f:q@1=v");
  }

  @Test
  void f100_aRangeCutInEqualParts() throws IOException {
    admin.createTable(descriptor(name, family("f")), Bytes.toBytes("10"), Bytes.toBytes("90"), 5);
    List<RegionInfo> regions = admin.getRegions(name);
    assertThat(regions).hasSize(5);
    assertThat(starts()).startsWith("[)[10)").endsWith("[90)");
    assertThatThrownBy(
            () ->
                admin.createTable(
                    descriptor(TableName.valueOf("conformance_x"), family("f")),
                    Bytes.toBytes("10"),
                    Bytes.toBytes("90"),
                    2))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void e4_splitsFromTwoToElevenGiveElevenRegions() throws IOException {
    createSplit(List.of("02", "03", "04", "05", "06", "07", "08", "09", "10", "11"), family("f"));
    List<RegionInfo> regions = admin.getRegions(name);
    assertThat(regions).hasSize(11);
    RegionInfo last = regions.stream().filter(RegionInfo::isLast).findFirst().orElseThrow();
    assertThat(last.containsRow(bytes("11"))).isTrue();
    assertThat(last.containsRow(bytes("12"))).as("shares the last region").isTrue();
  }

  @Test
  void theRegionsNameTheTableAndTheirStart() throws IOException {
    createSplit(List.of("m"), family("f"));
    for (RegionInfo region : admin.getRegions(name)) {
      assertThat(region.getTable()).isEqualTo(name);
      assertThat(region.isSplit()).isFalse();
      assertThat(region.getRegionNameAsString())
          .startsWith(
              name.getNameAsString() + "," + Bytes.toStringBinary(region.getStartKey()) + ",")
          .endsWith(region.getEncodedName() + ".");
    }
  }

  @Test
  void f105_f109_settingsAgainstSplittingAreKept() throws IOException {
    admin.createTable(
        org.apache.hadoop.hbase.client.TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(family("f").build())
            .setSplitEnabled(false)
            .setMergeEnabled(false)
            .setMaxFileSize(100L << 30)
            .build());
    assertThat(admin.getDescriptor(name).isSplitEnabled()).isFalse();
    assertThat(admin.getDescriptor(name).isMergeEnabled()).isFalse();
    assertThat(starts()).isEqualTo("[)");
  }

  @Test
  void actionsOfOneCallReachAllRegions() throws Exception {
    createSplit(List.of("b", "c", "d"), family("f"));
    table.put(
        Arrays.asList(
            put("a", "f:q@1=1"), put("b", "f:q@1=2"), put("c", "f:q@1=3"), put("d", "f:q@1=4")));
    assertThat(scan(new Scan()))
        .containsExactly("a f:q@1=1", "b f:q@1=2", "c f:q@1=3", "d f:q@1=4");
    assertThat(keys(new Scan().setReversed(true).withStartRow(bytes("c")))).isEqualTo("c b a");
  }

  @Test
  void truncationMayKeepTheRegions() throws IOException {
    createSplit(List.of("m"), family("f", 4));
    table.put(put("a", "f:q@1=1"));
    admin.disableTable(name);
    admin.truncateTable(name, true);
    assertThat(keys(new Scan())).isEmpty();
    assertThat(starts()).isEqualTo("[)[m)");
    assertThat(admin.getDescriptor(name).getColumnFamily(F).getMaxVersions()).isEqualTo(4);
    admin.disableTable(name);
    admin.truncateTable(name, false);
    assertThat(starts()).isEqualTo("[)");
    try (Table again = connection.getTable(name)) {
      again.put(put("z", "f:q@1=1"));
    }
    assertThat(keys(new Scan())).isEqualTo("z");
  }
}
