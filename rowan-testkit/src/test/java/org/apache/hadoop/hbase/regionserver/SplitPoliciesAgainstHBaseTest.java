package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.client.adapter.DescriptorAdapter;
import io.rowandb.engine.split.SplitRules;
import io.rowandb.engine.split.SplitSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompoundConfiguration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The engine's policies of splitting decide as HBase's own do: the size for each number of regions,
 * whether a region is too large, to the byte, and the row (F104 to F107).
 */
@Tag("slow")
class SplitPoliciesAgainstHBaseTest {
  private static final TableName T = TableName.valueOf("t");
  private static final byte[] F = Bytes.toBytes("f");
  private static final String INITIAL_KEY = "hbase.increasing.policy.initial.size";
  private static final int ROWS = 3000;

  @TempDir private static Path directory;
  private static HRegion region;

  @BeforeAll
  static void fill() throws IOException {
    Configuration conf = HBaseConfiguration.create();
    conf.setBoolean("hbase.unsafe.stream.capability.enforce", false); // of the local disk
    region =
        HBaseTestingUtility.createRegionAndWAL(
            RegionInfoBuilder.newBuilder(T).build(),
            new org.apache.hadoop.fs.Path(directory.toUri()),
            conf,
            table("ConstantSizeRegionSplitPolicy").build());
    for (int i = 0; i < ROWS; i++) {
      byte[] row = Bytes.toBytes("user" + (1000 + i / 10) + "_" + i);
      region.put(new Put(row).addColumn(F, F, new byte[100]));
    }
    region.flush(true);
  }

  @AfterAll
  static void close() throws IOException {
    HBaseTestingUtility.closeRegionAndWAL(region);
  }

  /** A table without jitter, for which HBase throws dice. */
  private static TableDescriptorBuilder table(String policy) {
    return TableDescriptorBuilder.newBuilder(T)
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
        .setRegionSplitPolicyClassName(HRegion.class.getPackageName() + "." + policy)
        .setValue("hbase.hregion.max.filesize.jitter", "0");
  }

  /** HBase's policy, as a region of this table has it. */
  private static RegionSplitPolicy hbases(TableDescriptor table) throws IOException {
    region.setTableDescriptor(table);
    Configuration conf =
        new CompoundConfiguration().add(HBaseConfiguration.create()).addBytesMap(table.getValues());
    return RegionSplitPolicy.create(region, conf);
  }

  private static SplitRules rules(TableDescriptor table) {
    return SplitRules.of(
        DescriptorAdapter.engine(table).attributes(), SplitSettings.DEFAULT, 128 << 20);
  }

  private static List<TableDescriptor> tables(String policy) {
    return List.of(
        table(policy).build(),
        table(policy).setMaxFileSize(3L << 30).build(),
        table(policy).setMemStoreFlushSize(7 << 20).build(),
        table(policy).setValue(INITIAL_KEY, "12345678").build(),
        table(policy).setValue("hbase.hregion.max.filesize", "987654321").build());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ConstantSizeRegionSplitPolicy",
        "IncreasingToUpperBoundRegionSplitPolicy",
        "SteppingSplitPolicy",
        "KeyPrefixRegionSplitPolicy",
        "DelimitedKeyPrefixRegionSplitPolicy"
      })
  void f105_f106_theSizeIsHBasesForEachNumberOfRegions(String policy) throws IOException {
    for (TableDescriptor table : tables(policy)) {
      RegionSplitPolicy judge = hbases(table);
      SplitRules rules = rules(table);
      for (int regions = 0; regions <= 120; regions++) {
        long expected =
            judge instanceof IncreasingToUpperBoundRegionSplitPolicy increasing
                ? increasing.getSizeToCheck(regions)
                : ((ConstantSizeRegionSplitPolicy) judge).getDesiredMaxFileSize();
        assertThat(rules.limitBytes(regions, "any"))
            .as("%d regions of %s", regions, table)
            .isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRegionIsTooLargeAtTheSameByte(boolean allFamilies) throws IOException {
    long bytes = region.getStores().get(0).getSize();
    for (long limit = bytes - 1; limit <= bytes + 1; limit++) {
      TableDescriptor table =
          table("ConstantSizeRegionSplitPolicy")
              .setMaxFileSize(limit)
              .setValue("hbase.hregion.split.overallfiles", Boolean.toString(allFamilies))
              .build();
      assertThat(rules(table).isTooLarge(new long[] {bytes}, 1, "any"))
          .as("%d bytes with limit %d", bytes, limit)
          .isEqualTo(hbases(table).shouldSplit())
          .isEqualTo(limit < bytes);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SteppingSplitPolicy",
        "KeyPrefixRegionSplitPolicy.prefix_length=6",
        "KeyPrefixRegionSplitPolicy.prefix_length=600",
        "KeyPrefixRegionSplitPolicy.prefix_length=-1",
        "KeyPrefixRegionSplitPolicy.prefix_length=six",
        "KeyPrefixRegionSplitPolicy",
        "DelimitedKeyPrefixRegionSplitPolicy.delimiter=_",
        "DelimitedKeyPrefixRegionSplitPolicy.delimiter=_2",
        "DelimitedKeyPrefixRegionSplitPolicy.delimiter=?",
        "DelimitedKeyPrefixRegionSplitPolicy"
      })
  void f107_theRowIsHBases(String setting) throws IOException {
    int equals = setting.indexOf('=');
    String policy = setting.split("[.]", -1)[0];
    TableDescriptorBuilder table = table(policy);
    if (equals > 0) {
      table.setValue(setting.substring(0, equals), setting.substring(equals + 1));
    }
    byte[] middle = region.getStores().get(0).getSplitPoint().orElseThrow();
    assertThat(rules(table.build()).splitRow(middle))
        .isEqualTo(hbases(table.build()).getSplitPoint());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "None",
        "KeyPrefix;prefix_length=3",
        "DelimitedKeyPrefix;delimiter=_",
        "DelimitedKeyPrefix",
        "KeyPrefix",
        "Unknown"
      })
  void theRestrictionIsHBases(String setting) throws IOException {
    String key = "hbase.regionserver.region.split_restriction.";
    String[] parts = setting.split("[;=]", -1);
    TableDescriptorBuilder table = table("SteppingSplitPolicy").setValue(key + "type", parts[0]);
    if (parts.length > 1) {
      table.setValue(key + parts[1], parts[2]);
    }
    RegionSplitRestriction judge =
        RegionSplitRestriction.create(table.build(), HBaseConfiguration.create());
    for (String row : List.of("a", "user_1_2", "_", "longer than that")) {
      assertThat(rules(table.build()).restricted(Bytes.toBytes(row)))
          .isEqualTo(judge.getRestrictedSplitPoint(Bytes.toBytes(row)));
    }
  }
}
