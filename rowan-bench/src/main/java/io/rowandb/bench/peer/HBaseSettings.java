package io.rowandb.bench.peer;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.Bytes;

/** The settings that HBase and Rowan share, by HBase's names, and those only of HBase's server. */
final class HBaseSettings {
  static final TableName TABLE = TableName.valueOf(DriverOptions.TABLE);
  static final byte[] FAMILY = Bytes.toBytes(DriverOptions.FAMILY);
  static final byte[] QUALIFIER = Bytes.toBytes(DriverOptions.QUALIFIER);

  private static final String LZ4_CODEC =
      "org.apache.hadoop.hbase.io.compress.aircompressor.Lz4Codec";

  private HBaseSettings() {}

  /** Puts in {@code conf} what both understand: cache and memstore sizes. */
  static Configuration shared(Configuration conf, DriverOptions options) {
    conf.setFloat("hfile.block.cache.size", options.cacheShare());
    conf.setFloat("hbase.regionserver.global.memstore.size", options.memStoreShare());
    conf.setLong("hbase.hregion.memstore.flush.size", options.flushBytes());
    return conf;
  }

  /**
   * HBase's own configuration, tuned: raw local files without Hadoop's checksum files beside them
   * (HBase has checksums in its blocks), a plain log on those files, no throttle on compactions, no
   * web servers.
   */
  static Configuration server(DriverOptions options) {
    Configuration conf = shared(HBaseConfiguration.create(), options);
    Path directory = options.directory().toAbsolutePath();
    conf.set("fs.defaultFS", "file:///");
    conf.set("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem");
    conf.set(HConstants.HBASE_DIR, directory.resolve("hbase").toUri().toString());
    conf.set("hbase.tmp.dir", directory.resolve("tmp").toString());
    conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
    conf.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    conf.set("hbase.wal.provider", "filesystem");
    conf.set(Compression.LZ4_CODEC_CLASS_KEY, LZ4_CODEC);
    // The codec is looked up in a configuration of its own unless it is told of this one.
    Compression.Algorithm.LZ4.reload(conf);
    conf.set(
        "hbase.regionserver.throughput.controller",
        "org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController");
    conf.setInt("hbase.hfile.compaction.discharger.interval", 1_000);
    conf.setInt("hbase.master.info.port", -1);
    conf.setInt("hbase.regionserver.info.port", -1);
    conf.setInt("hbase.master.port", 0);
    conf.setInt("hbase.regionserver.port", 0);
    return conf;
  }

  /** The table: one family, LZ4, row Bloom filter, one region that never splits. */
  static TableDescriptor table() {
    return TableDescriptorBuilder.newBuilder(TABLE)
        .setRegionSplitPolicyClassName(DriverOptions.SPLIT_POLICY)
        .setColumnFamily(
            ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
                .setCompressionType(Compression.Algorithm.LZ4)
                .setBloomFilterType(BloomType.ROW)
                .setMaxVersions(1)
                .build())
        .build();
  }
}
