package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Replication as a cluster without a peer shows it: a table's mark, and nothing else. */
@Needs(value = Capability.FULL_ADMIN, because = "the model has no peers")
class ReplicationTest extends ConformanceTest {
  private static final TableName NONE = TableName.valueOf("conformance_none");

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

  @Test
  void thereAreNoPeers() throws IOException {
    assertThat(admin.listReplicationPeers(Pattern.compile(".*"))).isEmpty();
    assertThat(its.listReplicationPeers().join()).isEmpty();
    assertThat(its.listReplicationPeers(Pattern.compile(".*")).join()).isEmpty();
  }

  @Test
  void aTableIsMarkedForIt() throws IOException {
    create("f");
    admin.modifyColumnFamily(name, family("f").setScope(1).build());
    assertThat(admin.listReplicatedTableCFs()).anyMatch(each -> each.getTable().equals(name));
    assertThat(its.listReplicatedTableCFs().join())
        .anyMatch(each -> each.getColumnFamilyMap().equals(Map.of("f", 1)));
    admin.disableTableReplication(name);
    assertThat(scope()).isZero();
    admin.modifyColumnFamily(name, family("f").setScope(1).build());
    its.disableTableReplication(name).join();
    assertThat(scope()).isZero();
    assertThat(admin.listReplicatedTableCFs()).noneMatch(each -> each.getTable().equals(name));
  }

  private int scope() throws IOException {
    return admin.getDescriptor(name).getColumnFamily(F).getScope();
  }

  @Test
  void whatIsRefused() throws IOException {
    create("f");
    assertThat(
            Refusals.of(
                () -> admin.enableTableReplication(name),
                () -> its.enableTableReplication(name).join(),
                () -> admin.enableTableReplication(NONE),
                () -> admin.disableTableReplication(NONE),
                () -> admin.enableTableReplication(null),
                () -> its.enableTableReplication(NONE).join(),
                () -> its.disableTableReplication(NONE).join(),
                () -> its.enableTableReplication(null).join()))
        .containsExactly(
            "IllegalArgumentException",
            "IllegalArgumentException",
            "TableNotFoundException",
            "TableNotFoundException",
            "IllegalArgumentException",
            "TableNotFoundException",
            "TableNotFoundException",
            "IllegalArgumentException");
  }
}
