package io.rowandb.testkit.oracle;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;

/** HBase's own region, alone, on local files. */
final class HBaseRegionDriver implements RegionDriver {
  static {
    // Some of HBase's assertions do not hold (NEW_VERSION_BEHAVIOR with KEEP_DELETED_CELLS); in
    // production they are off, and what it answers then is the truth.
    HBaseRegionDriver.class
        .getClassLoader()
        .setPackageAssertionStatus("org.apache.hadoop.hbase", false);
  }

  /** Reading HBase's defaults takes longer than making a region. */
  private static final Configuration DEFAULTS = HBaseConfiguration.create();

  private final HRegion region;

  HBaseRegionDriver(TableDescriptor table, Path directory) throws IOException {
    Configuration configuration = new Configuration(DEFAULTS);
    configuration.set("fs.defaultFS", "file:///");
    configuration.set("fs.file.impl", PlainFileSystem.class.getName());
    configuration.setBoolean("fs.file.impl.disable.cache", true);
    configuration.set("hbase.rootdir", directory.toUri().toString());
    configuration.set(
        "hbase.hstore.defaultengine.compactionpolicy.class", NewestFilesPolicy.class.getName());
    // It would drop files behind the history's back.
    configuration.setBoolean("hbase.store.delete.expired.storefile", false);
    configuration.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    configuration.set("hbase.wal.provider", "filesystem");
    configuration.setFloat("hfile.block.cache.size", 0f);
    region =
        HBaseTestingUtility.createRegionAndWAL(
            RegionInfoBuilder.newBuilder(table.getTableName()).build(),
            new org.apache.hadoop.fs.Path(directory.toUri()),
            configuration,
            table);
  }

  @Override
  public void write(Mutation mutation) throws IOException {
    // HBase writes times and sequence ids into what it is given: give it a copy.
    if (mutation instanceof Put) {
      Put put = ProtobufUtil.toPut(ProtobufUtil.toMutation(MutationType.PUT, mutation));
      region.put(put.setDurability(Durability.SKIP_WAL));
    } else {
      Delete delete = ProtobufUtil.toDelete(ProtobufUtil.toMutation(MutationType.DELETE, mutation));
      region.delete(delete.setDurability(Durability.SKIP_WAL));
    }
  }

  @Override
  public void flush() throws IOException {
    region.flush(true);
  }

  @Override
  public void compactNewest(int files) throws IOException {
    for (HStore store : region.getStores()) {
      compact(store, files);
    }
  }

  @Override
  public void compactAll() throws IOException {
    for (HStore store : region.getStores()) {
      compact(store, Math.max(1, NewestFilesPolicy.filled(store.getStorefiles())));
    }
  }

  private void compact(HStore store, int files) throws IOException {
    if (NewestFilesPolicy.filled(store.getStorefiles()) >= files) {
      NewestFilesPolicy.choose(files);
      Optional<CompactionContext> compaction =
          store.requestCompaction(Store.PRIORITY_USER, CompactionLifeCycleTracker.DUMMY, null);
      region.compact(compaction.orElseThrow(), store, NoLimitThroughputController.INSTANCE);
    }
  }

  /** It just goes on; closing flushes. */
  @Override
  public void reopen() throws IOException {
    flush();
  }

  @Override
  public void recover() {
    // It just goes on.
  }

  @Override
  public List<String> get(Get get) throws IOException {
    Get copy = ProtobufUtil.toGet(ProtobufUtil.toGet(get));
    return CellText.of(region.get(copy).listCells());
  }

  @Override
  public OpenScan open(Scan scan) throws IOException {
    // HBase keeps the filter and its state: give it one of its own.
    Scan copy = ProtobufUtil.toScan(ProtobufUtil.toScan(scan));
    copy.setLoadColumnFamiliesOnDemand(scan.doLoadColumnFamiliesOnDemand());
    RegionScanner scanner = region.getScanner(copy);
    return new OpenScan() {
      @Override
      public List<List<String>> drain() throws IOException {
        List<List<String>> parts = new ArrayList<>();
        List<Cell> part = new ArrayList<>();
        boolean more;
        do {
          more = scanner.next(part);
          if (!part.isEmpty()) {
            parts.add(CellText.of(part));
            part.clear();
          }
        } while (more);
        return parts;
      }

      @Override
      public void close() throws IOException {
        scanner.close();
      }
    };
  }

  @Override
  public void close() throws IOException {
    HBaseTestingUtility.closeRegionAndWAL(region);
  }
}
