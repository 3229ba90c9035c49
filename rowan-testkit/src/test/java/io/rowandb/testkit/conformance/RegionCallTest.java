package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HRegionInfo;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.CompactType;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Admin and AsyncAdmin: regions that are flushed, compacted, split, merged and emptied. */
@Needs(value = Capability.FULL_ADMIN, because = "the model's regions stay as they were made")
class RegionCallTest extends ConformanceTest {
  private AsyncConnection async;
  private AsyncAdmin its;

  @BeforeEach
  void openAsync() throws IOException {
    async = backend.openAsync();
    its = async.getAdmin();
  }

  @AfterEach
  void closeAsync() throws IOException {
    async.close();
  }

  private ServerName server() throws IOException {
    return admin.getRegionServers().iterator().next();
  }

  private List<String> starts() throws IOException {
    return admin.getRegions(name).stream()
        .map(region -> Bytes.toStringBinary(region.getStartKey()))
        .toList();
  }

  private byte[] region(String start) throws IOException {
    return admin.getRegions(name).stream()
        .filter(each -> Bytes.toString(each.getStartKey()).equals(start))
        .findFirst()
        .orElseThrow()
        .getRegionName();
  }

  private int files() throws IOException {
    return admin.getRegionMetrics(server(), name).stream()
        .mapToInt(RegionMetrics::getStoreFileCount)
        .sum();
  }

  @Test
  void f66_flushingByTableFamilyRegionAndServer() throws Exception {
    admin.createTable(
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamilies(List.of(family("f").build(), family("g").build()))
            .setCompactionEnabled(false)
            .build());
    table = connection.getTable(name);
    write("f:q@1=a", "g:q@1=a");
    admin.flush(name, List.of(F, G));
    assertThat(files()).isEqualTo(2);
    write("f:q@2=a", "g:q@2=a");
    admin.flushAsync(name, List.of(F, G)).get(1, TimeUnit.MINUTES);
    assertThat(files()).isEqualTo(4);
    write("f:q@3=a");
    admin.flushRegionServer(server());
    assertThat(files()).isEqualTo(5);
    write("f:q@4=a");
    its.flush(name, F).join();
    assertThat(files()).isEqualTo(6);
    write("f:q@5=a");
    its.flush(name, List.of(F)).join();
    assertThat(files()).isEqualTo(7);
    write("f:q@6=a");
    its.flushRegion(region("")).join();
    assertThat(files()).isEqualTo(8);
    write("f:q@7=a");
    its.flushRegion(region(""), F).join();
    assertThat(files()).isEqualTo(9);
    write("f:q@8=a");
    its.flushRegionServer(server()).join();
    assertThat(files()).isEqualTo(10);
    admin.flush(TableName.META_TABLE_NAME);
    its.flush(TableName.META_TABLE_NAME).join();
    assertThat(read()).isEqualTo("f:q@8=a g:q@2=a");
  }

  @Test
  void everyWayToAskForACompaction() throws Exception {
    create("f");
    write("f:q@1=a");
    flush();
    byte[] region = region("");
    admin.compact(name, CompactType.NORMAL);
    admin.compact(name, F, CompactType.NORMAL);
    admin.majorCompact(name, CompactType.NORMAL);
    admin.majorCompact(name, F, CompactType.NORMAL);
    admin.compactRegion(region, F);
    admin.compactRegionServer(server());
    admin.majorCompactRegionServer(server());
    its.compact(name).join();
    its.compact(name, F).join();
    its.compact(name, CompactType.NORMAL).join();
    its.compact(name, F, CompactType.NORMAL).join();
    its.majorCompact(name, F).join();
    its.majorCompact(name, CompactType.NORMAL).join();
    its.majorCompact(name, F, CompactType.NORMAL).join();
    its.compactRegion(region).join();
    its.compactRegion(region, F).join();
    its.majorCompactRegion(region).join();
    its.majorCompactRegion(region, F).join();
    its.compactRegionServer(server()).join();
    its.majorCompactRegionServer(server()).join();
    assertThat(admin.getCompactionState(name, CompactType.NORMAL))
        .isInstanceOf(CompactionState.class);
    assertThat(its.getCompactionState(name).join()).isNotNull();
    assertThat(its.getCompactionState(name, CompactType.NORMAL).join()).isNotNull();
    assertThat(its.getCompactionStateForRegion(region).join()).isNotNull();
    admin.clearCompactionQueues(server(), Set.of("long", "short"));
    its.clearCompactionQueues(server(), Set.of()).join();
    assertThat(read()).isEqualTo("f:q@1=a");
  }

  @Test
  @SuppressWarnings("deprecation") // Whether it is the system's servers is no matter any more.
  void theFormerWayToCompactAServer() throws Exception {
    create("f");
    write("f:q@1=a");
    admin.compactRegionServer(server(), true);
    assertThat(read()).isEqualTo("f:q@1=a");
  }

  @Test
  void mobAsksForMobFamilies() throws Exception {
    create("f");
    assertThat(
            Refusals.of(
                () -> admin.compact(name, CompactType.MOB),
                () -> admin.majorCompact(name, F, CompactType.MOB),
                () -> its.compact(name, CompactType.MOB).join(),
                () -> admin.getCompactionState(name, CompactType.MOB)))
        .containsExactly(
            "NotServingRegionException",
            "NotServingRegionException",
            "RetriesExhaustedException",
            "none");
  }

  @Test
  void whatIsRefused() throws IOException {
    create("f");
    TableName none = TableName.valueOf("conformance_none");
    byte[] noRegion = bytes("no region");
    assertThat(
            Refusals.of(
                () -> admin.compact(none),
                () -> its.compact(none).join(),
                () -> admin.majorCompact(name, bytes("x")),
                () -> its.majorCompact(name, bytes("x")).join(),
                () -> admin.compactRegion(noRegion),
                () -> its.compactRegion(noRegion).join(),
                () -> admin.flushRegion(noRegion),
                () -> its.flushRegion(noRegion).join(),
                () -> admin.flush(name, bytes("x")),
                () -> its.flush(name, bytes("x")).join(),
                () -> its.flush(none).join(),
                () -> admin.getCompactionState(none),
                () -> its.getCompactionState(none).join(),
                () -> admin.getCompactionStateForRegion(noRegion),
                () -> its.getCompactionStateForRegion(noRegion).join()))
        .containsExactly(
            "TableNotFoundException",
            "TableNotFoundException",
            "NoSuchColumnFamilyException",
            "NoSuchColumnFamilyException",
            "IllegalArgumentException",
            "IllegalArgumentException",
            "IllegalArgumentException",
            "IllegalArgumentException",
            "NoSuchColumnFamilyException",
            "NoSuchColumnFamilyException",
            "TableNotFoundException",
            "TableNotFoundException",
            "none",
            "IllegalArgumentException",
            "IllegalArgumentException");
    assertThat(
            Refusals.of(
                () -> admin.split(none),
                () -> its.split(none).join(),
                () -> its.split(name, null).join(),
                () -> admin.splitRegionAsync(noRegion).get(),
                () -> admin.splitRegionAsync(region(""), bytes("")).get(),
                () -> its.splitRegion(noRegion).join(),
                () -> its.splitRegion(region(""), bytes("")).join(),
                () -> admin.truncateRegion(noRegion),
                () -> its.truncateRegion(noRegion).join(),
                () -> admin.mergeRegionsAsync(new byte[][] {region("")}, false).get(),
                () -> admin.mergeRegionsAsync(new byte[][] {region(""), region("")}, false).get(),
                () -> its.mergeRegions(List.of(region(""), noRegion), false).join(),
                () -> its.mergeRegions(List.of(region("")), false).join(),
                () -> admin.getLastMajorCompactionTimestampForRegion(noRegion),
                () -> its.getLastMajorCompactionTimestampForRegion(noRegion).join(),
                () -> admin.getLastMajorCompactionTimestamp(none),
                () -> its.getLastMajorCompactionTimestamp(none).join(),
                () -> admin.getRegions(none),
                () -> its.getRegions(none).join(),
                () -> admin.clearBlockCache(none),
                () -> its.clearBlockCache(none).join()))
        .containsExactly(
            "TableNotFoundException",
            "TableNotFoundException",
            "IllegalArgumentException",
            "UnknownRegionException",
            "IOException",
            "IllegalArgumentException",
            "IllegalArgumentException",
            "IllegalArgumentException",
            "IllegalArgumentException",
            "IllegalArgumentException",
            "MergeRegionException",
            "UnknownRegionException",
            "IllegalArgumentException",
            "none",
            "IllegalArgumentException",
            "none",
            "none",
            "none",
            "none",
            "TableNotFoundException",
            "none");
  }

  private void createLetters() throws IOException {
    create("f");
    for (String row : List.of("a", "b", "c", "d", "e", "f")) {
      table.put(put(row, "f:q@1=" + row));
    }
  }

  @Test
  void f110_everyWayToSplit() throws Exception {
    createLetters();
    its.split(name, bytes("b")).join();
    assertThat(starts()).containsExactly("", "b");
    majorCompact();
    its.splitRegion(region("b"), bytes("c")).join();
    assertThat(starts()).containsExactly("", "b", "c");
    majorCompact();
    admin.splitRegionAsync(region("c"), bytes("d")).get(1, TimeUnit.MINUTES);
    assertThat(starts()).containsExactly("", "b", "c", "d");
    assertThat(keys(new Scan())).isEqualTo("a b c d e f");
  }

  @Test
  @SuppressWarnings("deprecation") // Two regions alone, and their encoded names, are HBase 1's.
  void everyWayToMerge() throws Exception {
    createSplit(List.of("b", "c", "d", "e", "f"), family("f"));
    table.put(List.of(put("a", "f:q@1=1"), put("c", "f:q@1=2"), put("e", "f:q@1=3")));
    admin.mergeRegionsAsync(region(""), region("b"), false).get(1, TimeUnit.MINUTES);
    assertThat(starts()).containsExactly("", "c", "d", "e", "f");
    its.mergeRegions(region("e"), region("f"), false).join();
    assertThat(starts()).containsExactly("", "c", "d", "e");
    its.mergeRegions(List.of(region("c"), region("d")), false).join();
    assertThat(starts()).containsExactly("", "c", "e");
    assertThat(keys(new Scan())).isEqualTo("a c e");
  }

  @Test
  void f110_aRegionIsSplitInTheMiddleOfItsRows() throws Exception {
    create("f");
    byte[] value = new byte[1000];
    for (int i = 0; i < 300; i++) {
      table.put(
          new org.apache.hadoop.hbase.client.Put(bytes(String.format("%03d", i)))
              .addColumn(F, Q, 1, value));
    }
    // The middle is that of the largest file, and a server may have flushed by itself meanwhile.
    majorCompact();
    admin.splitRegionAsync(region("")).get(1, TimeUnit.MINUTES);
    assertThat(starts()).hasSize(2);
    assertThat(Integer.parseInt(starts().get(1))).isBetween(100, 200);
  }

  @Test
  void aRegionIsEmptied() throws Exception {
    createSplit(List.of("m"), family("f"));
    table.put(List.of(put("a", "f:q@1=1"), put("z", "f:q@1=2")));
    admin.truncateRegion(region("m"));
    assertThat(keys(new Scan())).isEqualTo("a");
    table.put(put("z", "f:q@1=2"));
    admin.truncateRegionAsync(region("")).get(1, TimeUnit.MINUTES);
    assertThat(keys(new Scan())).isEqualTo("z");
    its.truncateRegion(region("m")).join();
    assertThat(keys(new Scan())).isEmpty();
    assertThat(starts()).containsExactly("", "m");
  }

  @Test
  @SuppressWarnings("deprecation") // HRegionInfo is HBase 1's.
  void regionsByTableAndServer() throws IOException {
    createSplit(List.of("m"), family("f"));
    assertThat(admin.getTableRegions(name)).hasSize(2).allMatch(HRegionInfo.class::isInstance);
    assertThat(admin.getOnlineRegions(server())).extracting(RegionInfo::getTable).contains(name);
    assertThat(its.getRegions(server()).join()).extracting(RegionInfo::getTable).contains(name);
    assertThat(admin.getRegionMetrics(server()))
        .extracting(RegionMetrics::getRegionName)
        .contains(region(""), region("m"));
    assertThat(its.getRegionMetrics(server()).join()).hasSizeGreaterThan(1);
    assertThat(its.getRegionMetrics(server(), name).join())
        .extracting(each -> Bytes.toStringBinary(each.getRegionName()))
        .containsExactlyInAnyOrder(
            Bytes.toStringBinary(region("")), Bytes.toStringBinary(region("m")));
    assertThat(its.getLastMajorCompactionTimestamp(name).join()).isEmpty();
    assertThat(its.getLastMajorCompactionTimestampForRegion(region("")).join()).isEmpty();
    assertThat(its.clearBlockCache(name).join().getExceptionCount()).isZero();
  }
}
