package io.rowandb.engine.region;

/**
 * A region's sizes and counts at one moment.
 *
 * @param storeFiles how many store files
 * @param references how many of them have rows of other regions too, since a split
 * @param storeFileBytes their bytes on disk; of a reference the region's share
 * @param memStoreBytes heap bytes of its memstores
 * @param readRequests gets and opened scans since it was opened
 * @param writeRequests applied mutations since it was opened
 * @param lastMajorCompactionMillis when the oldest of its files was last rewritten whole; 0 if
 *     never
 * @param maxSequence sequence id of its newest change on disk
 */
public record RegionStats(
    int storeFiles,
    int references,
    long storeFileBytes,
    long memStoreBytes,
    long readRequests,
    long writeRequests,
    long lastMajorCompactionMillis,
    long maxSequence) {}
