package io.rowandb.engine;

import io.rowandb.engine.io.FileSystem;
import java.nio.file.Path;
import java.time.Clock;

/**
 * All settings of a database, fixed when it is opened. Byte limits are hard bounds (D12).
 *
 * @param directory where it lives; for a store in memory any name, with its file system
 * @param fileSystem its files
 * @param clock its time, milliseconds
 * @param flushBytes hbase.hregion.memstore.flush.size: a region is flushed at this size; 128 MB
 * @param globalMemStoreBytes hbase.regionserver.global.memstore.size as bytes; 40 % of the heap
 * @param globalMemStoreLowerLimit hbase.regionserver.global.memstore.size.lower.limit: share of the
 *     global limit at which the largest region is flushed early; 0.95
 * @param blockingMultiplier hbase.hregion.memstore.block.multiplier: a region refuses or delays
 *     writes at this many times its flush size; 4
 * @param blockCacheBytes hfile.block.cache.size as bytes; 40 % of the heap
 * @param maxCellBytes hbase.server.keyvalue.maxsize: the largest cell; 10 MB
 * @param alwaysForce hbase.wal.hsync: FSYNC_WAL is the default durability
 * @param logSegmentBytes the log starts a new file at this size; 128 MB
 * @param forceIntervalMillis longest time until a SYNC_WAL write is forced; 1000
 * @param compactionMinFiles hbase.hstore.compaction.min: files that start a minor compaction; 3
 * @param compactionMaxFiles hbase.hstore.compaction.max: most files of one; 10
 * @param blockingStoreFiles hbase.hstore.blockingStoreFiles: flushes of a store with more files
 *     wait for a compaction; 16
 * @param compactionBytesPerSecond bound of background compaction's output; 0 for none
 * @param backgroundThreads threads that flush and compact; 0 runs that work in the thread that
 *     caused it, for repeatable tests
 */
public record DatabaseOptions(
    Path directory,
    FileSystem fileSystem,
    Clock clock,
    long flushBytes,
    long globalMemStoreBytes,
    double globalMemStoreLowerLimit,
    int blockingMultiplier,
    long blockCacheBytes,
    int maxCellBytes,
    boolean alwaysForce,
    long logSegmentBytes,
    long forceIntervalMillis,
    int compactionMinFiles,
    int compactionMaxFiles,
    int blockingStoreFiles,
    long compactionBytesPerSecond,
    int backgroundThreads) {}
