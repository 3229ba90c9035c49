package io.rowandb.bench.peer;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.fs.HFileSystem;
import org.apache.hadoop.hbase.io.hfile.BlockCacheFactory;
import org.apache.hadoop.hbase.mob.MobFileCache;
import org.apache.hadoop.hbase.regionserver.ChunkCreator;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionFileSystem;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.MemStoreLAB;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hbase.wal.WALFactory;

/**
 * HBase's region class alone: no server, no RPC. One background thread replaces a region server's
 * flusher and compactor: it flushes at the flush size and compacts according to HBase's policy.
 */
final class HRegionDriver implements Driver {
  private final java.nio.file.Path dataDirectory;
  private final long flushBytes;
  private final WALFactory logs;
  private final HRegion region;
  private final ExecutorService background =
      Executors.newSingleThreadExecutor(work -> new Thread(work, "bench-flush-and-compact"));
  private final Object flushLock = new Object();

  // What StoreWork tells.
  private final LongAdder flushes = new LongAdder();
  private final LongAdder compactions = new LongAdder();
  private final LongAdder stallNanos = new LongAdder();

  /** The flush in progress or the last one. Guarded by flushLock. */
  private Future<Void> flush = CompletableFuture.completedFuture(null);

  private HRegionDriver(DriverOptions options) throws IOException {
    flushBytes = options.flushBytes();
    Configuration conf = HBaseSettings.server(options);
    ChunkCreator.initialize(
        MemStoreLAB.CHUNK_SIZE_DEFAULT,
        false,
        0,
        0,
        0,
        null,
        MemStoreLAB.INDEX_CHUNK_SIZE_PERCENTAGE_DEFAULT);
    Path root = CommonFSUtils.getRootDir(conf);
    // As a region server has it: HBase checks the checksums in its blocks.
    FileSystem files = new HFileSystem(conf, true);
    RegionInfo info = RegionInfoBuilder.newBuilder(HBaseSettings.TABLE).setRegionId(1).build();
    Path table = CommonFSUtils.getTableDir(root, HBaseSettings.TABLE);
    if (!files.exists(new Path(table, info.getEncodedName()))) {
      HRegionFileSystem.createRegionOnFileSystem(conf, files, table, info);
    }
    dataDirectory = java.nio.file.Path.of(table.toUri().getPath());
    logs = new WALFactory(conf, "bench-" + ProcessHandle.current().pid());
    region =
        HRegion.newHRegion(
            table, logs.getWAL(info), files, conf, info, HBaseSettings.table(), null);
    region.setBlockCache(BlockCacheFactory.createBlockCache(conf));
    region.setMobFileCache(new MobFileCache(conf));
    initialize(region);
  }

  /** The only way to open a region with a block cache and without a region server. */
  @SuppressWarnings("deprecation")
  private static void initialize(HRegion region) throws IOException {
    region.initialize();
  }

  static Driver open(DriverOptions options) throws IOException {
    Files.createDirectories(options.directory());
    return new HRegionDriver(options);
  }

  @Override
  public PeerSession session() {
    return new RegionSession();
  }

  @Override
  public void flush() throws IOException {
    awaitFlush();
    region.flush(true);
    flushes.increment();
    region.getStores().get(0).closeAndArchiveCompactedFiles();
  }

  @Override
  public void settle() throws IOException {
    flush();
    region.compact(true);
    compactions.increment();
    region.getStores().get(0).closeAndArchiveCompactedFiles();
  }

  @Override
  public long dataBytes() throws IOException {
    return StoreFiles.bytesUnder(dataDirectory);
  }

  @Override
  public long memStoreBytes() {
    return region.getMemStoreHeapSize();
  }

  @Override
  public void close() throws IOException {
    awaitFlush();
    background.shutdown();
    region.close();
    logs.close();
  }

  @Override
  public StoreWork work() {
    return new StoreWork(flushes.sum(), compactions.sum(), stallNanos.sum() / 1e6, 0, 0);
  }

  /** Starts a flush, and a compaction behind it, when the memstore has reached its size. */
  private void flushWhenDue() {
    if (region.getMemStoreHeapSize() < flushBytes) {
      return;
    }
    synchronized (flushLock) {
      if (flush.isDone()) {
        flush = background.submit(this::flushAndCompact);
      }
    }
  }

  private Void flushAndCompact() throws IOException {
    region.flush(true);
    flushes.increment();
    HStore store = region.getStores().get(0);
    int files = store.getStorefilesCount();
    region.compact(false);
    if (store.getStorefilesCount() < files) {
      compactions.increment();
    }
    return null;
  }

  /** A writer waits for room. */
  private void stall() throws IOException {
    long begin = System.nanoTime();
    awaitFlush();
    stallNanos.add(System.nanoTime() - begin);
  }

  private void awaitFlush() throws IOException {
    Future<Void> running;
    synchronized (flushLock) {
      running = flush;
    }
    try {
      running.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for a flush", e);
    } catch (ExecutionException e) {
      throw new IOException("the background flush failed", e);
    }
  }

  /** One thread's requests. */
  private final class RegionSession implements PeerSession {
    private final List<Cell> cells = new ArrayList<>();

    @Override
    public void load(byte[][] keys, byte[][] values) throws IOException {
      Mutation[] puts = new Mutation[keys.length];
      for (int i = 0; i < keys.length; i++) {
        puts[i] = putOf(keys[i], values[i]);
      }
      flushWhenDue();
      while (true) {
        try {
          check(region.batchMutate(puts));
          return;
        } catch (RegionTooBusyException full) {
          stall();
        }
      }
    }

    private void check(OperationStatus[] results) throws IOException {
      for (OperationStatus result : results) {
        if (result != OperationStatus.SUCCESS) {
          throw new IOException("a put of a batch was refused: " + result.getExceptionMsg());
        }
      }
    }

    @Override
    public void finishLoad() {
      // Each batch is acknowledged when it is written.
    }

    @Override
    public void put(byte[] key, byte[] value, boolean forced) throws IOException {
      Put put = putOf(key, value);
      if (forced) {
        put.setDurability(Durability.FSYNC_WAL);
      }
      write(put);
    }

    @Override
    public void putCells(byte[] key, byte[][] qualifiers, byte[] value) throws IOException {
      Put put = new Put(key);
      for (byte[] qualifier : qualifiers) {
        put.addColumn(HBaseSettings.FAMILY, qualifier, value);
      }
      write(put);
    }

    private void write(Put put) throws IOException {
      flushWhenDue();
      while (true) {
        try {
          region.put(put);
          return;
        } catch (RegionTooBusyException full) {
          stall();
        }
      }
    }

    @Override
    public boolean get(byte[] key, RowVisitor visitor) throws IOException {
      return HBaseClientDriver.show(region.get(new Get(key)), visitor);
    }

    @Override
    public long scan(byte[] start, long maxRows, RowVisitor visitor) throws IOException {
      long shown = 0;
      try (RegionScanner rows = region.getScanner(new Scan().withStartRow(start))) {
        boolean more = true;
        while (more && shown < maxRows) {
          cells.clear();
          more = rows.nextRaw(cells);
          if (!cells.isEmpty()) {
            shown++;
            for (Cell cell : cells) {
              HBaseClientDriver.show(cell, visitor);
            }
          }
        }
      }
      return shown;
    }

    @Override
    public void close() {
      // The region outlives its sessions.
    }

    private Put putOf(byte[] key, byte[] value) {
      return new Put(key).addColumn(HBaseSettings.FAMILY, HBaseSettings.QUALIFIER, value);
    }
  }
}
