package io.rowandb.client.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RegionRange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.junit.jupiter.api.Test;

class DescriptorAdapterTest {
  @Test
  void aTableSurvivesTheWayThereAndBack() {
    byte[] any = new byte[256];
    for (int i = 0; i < any.length; i++) {
      any[i] = (byte) i;
    }
    TableDescriptor table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("space", "table"))
            .setDurability(Durability.ASYNC_WAL)
            .setMaxFileSize(12345)
            .setValue("free.key", "free value")
            .setValue("bytes".getBytes(StandardCharsets.UTF_8), any)
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder("f".getBytes(StandardCharsets.UTF_8))
                    .setMaxVersions(7)
                    .setTimeToLive(99)
                    .setBloomFilterType(BloomType.ROWCOL)
                    .setCompressionType(Compression.Algorithm.GZ)
                    .setConfiguration("hbase.hstore.compaction.min", "5")
                    .setValue("bytes".getBytes(StandardCharsets.UTF_8), any)
                    .build())
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("\u00e9t\u00e9"))
            .build();

    TableDescriptor back = DescriptorAdapter.hbase(DescriptorAdapter.engine(table));

    assertThat(back).isEqualTo(table);
    assertThat(back.getValue("bytes".getBytes(StandardCharsets.UTF_8))).isEqualTo(any);
    assertThat(
            back.getColumnFamily("f".getBytes(StandardCharsets.UTF_8))
                .getConfigurationValue("hbase.hstore.compaction.min"))
        .isEqualTo("5");
  }

  @Test
  void aNamespaceSurvivesTheWayThereAndBack() {
    NamespaceDescriptor namespace =
        NamespaceDescriptor.create("space").addConfiguration("k", "v").build();
    NamespaceDescriptor back = DescriptorAdapter.hbase(DescriptorAdapter.engine(namespace));
    assertThat(back.getName()).isEqualTo("space");
    assertThat(back.getConfiguration()).isEqualTo(namespace.getConfiguration());
  }

  @Test
  void bothSidesGiveARegionTheSameNames() {
    var region =
        new io.rowandb.engine.region.RegionInfo(
            "space:table",
            new RegionRange(new byte[] {1, 2}, new byte[] {(byte) 0xff}),
            123456789L,
            3);

    var hbase = DescriptorAdapter.hbase(region);

    assertThat(hbase.getEncodedName()).isEqualTo(region.encodedName());
    assertThat(hbase.getRegionName()).isEqualTo(region.name());
    assertThat(hbase.getTable()).isEqualTo(TableName.valueOf("space", "table"));
  }

  @Test
  void everyRefusalIsAnExceptionOfHBase() {
    for (RefusedException.Reason reason : EnumSet.allOf(RefusedException.Reason.class)) {
      IOException why = new IOException("why");
      RefusedException caused = new RefusedException(reason, "the message", why);
      assertThat(ExceptionAdapter.translate(caused)).hasCause(why);
      RefusedException refused = new RefusedException(reason, "the message");
      IOException translated = ExceptionAdapter.translate(refused);
      assertThat(translated.getClass().getName()).startsWith("org.apache.hadoop.hbase.");
      assertThat(translated).hasMessageContaining("the message").hasNoCause();
      assertThat(translated.getStackTrace()).isEqualTo(refused.getStackTrace());
    }
    assertThat(translated(RefusedException.Reason.TABLE_NOT_FOUND))
        .isInstanceOf(TableNotFoundException.class);
    assertThat(translated(RefusedException.Reason.FAMILY_NOT_FOUND))
        .isInstanceOf(NoSuchColumnFamilyException.class)
        .isInstanceOf(DoNotRetryIOException.class);
    assertThat(translated(RefusedException.Reason.REGION_CLOSED))
        .isInstanceOf(NotServingRegionException.class);
  }

  @Test
  void otherFailuresPassUnchanged() {
    IOException failure = new IOException("disk full");
    assertThat(ExceptionAdapter.translate(failure)).isSameAs(failure);
    assertThat(ExceptionAdapter.isRegionGone(failure)).isFalse();
  }

  private static IOException translated(RefusedException.Reason reason) {
    return ExceptionAdapter.translate(new RefusedException(reason, "m"));
  }
}
