package io.rowandb.client.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.Rowan;
import io.rowandb.client.adapter.DescriptorAdapter;
import io.rowandb.engine.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Hbck;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.exceptions.ConnectionClosedException;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectConnectionTest extends DoorTest {
  @Test
  void connectionsToOnePathShareAStoreUntilTheLastCloses() throws IOException {
    Connection second = another();
    table.put(put("r", "f:q", "v"));
    assertThat(second.getTable(T).exists(new Get(bytes("r")))).isTrue();
    assertThat(second.getClusterId()).isEqualTo(connection.getClusterId());

    connection.close();
    assertThat(second.getTable(T).exists(new Get(bytes("r")))).isTrue();
    second.close();

    // A store in memory goes with its last connection.
    try (Connection third = another();
        Table gone = third.getTable(T)) {
      assertThatThrownBy(() -> gone.exists(new Get(bytes("r"))))
          .isInstanceOf(TableNotFoundException.class);
    }
  }

  @Test
  void aDirectoryKeepsItsDataAndHasOneStoreForAllSpellings(@TempDir Path parent)
      throws IOException {
    Path directory = parent.resolve("store");
    Path other = Files.createDirectory(parent.resolve("x"));
    String spelling = other.resolve("..").resolve("store").toString();
    try (DirectConnection one = open(directory.toString());
        DirectConnection two = open(spelling)) {
      assertThat(one.store().database()).isSameAs(two.store().database());
      one.store().database().createTable(DescriptorAdapter.engine(descriptor()), List.of());
      one.getTable(T).put(put("r", "f:q", "v"));
    }
    for (int i = 0; i < 3; i++) {
      try (DirectConnection again = open(spelling)) {
        assertThat(text(again.getTable(T).get(new Get(bytes("r"))))).isEqualTo("r{f:q=v}");
      }
    }
    Path link = Files.createSymbolicLink(parent.resolve("link"), directory);
    try (DirectConnection one = open(directory.toString());
        DirectConnection two = open(link.toString())) {
      assertThat(one.store().database()).isSameAs(two.store().database());
    }
  }

  @Test
  void wrongPathsAreNamed(@TempDir Path parent) throws IOException {
    Configuration without = Rowan.configuration("x");
    without.unset(Rowan.PATH_KEY);
    assertThatThrownBy(() -> ConnectionFactory.createConnection(without))
        .hasMessageContaining("rowan.path is not set");
    assertThatThrownBy(() -> open("mem:")).hasMessageContaining("mem:<name>");
    Path file = Files.writeString(parent.resolve("file"), "no store");
    assertThatThrownBy(() -> open(file.toString())).hasMessageContaining(file.toString());
  }

  @Test
  void aConnectionWhoseStoreIsLostIsAborted(@TempDir Path directory) throws IOException {
    DirectConnection lost = open(directory.toString());
    assertThat(lost.isAborted()).isFalse();
    Path record = directory.resolve("OWNER");
    byte[] own = Files.readAllBytes(record);
    Files.delete(record);
    assertThat(lost.isAborted()).isTrue();
    assertThat(lost.isClosed()).isFalse();
    Files.write(record, own); // another file of that name
    assertThat(lost.isAborted()).isTrue();
    lost.close();
  }

  @Test
  void aClosedConnectionSaysSo() throws IOException {
    connection.close();
    connection.close();
    assertThat(connection.isClosed()).isTrue();
    assertThat(connection.isAborted()).isTrue();
    Class<ConnectionClosedException> closed = ConnectionClosedException.class;
    assertThatThrownBy(() -> table.get(new Get(bytes("r")))).isInstanceOf(closed);
    assertThatThrownBy(() -> table.getScanner(new Scan()).next()).isInstanceOf(closed);
    assertThatThrownBy(() -> connection.getBufferedMutator(T))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Connection is null or closed.");
    assertThat(connection.getTable(T).getName()).isEqualTo(T);
  }

  @Test
  void whatIsRareGoesThroughTheCompleteDoor() throws Exception {
    TableName made = TableName.valueOf("made");
    try (Admin admin = connection.getAdmin()) {
      assertThat(admin.listTableNames()).containsExactly(T);
      admin.createTable(
          TableDescriptorBuilder.newBuilder(made)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
              .build());
      assertThat(admin.getDescriptor(T)).isEqualTo(table.getDescriptor());
      assertThat(admin.getRegions(T))
          .isEqualTo(
              connection.getRegionLocator(T).getAllRegionLocations().stream()
                  .map(HRegionLocation::getRegion)
                  .toList());
      table.put(put("r", "f:q", "v"));
      admin.flush(T);
      admin.disableTable(T);
      assertThatThrownBy(() -> table.get(new Get(bytes("r"))))
          .isInstanceOf(TableNotEnabledException.class);
      admin.enableTable(T);
    }
    assertThat(read("r")).isEqualTo("r{f:q=v}");
    try (Table table = connection.getTable(made)) {
      table.put(put("x", "f:q", "w"));
      assertThat(text(table.get(new Get(bytes("x"))))).isEqualTo("x{f:q=w}");
    }
    try (Table meta = connection.getTable(TableName.META_TABLE_NAME);
        ResultScanner regions = meta.getScanner(bytes("info"))) {
      assertThat(regions).hasSize(3);
    }
    assertThat(connection.toAsyncConnection().getTable(made).exists(new Get(bytes("x"))).get())
        .isTrue();
    try (Hbck hbck = connection.getHbck()) {
      assertThatThrownBy(() -> hbck.assigns(List.of("region")))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("there is nothing to repair");
    }
  }

  @Test
  void anAsynchronousConnectionOpensWithTheSameConfiguration() throws Exception {
    table.put(put("r", "f:q", "v"));
    try (AsyncConnection async = ConnectionFactory.createAsyncConnection(conf).get()) {
      assertThat(async.getTable(T).exists(new Get(bytes("r"))).get()).isTrue();
    }
  }

  @Test
  void abortCloses() {
    connection.abort("test", null);
    assertThat(connection.isClosed()).isTrue();
  }

  @Test
  void regionsAreAllOnOneServer() throws IOException {
    try (RegionLocator locator = connection.getRegionLocator(T);
        Connection second = another()) {
      List<HRegionLocation> all = locator.getAllRegionLocations();
      assertThat(all).hasSize(2);
      assertThat(all.get(0).getServerName()).isEqualTo(all.get(1).getServerName());
      assertThat(all.get(0).getServerName().getHostname()).isEqualTo("localhost");
      assertThat(second.getRegionLocator(T).getAllRegionLocations().get(0).getServerName())
          .isEqualTo(all.get(0).getServerName());
      HRegionLocation z = locator.getRegionLocation(bytes("z"), true);
      assertThat(Bytes.toString(z.getRegion().getStartKey())).isEqualTo("m");
      assertThat(locator.getRegionLocations(bytes("z"))).containsExactly(z);
      Pair<byte[][], byte[][]> keys = locator.getStartEndKeys();
      assertThat(keys.getFirst()).isDeepEqualTo(new byte[][] {bytes(""), bytes("m")});
      assertThat(keys.getSecond()).isDeepEqualTo(new byte[][] {bytes("m"), bytes("")});
      assertThat(locator.getName()).isEqualTo(T);
    }
    RegionLocator missing = connection.getRegionLocator(NONE);
    assertThat(missing.getAllRegionLocations()).isEmpty();
    assertThatThrownBy(() -> missing.getRegionLocation(bytes("r")))
        .isInstanceOf(TableNotFoundException.class);
  }

  @Test
  void oldAndNewFactoriesFindTheirConstructor() throws ReflectiveOperationException {
    // HBase takes the first constructor whose arity fits.
    assertThat(DirectConnection.class.getDeclaredConstructors())
        .extracting(java.lang.reflect.Constructor::getParameterCount)
        .containsExactlyInAnyOrder(3, 4);
  }

  private static DirectConnection open(String path) throws IOException {
    return (DirectConnection) ConnectionFactory.createConnection(Rowan.configuration(path));
  }

  @Tag("slow")
  @Test
  void connectionsThatCloseAtTheSameMomentCloseTheStore() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      for (int round = 0; round < 200; round++) {
        Configuration own = Rowan.configuration("mem:closed-at-once");
        List<Connection> both =
            List.of(
                ConnectionFactory.createConnection(own), ConnectionFactory.createConnection(own));
        Database shared = ((DirectConnection) both.get(0)).store().database();
        CyclicBarrier together = new CyclicBarrier(2);
        List<Future<Void>> closings = new ArrayList<>();
        for (Connection one : both) {
          closings.add(
              threads.submit(
                  () -> {
                    together.await();
                    one.close();
                    return null;
                  }));
        }
        for (Future<Void> closing : closings) {
          closing.get();
        }
        assertThatThrownBy(
                () -> shared.createTable(DescriptorAdapter.engine(descriptor()), List.of()))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("closed");
        assertThat(both.get(0).getClusterId()).isNotEmpty();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void theMetaTableIsLocatedAsHBaseDoes() throws IOException {
    try (RegionLocator locator = connection.getRegionLocator(TableName.META_TABLE_NAME)) {
      assertThat(locator.getAllRegionLocations())
          .extracting(location -> location.getRegion().getRegionNameAsString())
          .containsExactly("hbase:meta,,1.1588230740");
    }
  }
}
