package io.rowandb.engine.load;

/**
 * What a bulk load did, and where the time went.
 *
 * @param files that were loaded
 * @param links the links made for them, one for each region that has rows of a file
 * @param bytes of the files
 * @param verifyNanos time to read them, if that was requested
 * @param stageNanos time to link or copy them onto the disk of the database
 * @param loadNanos time to add them to the regions; only this delays flushes and other changes of
 *     tables
 */
public record BulkLoadSummary(
    int files, int links, long bytes, long verifyNanos, long stageNanos, long loadNanos) {}
