package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;

/** Replicas of regions, and reads from them. */
@Needs(value = Capability.FULL_ADMIN, because = "it is the client who chooses a replica")
class ReplicaTest extends ConformanceTest {
  @Test
  void replicasAreListedAndFound() throws Exception {
    createWith(3, "m");
    assertThat(table.getDescriptor().getRegionReplication()).isEqualTo(3);
    assertThat(admin.getRegions(name)).hasSize(6);
    try (RegionLocator locator = connection.getRegionLocator(name);
        AsyncConnection async = backend.openAsync()) {
      assertThat(locator.getAllRegionLocations()).hasSize(6);
      assertThat(locator.getRegionLocations(ROW, true))
          .extracting(location -> location.getRegion().getReplicaId())
          .containsExactlyInAnyOrder(0, 1, 2);
      assertThat(locator.getStartEndKeys().getFirst().length).isEqualTo(2);
      HRegionLocation third = locator.getRegionLocation(ROW, 2, true);
      assertThat(third.getRegion().getReplicaId()).isEqualTo(2);
      assertThat(third.getRegion().getRegionNameAsString()).contains("_0002.");
      assertThat(third.getRegion().getStartKey()).isEqualTo(bytes("m"));
      assertThatThrownBy(() -> locator.getRegionLocation(ROW, 3, true))
          .isInstanceOf(IOException.class);
      assertThat(async.getRegionLocator(name).getAllRegionLocations().get()).hasSize(6);
      HRegionLocation second = async.getRegionLocator(name).getRegionLocation(ROW, 1, true).get();
      assertThat(second.getRegion().getReplicaId()).isEqualTo(1);
    }
  }

  @Test
  void whatIsNotToBeStaleComesFromTheRegionItself() throws IOException {
    createWith(2);
    table.put(put("r", "f:q@5=v"));
    assertThat(read(get().setReplicaId(1))).isEqualTo("f:q@5=v");
    assertThat(read(get().setReplicaId(7))).isEqualTo("f:q@5=v");
    assertThat(read(get().setConsistency(Consistency.TIMELINE))).isEqualTo("f:q@5=v");
  }

  @Test
  void aReplicaThatATableDoesNotHaveIsNotFound() throws IOException {
    createWith(2);
    table.put(put("r", "f:q@5=v"));
    assertNoReplica(2);
    drop(name);
    create("f");
    assertNoReplica(1);
  }

  private void assertNoReplica(int replica) {
    assertThatThrownBy(() -> table.get(from(replica)))
        .isInstanceOf(RetriesExhaustedException.class)
        .hasMessageContaining("Cannot get the location for replica" + replica);
    assertThatThrownBy(() -> table.exists(from(replica)))
        .isInstanceOf(RetriesExhaustedException.class);
    assertThatThrownBy(() -> scan(scanOf(replica))).isInstanceOf(RetriesExhaustedException.class);
  }

  @Test
  @Needs(value = Capability.REFUSALS, because = "a cluster's replicas lag behind")
  void everyReplicaIsTheRegion() throws Exception {
    createWith(2, "m");
    table.put(put("a", "f:q@5=v"));
    table.put(put("r", "f:q@5=v"));
    assertThat(read(from(1))).isEqualTo("f:q@5=v");
    assertThat(table.get(from(1)).isStale()).isFalse();
    assertThat(table.exists(from(1))).isTrue();
    assertThat(table.get(List.of(from(1), from(0)))).allMatch(result -> !result.isEmpty());
    assertThat(scan(scanOf(1))).containsExactly("a f:q@5=v", "r f:q@5=v");
    assertThat(scan(new Scan().setReplicaId(1))).hasSize(2);
    try (AsyncConnection async = backend.openAsync()) {
      AsyncTable<?> asyncTable = async.getTable(name);
      Result found = asyncTable.get(from(1)).get();
      assertThat(text(found)).isEqualTo("f:q@5=v");
      assertThat(asyncTable.scanAll(scanOf(1)).get()).hasSize(2);
    }
    byte[] replica =
        connection
            .getRegionLocator(name)
            .getRegionLocation(ROW, 1, true)
            .getRegion()
            .getRegionName();
    admin.flushRegion(replica);
    admin.compactRegion(replica);
    resize(3);
    assertThat(read(from(2))).isEqualTo("f:q@5=v");
    assertThat(admin.getRegions(name)).hasSize(6);
    resize(1);
    assertThat(admin.getRegions(name)).hasSize(2);
    assertThat(read()).isEqualTo("f:q@5=v");
    assertNoReplica(1);
  }

  private void resize(int replicas) throws IOException {
    admin.modifyTable(
        TableDescriptorBuilder.newBuilder(table.getDescriptor())
            .setRegionReplication(replicas)
            .build());
    connection.clearRegionLocationCache();
  }

  private void createWith(int replicas, String... splits) throws IOException {
    byte[][] keys = new byte[splits.length][];
    for (int i = 0; i < splits.length; i++) {
      keys[i] = bytes(splits[i]);
    }
    admin.createTable(
        TableDescriptorBuilder.newBuilder(descriptor(name, family("f")))
            .setRegionReplication(replicas)
            .build(),
        splits.length == 0 ? null : keys);
    table = connection.getTable(name);
  }

  private static Get from(int replica) {
    return get().setReplicaId(replica).setConsistency(Consistency.TIMELINE);
  }

  private static Scan scanOf(int replica) {
    return new Scan().setReplicaId(replica).setConsistency(Consistency.TIMELINE);
  }
}
