package io.rowandb.testkit.oracle;

import io.rowandb.engine.compaction.CompactionSettings;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.regionserver.StoreConfigInformation;

/** What makes a compaction policy of HBase's work with the numbers of one of ours. */
final class CompactionTwin {
  private CompactionTwin() {}

  /** The settings under HBase's names. */
  static Configuration configuration(CompactionSettings settings) {
    Configuration conf = new Configuration(false);
    String prefix = "hbase.hstore.compaction.";
    conf.setInt(prefix + "min", settings.minFiles());
    conf.setInt(prefix + "max", settings.maxFiles());
    conf.setFloat(prefix + "ratio", (float) settings.ratio());
    conf.setLong(prefix + "min.size", settings.minBytes());
    conf.setLong(prefix + "max.size", settings.maxBytes());
    conf.setDouble(prefix + "ratio.offpeak", settings.offPeak().ratio());
    conf.setLong(prefix + "max.size.offpeak", settings.offPeak().maxBytes());
    conf.setLong("hbase.hregion.majorcompaction", settings.majorPeriodMillis());
    conf.setFloat("hbase.hregion.majorcompaction.jitter", 0);
    return conf;
  }

  /** What HBase's policies ask of a store. */
  record Family(CompactionSettings settings, long ttlMillis) implements StoreConfigInformation {
    @Override
    public long getMemStoreFlushSize() {
      return 128 << 20;
    }

    @Override
    public long getStoreFileTtl() {
      return ttlMillis;
    }

    @Override
    public long getCompactionCheckMultiplier() {
      return 1;
    }

    @Override
    public long getBlockingFileCount() {
      return settings.blockingFiles();
    }

    @Override
    public RegionInfo getRegionInfo() {
      return RegionInfoBuilder.newBuilder(TableName.valueOf("t")).build();
    }

    @Override
    public String getColumnFamilyName() {
      return "f";
    }
  }
}
