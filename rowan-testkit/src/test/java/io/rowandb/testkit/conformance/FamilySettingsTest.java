package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Settings of families and tables: what is told is kept, and no setting changes an answer. */
class FamilySettingsTest extends ConformanceTest {
  private static final int ROWS = 300;

  private void loadAndCheck() throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      puts.add(
          new Put(bytes(String.format("row-%05d", i)))
              .addColumn(F, bytes("q"), 1, bytes("value of row " + i))
              .addColumn(F, bytes("r"), 1, Bytes.toBytes(i)));
    }
    table.put(puts);
    flush();
    table.put(new Put(bytes("row-00007")).addColumn(F, bytes("q"), 2, bytes("new")));
    majorCompact();
    List<String> rows = scan(new Scan().addColumn(F, Q).setCacheBlocks(false));
    assertThat(rows).hasSize(ROWS);
    assertThat(rows.get(7)).isEqualTo("row-00007 f:q@2=new");
    assertThat(rows.get(299)).isEqualTo("row-00299 f:q@1=value of row 299");
    assertThat(keys(new Scan().withStartRow(bytes("row-00100")).setLimit(2).setReversed(true)))
        .isEqualTo("row-00100 row-00099");
    assertThat(table.exists(new org.apache.hadoop.hbase.client.Get(bytes("row-00050x")))).isFalse();
  }

  @ParameterizedTest
  @EnumSource(
      value = Compression.Algorithm.class,
      names = {"NONE", "GZ"})
  void f56_f85_compressionRoundTrips(Compression.Algorithm compression) throws IOException {
    create(family("f").setCompressionType(compression));
    loadAndCheck();
    assertThat(table.getDescriptor().getColumnFamily(F).getCompressionType())
        .isEqualTo(compression);
  }

  @ParameterizedTest
  @EnumSource(
      value = BloomType.class,
      names = {"NONE", "ROW", "ROWCOL"})
  void f60_bloomFiltersChangeNoAnswer(BloomType bloom) throws IOException {
    create(family("f").setBloomFilterType(bloom));
    loadAndCheck();
  }

  @Test
  void f60_aBloomFilterOfPrefixes() throws IOException {
    create(
        family("f")
            .setBloomFilterType(BloomType.ROWPREFIX_FIXED_LENGTH)
            .setConfiguration("RowPrefixBloomFilter.prefix_length", "6"));
    loadAndCheck();
  }

  @ParameterizedTest
  @EnumSource(DataBlockEncoding.class)
  void f62_encodingsRoundTrip(DataBlockEncoding encoding) throws IOException {
    create(family("f").setDataBlockEncoding(encoding).setBlocksize(2_048));
    loadAndCheck();
    assertThat(table.getDescriptor().getColumnFamily(F).getDataBlockEncoding()).isEqualTo(encoding);
  }

  @Test
  void f58_f90_anInMemoryFamilyAnswersTheSame() throws IOException {
    create(family("f").setInMemory(true));
    loadAndCheck();
    assertThat(table.getDescriptor().getColumnFamily(F).isInMemory()).isTrue();
  }

  @Test
  void f95_aFamilyWithoutBlockCacheAnswersTheSame() throws IOException {
    create(family("f").setBlockCacheEnabled(false).setPrefetchBlocksOnOpen(true));
    loadAndCheck();
  }

  @Test
  void f63_theDefaultsOfAFamily() throws IOException {
    create("f");
    ColumnFamilyDescriptor family = table.getDescriptor().getColumnFamily(F);
    assertThat(family.getMaxVersions()).isEqualTo(1);
    assertThat(family.getMinVersions()).isZero();
    assertThat(family.getTimeToLive()).isEqualTo(Integer.MAX_VALUE);
    assertThat(family.getBlocksize()).isEqualTo(65_536);
    assertThat(family.getBloomFilterType()).isEqualTo(BloomType.ROW);
    assertThat(family.getCompressionType()).isEqualTo(Compression.Algorithm.NONE);
    assertThat(family.getDataBlockEncoding()).isEqualTo(DataBlockEncoding.NONE);
    assertThat(family.getKeepDeletedCells()).isEqualTo(KeepDeletedCells.FALSE);
    assertThat(family.isInMemory()).isFalse();
    assertThat(family.isBlockCacheEnabled()).isTrue();
    assertThat(family.isNewVersionBehavior()).isFalse();
  }

  @Test
  void f9_familiesOfOneTableHaveSettingsOfTheirOwn() throws IOException {
    create(
        family("f", 3)
            .setTimeToLive(100)
            .setBloomFilterType(BloomType.ROWCOL)
            .setKeepDeletedCells(KeepDeletedCells.TTL)
            .setBlocksize(4_096)
            .setConfiguration("a.key", "a value")
            .setValue(bytes("mine"), bytes("too")),
        family("g", 7).setInMemory(true).setMinVersions(2).setNewVersionBehavior(true));
    TableDescriptor descriptor = table.getDescriptor();
    ColumnFamilyDescriptor f = descriptor.getColumnFamily(F);
    assertThat(f.getMaxVersions()).isEqualTo(3);
    assertThat(f.getTimeToLive()).isEqualTo(100);
    assertThat(f.getBloomFilterType()).isEqualTo(BloomType.ROWCOL);
    assertThat(f.getKeepDeletedCells()).isEqualTo(KeepDeletedCells.TTL);
    assertThat(f.getBlocksize()).isEqualTo(4_096);
    assertThat(f.getConfigurationValue("a.key")).isEqualTo("a value");
    assertThat(f.getValue(bytes("mine"))).isEqualTo(bytes("too"));
    ColumnFamilyDescriptor g = descriptor.getColumnFamily(G);
    assertThat(g.getMaxVersions()).isEqualTo(7);
    assertThat(g.getMinVersions()).isEqualTo(2);
    assertThat(g.isInMemory()).isTrue();
    assertThat(g.isNewVersionBehavior()).isTrue();
  }

  @Test
  void f64_attributesOfATableAreKept() throws IOException {
    TableDescriptor wanted =
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
            .setValue("owner", "me")
            .setDurability(Durability.ASYNC_WAL)
            .setMaxFileSize(1L << 30)
            .setMemStoreFlushSize(2L << 20)
            .setPriority(7)
            .setCompactionEnabled(true)
            .setRegionSplitPolicyClassName(
                "org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy")
            .build();
    admin.createTable(wanted);
    TableDescriptor kept = admin.getDescriptor(name);
    assertThat(kept.getValue("owner")).isEqualTo("me");
    assertThat(kept.getDurability()).isEqualTo(Durability.ASYNC_WAL);
    assertThat(kept.getMaxFileSize()).isEqualTo(1L << 30);
    assertThat(kept.getMemStoreFlushSize()).isEqualTo(2L << 20);
    assertThat(kept.getPriority()).isEqualTo(7);
    assertThat(kept.getRegionSplitPolicyClassName()).contains("ConstantSize");
  }

  @Test
  void f64_aReadOnlyTableRefusesWrites() throws IOException {
    create("f");
    write("f:q@1=a");
    admin.modifyTable(
        TableDescriptorBuilder.newBuilder(admin.getDescriptor(name)).setReadOnly(true).build());
    assertThat(read()).isEqualTo("f:q@1=a");
    assertThatThrownBy(() -> write("f:q@2=b"))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("read only");
    assertThat(read()).isEqualTo("f:q@1=a");
  }

  @Test
  void f87_readingWithoutCachingBlocksAnswersTheSame() throws IOException {
    create("f");
    loadAndCheck();
    assertThat(scan(new Scan().setCacheBlocks(false)))
        .isEqualTo(scan(new Scan().setCacheBlocks(true)));
  }

  @Test
  void f8_eachFamilyIsPrunedByItsOwnVersions() throws IOException {
    create(family("f", 1), family("g", 3));
    write("f:q@1=a", "f:q@2=b", "g:q@1=a", "g:q@2=b");
    majorCompact();
    assertThat(readRaw()).isEqualTo("r f:q@2=b g:q@2=b g:q@1=a");
  }
}
