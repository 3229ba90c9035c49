package io.rowandb.testkit.oracle;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;

/** What a history does to the files of one of HBase's regions, and nobody else. */
final class OracleRegion {
  /** Turned off on both sides: HBase drops such files whenever it looks at its files. */
  static final String DROPS_EXPIRED = "hbase.store.delete.expired.storefile";

  private OracleRegion() {}

  /** Settings under which HBase changes no files by itself. */
  static void configure(Configuration configuration) {
    configuration.set(
        "hbase.hstore.defaultengine.compactionpolicy.class", NewestFilesPolicy.class.getName());
    configuration.setBoolean(DROPS_EXPIRED, false);
    configuration.setInt("hbase.hstore.compactionThreshold", 1000);
    configuration.setInt("hbase.hstore.blockingStoreFiles", 10_000);
  }

  static void flush(HRegion region) throws IOException {
    region.flush(true);
  }

  static void compactNewest(HRegion region, int files) throws IOException {
    for (HStore store : region.getStores()) {
      compact(region, store, files);
    }
  }

  static void compactAll(HRegion region) throws IOException {
    for (HStore store : region.getStores()) {
      compact(region, store, Math.max(1, NewestFilesPolicy.filled(store.getStorefiles())));
    }
  }

  /** Files that were compacted count as a region's own until HBase's chore has moved them away. */
  static void forgetCompacted(HRegion region) throws IOException {
    for (HStore store : region.getStores()) {
      store.closeAndArchiveCompactedFiles();
    }
  }

  private static void compact(HRegion region, HStore store, int files) throws IOException {
    if (NewestFilesPolicy.filled(store.getStorefiles()) >= files) {
      NewestFilesPolicy.choose(files);
      Optional<CompactionContext> compaction =
          store.requestCompaction(Store.PRIORITY_USER, CompactionLifeCycleTracker.DUMMY, null);
      region.compact(compaction.orElseThrow(), store, NoLimitThroughputController.INSTANCE);
      NewestFilesPolicy.choose(0);
    }
  }
}
