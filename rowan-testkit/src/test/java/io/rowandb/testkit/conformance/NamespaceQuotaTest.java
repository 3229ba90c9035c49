package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.NamespaceNotFoundException;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.quotas.QuotaExceededException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How many tables and regions a namespace may have. */
@Needs(value = Capability.FULL_ADMIN, because = "it is the master who counts")
class NamespaceQuotaTest extends ConformanceTest {
  private static final String SPACE = "NamespaceQuotaTest";
  private static final String MAX_TABLES = "hbase.namespace.quota.maxtables";
  private static final String MAX_REGIONS = "hbase.namespace.quota.maxregions";
  private static final TableName A = TableName.valueOf(SPACE, "a");
  private static final TableName B = TableName.valueOf(SPACE, "b");
  private static final TableName C = TableName.valueOf(SPACE, "c");

  @BeforeEach
  void createSpace() throws IOException {
    admin.createNamespace(NamespaceDescriptor.create(SPACE).build());
  }

  @AfterEach
  void dropSpace() throws IOException {
    for (TableName each : admin.listTableNamesByNamespace(SPACE)) {
      drop(each);
    }
    admin.deleteNamespace(SPACE);
    admin.deleteSnapshots(Pattern.compile(SPACE));
  }

  @Test
  void tablesAreCounted() throws IOException {
    limit(MAX_TABLES, "2");
    create(A);
    create(B);
    assertThatThrownBy(() -> create(C))
        .isInstanceOf(QuotaExceededException.class)
        .hasMessageStartingWith(
            "The table NamespaceQuotaTest:c cannot be created as it would exceed maximum number of"
                + " tables allowed  in the namespace.  The total number of tables permitted is 2");
    assertThatThrownBy(() -> create(A)).isInstanceOf(TableExistsException.class);
    drop(B);
    create(C);
    limit(MAX_TABLES, "1");
    assertThat(admin.listTableNamesByNamespace(SPACE)).as("what is there stays").hasSize(2);
    drop(C);
    assertThatThrownBy(() -> create(C)).isInstanceOf(QuotaExceededException.class);
    admin.modifyNamespace(NamespaceDescriptor.create(SPACE).build());
    create(C);
    create(B);
  }

  @Test
  void regionsAreCounted() throws Exception {
    limit(MAX_REGIONS, "4");
    create(A);
    assertThatThrownBy(() -> create(B, "b", "c", "d"))
        .isInstanceOf(QuotaExceededException.class)
        .hasMessageStartingWith(
            "The table NamespaceQuotaTest:b is not allowed to have 4 regions. The total number of"
                + " regions permitted is only 4, while current region count is 1.");
    create(B, "b", "c");
    assertThat(Refusals.of(() -> split(A))).isEqualTo("QuotaExceededException");
    assertThat(admin.getRegions(A)).hasSize(1);
    limit(MAX_REGIONS, "5");
    split(A);
    assertThat(admin.getRegions(A)).hasSize(2);
  }

  private void split(TableName table) throws Exception {
    byte[] region = admin.getRegions(table).get(0).getRegionName();
    admin.splitRegionAsync(region, bytes("m")).get(1, TimeUnit.MINUTES);
  }

  @Test
  void snapshotsMakeTablesToo() throws IOException {
    create(A, "b", "c");
    admin.snapshot(SPACE, A);
    limit(MAX_TABLES, "1");
    assertThatThrownBy(() -> admin.cloneSnapshot(SPACE, C))
        .isInstanceOf(QuotaExceededException.class)
        .hasMessageContaining("tables permitted is 1");
    limit(MAX_REGIONS, "5");
    assertThatThrownBy(() -> admin.cloneSnapshot(SPACE, C))
        .isInstanceOf(QuotaExceededException.class)
        .hasMessageContaining("not allowed to have 3 regions");
    limit(MAX_REGIONS, "6");
    admin.cloneSnapshot(SPACE, C);
    assertThat(admin.getRegions(C)).hasSize(3);
  }

  @Test
  void limitsAreWholeNumbersAboveZero() throws IOException {
    assertThatThrownBy(() -> limit(MAX_TABLES, "x"))
        .hasMessageContaining("NumberFormatException while getting max tables.");
    assertThatThrownBy(() -> limit(MAX_REGIONS, "1.5"))
        .hasMessageContaining("NumberFormatException while getting max regions.");
    for (String none : List.of("0", "-1")) {
      assertThatThrownBy(() -> limit(MAX_TABLES, none))
          .hasMessageContaining(
              "ConstraintException: The max tables quota for NamespaceQuotaTest is less than or"
                  + " equal to zero.");
      assertThatThrownBy(() -> limit(MAX_REGIONS, none))
          .hasMessageContaining(
              "ConstraintException: The max region quota for NamespaceQuotaTest is less than or"
                  + " equal to zero.");
    }
    assertThat(admin.getNamespaceDescriptor(SPACE).getConfiguration())
        .doesNotContainKeys(MAX_TABLES, MAX_REGIONS);
    String other = SPACE + "Other";
    assertThatThrownBy(
            () ->
                admin.createNamespace(
                    NamespaceDescriptor.create(other).addConfiguration(MAX_TABLES, "0").build()))
        .hasMessageContaining("ConstraintException");
    assertThatThrownBy(() -> admin.getNamespaceDescriptor(other))
        .isInstanceOf(NamespaceNotFoundException.class);
  }

  private void limit(String key, String value) throws IOException {
    admin.modifyNamespace(NamespaceDescriptor.create(SPACE).addConfiguration(key, value).build());
  }

  private void create(TableName table, String... splits) throws IOException {
    byte[][] keys = new byte[splits.length][];
    for (int i = 0; i < splits.length; i++) {
      keys[i] = bytes(splits[i]);
    }
    admin.createTable(descriptor(table, family("f")), splits.length == 0 ? null : keys);
  }
}
