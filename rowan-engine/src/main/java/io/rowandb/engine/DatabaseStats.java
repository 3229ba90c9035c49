package io.rowandb.engine;

import io.rowandb.engine.store.FileSelections;

/**
 * Sizes and counts of a whole database at one moment.
 *
 * @param openMillis how long opening took, recovery included
 * @param schemaMillis time spent since then on changes of namespaces and tables
 * @param recoveredEntries entries of the log that were read again when it was opened
 * @param tornBytes bytes of log and manifest that a crash had left half written
 * @param orphanFiles files that a crash had left unlisted, deleted when it was opened
 * @param memStoreBytes heap bytes of all memstores
 * @param storeFiles store files of all tables
 * @param storeFileBytes their bytes
 * @param logBytes bytes of the log's files
 * @param blockCacheBytes bytes in the block cache
 * @param blockCacheHits reads served by it
 * @param blockCacheMisses reads that went to a file
 * @param fileSelections which store files reads opened, and why they left out the others
 * @param flushes finished flushes
 * @param compactions finished compactions
 * @param splits regions that were split without being asked for
 * @param writeStallMillis time writers waited for memory or files
 * @param logBytesWritten bytes appended to the log since opening
 * @param fileBytesWritten bytes of store files written since opening
 * @param backgroundFailures failed flushes, compactions and file deletions; each was logged
 * @param lastBackgroundFailure the last of them in words, or null
 */
public record DatabaseStats(
    long openMillis,
    long schemaMillis,
    long recoveredEntries,
    long tornBytes,
    int orphanFiles,
    long memStoreBytes,
    int storeFiles,
    long storeFileBytes,
    long logBytes,
    long blockCacheBytes,
    long blockCacheHits,
    long blockCacheMisses,
    FileSelections.Counts fileSelections,
    long flushes,
    long compactions,
    long splits,
    long writeStallMillis,
    long logBytesWritten,
    long fileBytesWritten,
    long backgroundFailures,
    String lastBackgroundFailure) {}
