package io.rowandb.engine.region;

/**
 * A region's sizes and counts at one moment.
 *
 * @param storeFiles how many store files
 * @param references how many of them have rows of other regions too, since a split
 * @param storeFileBytes their bytes on disk; of a reference the region's share
 * @param uncompressedBytes bytes of their blocks before compression
 * @param rootIndexBytes memory that the roots of their indexes take
 * @param indexBytes bytes of all blocks of their indexes
 * @param bloomBytes bytes of their Bloom filters
 * @param memStoreBytes heap bytes of its memstores
 * @param readRequests gets, and rows that scans asked for, since it was opened
 * @param filteredRows rows that a filter kept from being returned
 * @param writeRequests applied mutations since it was opened
 * @param lastMajorCompactionMillis when the oldest of its files was last rewritten whole; 0 if
 *     never
 * @param maxSequence sequence id of its newest change on disk
 */
public record RegionStats(
    int storeFiles,
    int references,
    long storeFileBytes,
    long uncompressedBytes,
    long rootIndexBytes,
    long indexBytes,
    long bloomBytes,
    long memStoreBytes,
    long readRequests,
    long filteredRows,
    long writeRequests,
    long lastMajorCompactionMillis,
    long maxSequence) {}
