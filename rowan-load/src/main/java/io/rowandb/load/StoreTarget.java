package io.rowandb.load;

import io.rowandb.client.adapter.DescriptorAdapter;
import io.rowandb.client.store.SharedStore;
import io.rowandb.client.store.StoreDisk;
import io.rowandb.engine.Database;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.load.BulkLoad;
import io.rowandb.engine.storefile.StoreFileOptions;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** An embedded store: its tables get all files in one step, or none. */
final class StoreTarget implements LoadTarget {
  private final SharedStore store;
  private final FileSystem disk;

  private StoreTarget(SharedStore store) {
    this.store = store;
    FileSystem own = store.database().options().fileSystem();
    disk = own.disk() instanceof LocalFileSystem ? own : StoreDisk.ofProgram();
  }

  /** Whether a configuration leads to one. */
  static boolean isNamedBy(Configuration conf) {
    return !conf.getTrimmed(SharedStore.PATH_KEY, "").isEmpty();
  }

  /** The store of a connection. */
  static StoreTarget of(Configuration conf) throws IOException {
    return new StoreTarget(SharedStore.acquire(conf));
  }

  private Database database() {
    return store.database();
  }

  @Override
  public String store() {
    return "store " + database().id();
  }

  @Override
  public FileSystem disk() {
    return disk;
  }

  @Override
  public Map<String, StoreFileOptions> fileOptions(TableDescriptor table) throws IOException {
    return database().bulkFileOptions(DescriptorAdapter.engine(table), /* tags= */ false);
  }

  @Override
  public boolean isOneStep() {
    return true;
  }

  @Override
  public void handOver(List<TableFiles> tables, BulkLoad.LastLook lastLook) throws IOException {
    List<BulkLoad> loads = tables.stream().map(this::load).toList();
    database().bulkLoad(loads, lastLook);
  }

  private BulkLoad load(TableFiles table) {
    return new BulkLoad(
        DescriptorAdapter.engine(table.table()),
        /* region= */ null,
        table.files().stream()
            .map(file -> new BulkLoad.SourceFile(file.family(), file.path()))
            .toList(),
        disk,
        BulkLoad.Source.GIVE,
        /* verify= */ false);
  }

  @Override
  public void close() throws IOException {
    store.close();
  }
}
