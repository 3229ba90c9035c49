package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.api.Test;

/** Connection, Table and its builder, and RegionLocator: what is not reading and writing. */
@Needs(
    value = Capability.FULL_CLIENT,
    because = "the model has tables, and nothing of a client around them")
class ConnectionTest extends ConformanceTest {
  @Test
  void aConnectionIsOpenUntilItIsClosed() throws IOException {
    create("f");
    Connection own = backend.open();
    assertThat(own.isClosed()).isFalse();
    assertThat(own.isAborted()).isFalse();
    assertThat(own.getConfiguration()).isNotNull();
    assertThat(own.getClusterId()).isNotEmpty();
    try (Table table = own.getTable(name)) {
      table.put(put("r", "f:q@1=a"));
    }
    own.close();
    own.close();
    assertThat(own.isClosed()).isTrue();
    assertThat(read()).isEqualTo("f:q@1=a");
  }

  @Test
  void abortingClosesTheConnection() throws IOException {
    Connection own = backend.open();
    own.abort("a test", new IOException("of aborting"));
    assertThat(own.isClosed()).isTrue();
    assertThat(own.isAborted()).isTrue();
    own.close();
  }

  @Test
  void connectionsOfOneStoreSeeTheSame() throws IOException {
    create("f");
    try (Connection other = backend.open();
        Table table = other.getTable(name)) {
      table.put(put("r", "f:q@1=a"));
      assertThat(read()).isEqualTo("f:q@1=a");
      assertThat(other.getClusterId()).isEqualTo(connection.getClusterId());
    }
  }

  @Test
  void aTableKnowsItsNameAndDescriptor() throws IOException {
    create("f", "g");
    assertThat(table.getName()).isEqualTo(name);
    assertThat(table.getDescriptor()).isEqualTo(admin.getDescriptor(name));
    assertThat(table.getDescriptor().getColumnFamilyNames())
        .usingElementComparator(Bytes.BYTES_COMPARATOR)
        .containsExactlyInAnyOrder(F, G);
    assertThat(table.getConfiguration()).isNotNull();
  }

  @Test
  void getTableDoesNotAskWhetherThereIsOne() throws IOException {
    try (Table none = connection.getTable(TableName.valueOf("conformance_none"))) {
      assertThat(none.getName().getNameAsString()).isEqualTo("conformance_none");
    }
    assertThatThrownBy(() -> connection.getTable(null)).isInstanceOf(RuntimeException.class);
  }

  @Test
  void aBuilderSetsTheTimeouts() throws IOException {
    create("f");
    try (Table slow =
        connection
            .getTableBuilder(name, null)
            .setOperationTimeout(11_000)
            .setRpcTimeout(9_000)
            .setReadRpcTimeout(8_000)
            .setWriteRpcTimeout(7_000)
            .build()) {
      assertThat(slow.getOperationTimeout(TimeUnit.MILLISECONDS)).isEqualTo(11_000);
      assertThat(slow.getReadRpcTimeout(TimeUnit.MILLISECONDS)).isEqualTo(8_000);
      assertThat(slow.getWriteRpcTimeout(TimeUnit.MILLISECONDS)).isEqualTo(7_000);
      assertThat(slow.getRpcTimeout(TimeUnit.SECONDS)).isEqualTo(9);
      slow.put(put("r", "f:q@1=a"));
    }
    assertThat(read()).isEqualTo("f:q@1=a");
  }

  @Test
  void theDefaultTimeoutsAreHBases() throws IOException {
    create("f");
    assertThat(table.getOperationTimeout(TimeUnit.MINUTES)).isEqualTo(20);
    assertThat(table.getReadRpcTimeout(TimeUnit.SECONDS)).isEqualTo(60);
    assertThat(table.getWriteRpcTimeout(TimeUnit.SECONDS)).isEqualTo(60);
    assertThat(table.getRpcTimeout(TimeUnit.SECONDS)).isEqualTo(60);
  }

  @Test
  void aPoolOfTheCallersIsLeftRunning() throws Exception {
    create("f");
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try {
      try (Table own = connection.getTable(name, pool)) {
        own.put(List.of(put("a", "f:q@1=1"), put("b", "f:q@1=2")));
      }
      assertThat(pool.isShutdown()).isFalse();
    } finally {
      pool.shutdownNow();
    }
    assertThat(keys(new Scan())).isEqualTo("a b");
  }

  @Test
  void oneTableServesManyThreadsOneAfterTheOther() throws Exception {
    create("f");
    Thread writer =
        new Thread(
            () -> {
              try {
                table.put(put("r", "f:q@1=a"));
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            },
            "other-thread");
    writer.start();
    writer.join();
    assertThat(read()).isEqualTo("f:q@1=a");
  }

  @Test
  void adminAndMutatorBelongToTheConnection() throws IOException {
    try (Connection own = backend.open();
        Admin its = own.getAdmin();
        BufferedMutator mutator = own.getBufferedMutator(name)) {
      assertThat(its.getConnection().getConfiguration()).isNotNull();
      assertThat(its.getConfiguration()).isNotNull();
      assertThat(its.isAborted()).isFalse();
      assertThat(mutator.getName()).isEqualTo(name);
    }
  }

  @Test
  void f98_theLocatorKnowsTheRegionsInOrder() throws IOException {
    createSplit(List.of("d", "m"), family("f"));
    try (RegionLocator locator = connection.getRegionLocator(name)) {
      assertThat(locator.getName()).isEqualTo(name);
      List<HRegionLocation> all = locator.getAllRegionLocations();
      assertThat(all).hasSize(3);
      assertThat(all.get(0).getRegion().getStartKey()).isEmpty();
      assertThat(all.get(1).getRegion().getStartKey()).isEqualTo(bytes("d"));
      assertThat(all.get(2).getRegion().getEndKey()).isEmpty();
      assertThat(all).allSatisfy(each -> assertThat(each.getServerName()).isNotNull());
      assertThat(locator.getStartKeys()).isDeepEqualTo(new byte[][] {{}, bytes("d"), bytes("m")});
      assertThat(locator.getEndKeys()).isDeepEqualTo(new byte[][] {bytes("d"), bytes("m"), {}});
      Pair<byte[][], byte[][]> both = locator.getStartEndKeys();
      assertThat(both.getFirst()).isDeepEqualTo(locator.getStartKeys());
      assertThat(both.getSecond()).isDeepEqualTo(locator.getEndKeys());
    }
  }

  @Test
  void theLocatorFindsTheRegionOfARow() throws IOException {
    createSplit(List.of("m"), family("f"));
    try (RegionLocator locator = table.getRegionLocator()) {
      RegionInfo low = locator.getRegionLocation(bytes("a")).getRegion();
      RegionInfo high = locator.getRegionLocation(bytes("m"), true).getRegion();
      assertThat(low.getEndKey()).isEqualTo(bytes("m"));
      assertThat(high.getStartKey()).isEqualTo(bytes("m"));
      assertThat(low.containsRow(bytes("lzz"))).isTrue();
      assertThat(low.getTable()).isEqualTo(name);
      assertThat(low.getReplicaId()).isZero();
      assertThat(locator.getRegionLocations(bytes("a"))).hasSize(1);
      assertThat(locator.getRegionLocation(bytes("a"), 0, false).getRegion()).isEqualTo(low);
      locator.clearRegionLocationCache();
      assertThat(locator.getRegionLocation(bytes("a")).getRegion()).isEqualTo(low);
    }
    connection.clearRegionLocationCache();
    assertThat(read()).isEmpty();
  }

  @Test
  void aTableWithoutSplitsHasOneRegionOfAllRows() throws IOException {
    create("f");
    try (RegionLocator locator = connection.getRegionLocator(name)) {
      assertThat(locator.getAllRegionLocations()).hasSize(1);
      RegionInfo only = locator.getAllRegionLocations().get(0).getRegion();
      assertThat(only.isFirst()).isTrue();
      assertThat(only.isLast()).isTrue();
      assertThat(only.getRegionNameAsString()).startsWith(name.getNameAsString() + ",,");
      assertThat(only.getEncodedName()).hasSize(32);
    }
  }
}
