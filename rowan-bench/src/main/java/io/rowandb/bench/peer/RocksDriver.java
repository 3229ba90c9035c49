package io.rowandb.bench.peer;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.FlushOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * RocksDB through its Java binding: LZ4 on all levels, 10-bit Bloom filter, log written and not
 * synced, as many background jobs as cores. Everything else is RocksDB's default.
 *
 * <p>Reads copy into reused arrays, the fastest way of its binding into the Java heap.
 */
final class RocksDriver implements Driver {
  /** Bits a key, as HBase's default error rate of 1 % needs. */
  private static final int BLOOM_BITS = 10;

  /**
   * Shards of the cache as a power of two: one bit serves the two reading threads; the default of
   * 64 shards leaves 1 MB each of a small cache and costs it a third of its hits.
   */
  private static final int CACHE_SHARD_BITS = 1;

  private final LRUCache cache;
  private final BloomFilter filter;
  private final Options options;
  private final RocksDB db;

  private RocksDriver(DriverOptions wanted) throws RocksDBException {
    cache = new LRUCache(wanted.cacheBytes(), CACHE_SHARD_BITS);
    filter = new BloomFilter(BLOOM_BITS, false);
    BlockBasedTableConfig table =
        new BlockBasedTableConfig()
            .setBlockCache(cache)
            .setFilterPolicy(filter)
            // As the others: the size of the cache bounds filters and indexes too.
            .setCacheIndexAndFilterBlocks(true)
            .setCacheIndexAndFilterBlocksWithHighPriority(true)
            .setPinL0FilterAndIndexBlocksInCache(true);
    options =
        new Options()
            .setCreateIfMissing(true)
            .setCompressionType(CompressionType.LZ4_COMPRESSION)
            .setBottommostCompressionType(CompressionType.LZ4_COMPRESSION)
            .setWriteBufferSize(wanted.flushBytes())
            .setMaxBackgroundJobs(Math.max(2, Runtime.getRuntime().availableProcessors()))
            .setTableFormatConfig(table);
    db = RocksDB.open(options, wanted.directory().toString());
  }

  static Driver open(DriverOptions options) throws IOException {
    Files.createDirectories(options.directory());
    RocksDB.loadLibrary();
    try {
      return new RocksDriver(options);
    } catch (RocksDBException e) {
      throw new IOException("RocksDB does not open " + options.directory(), e);
    }
  }

  @Override
  public PeerSession session() {
    return new RocksSession(db);
  }

  @Override
  public void flush() throws IOException {
    try (FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
      db.flush(flush);
    } catch (RocksDBException e) {
      throw new IOException("RocksDB does not flush", e);
    }
  }

  @Override
  public void settle() throws IOException {
    flush();
    try (CompactRangeOptions all =
        new CompactRangeOptions()
            .setBottommostLevelCompaction(CompactRangeOptions.BottommostLevelCompaction.kForce)) {
      db.compactRange(db.getDefaultColumnFamily(), null, null, all);
    } catch (RocksDBException e) {
      throw new IOException("RocksDB does not compact", e);
    }
  }

  @Override
  public boolean hasColumns() {
    return false;
  }

  @Override
  public long dataBytes() throws IOException {
    return property("rocksdb.total-sst-files-size");
  }

  @Override
  public long memStoreBytes() throws IOException {
    return property("rocksdb.cur-size-all-mem-tables");
  }

  @Override
  public StoreWork work() throws IOException {
    return RocksWork.of(db);
  }

  @Override
  public void close() {
    db.close();
    options.close();
    filter.close();
    cache.close();
  }

  private long property(String name) throws IOException {
    try {
      return db.getLongProperty(name);
    } catch (RocksDBException e) {
      throw new IOException("RocksDB does not tell " + name, e);
    }
  }

  /** One thread's requests with the options and buffers they use again. */
  private static final class RocksSession implements PeerSession {
    private final RocksDB db;
    private final WriteOptions written = new WriteOptions().setSync(false);
    private final WriteOptions synced = new WriteOptions().setSync(true);
    private final ReadOptions reads = new ReadOptions();
    private final WriteBatch batch = new WriteBatch();
    private byte[] key = new byte[64];
    private byte[] value = new byte[256];

    RocksSession(RocksDB db) {
      this.db = db;
    }

    @Override
    public void load(byte[][] keys, byte[][] values) throws IOException {
      try {
        batch.clear();
        for (int i = 0; i < keys.length; i++) {
          batch.put(keys[i], values[i]);
        }
        db.write(written, batch);
      } catch (RocksDBException e) {
        throw new IOException("RocksDB does not write a batch", e);
      }
    }

    @Override
    public void finishLoad() {
      // Each batch is acknowledged when it is written.
    }

    @Override
    public void put(byte[] row, byte[] cell, boolean forced) throws IOException {
      try {
        db.put(forced ? synced : written, row, cell);
      } catch (RocksDBException e) {
        throw new IOException("RocksDB does not put", e);
      }
    }

    @Override
    public void putCells(byte[] row, byte[][] qualifiers, byte[] cell) {
      throw new UnsupportedOperationException("RocksDB has no columns");
    }

    @Override
    public boolean get(byte[] row, RowVisitor visitor) throws IOException {
      try {
        int length = db.get(reads, row, value);
        if (length == RocksDB.NOT_FOUND) {
          return false;
        }
        if (length > value.length) {
          value = new byte[length];
          return get(row, visitor);
        }
        visitor.cell(row, 0, row.length, value, 0, length);
        return true;
      } catch (RocksDBException e) {
        throw new IOException("RocksDB does not get", e);
      }
    }

    @Override
    public long scan(byte[] start, long maxRows, RowVisitor visitor) throws IOException {
      try (RocksIterator rows = db.newIterator(reads)) {
        long shown = 0;
        for (rows.seek(start); shown < maxRows && rows.isValid(); rows.next()) {
          show(rows, visitor);
          shown++;
        }
        rows.status();
        return shown;
      } catch (RocksDBException e) {
        throw new IOException("RocksDB does not scan", e);
      }
    }

    private void show(RocksIterator rows, RowVisitor visitor) {
      int keyLength = rows.key(key, 0, key.length);
      int valueLength = rows.value(value, 0, value.length);
      while (keyLength > key.length || valueLength > value.length) {
        key = Arrays.copyOf(key, Math.max(key.length, keyLength));
        value = Arrays.copyOf(value, Math.max(value.length, valueLength));
        keyLength = rows.key(key, 0, key.length);
        valueLength = rows.value(value, 0, value.length);
      }
      visitor.cell(key, 0, keyLength, value, 0, valueLength);
    }

    @Override
    public void close() {
      batch.close();
      reads.close();
      synced.close();
      written.close();
    }
  }
}
