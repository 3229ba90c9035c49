package io.rowandb.engine.store;

import io.rowandb.engine.cache.BlockCaching;
import io.rowandb.engine.compaction.CompactionRules;
import io.rowandb.engine.scan.VersionRules;
import io.rowandb.engine.storefile.StoreFileOptions;

/**
 * How one family is stored.
 *
 * @param family its name
 * @param rules which of its cells live
 * @param maxRowBytes hbase.table.max.rowsize: the maximum of a row that is read at once; 1 GB
 * @param files how its files are written; whether they hold tags and sequence ids is decided for
 *     each file
 * @param caching which of its blocks are cached
 * @param readAheadAfterBytes hbase.storescanner.pread.max.bytes: a scan that has read this many
 *     bytes of consecutive blocks of a file reads ahead; 4 blocks
 * @param compaction how its files are merged
 */
public record StoreOptions(
    String family,
    VersionRules rules,
    long maxRowBytes,
    StoreFileOptions files,
    BlockCaching caching,
    long readAheadAfterBytes,
    CompactionRules compaction) {}
