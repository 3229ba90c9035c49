package io.rowandb.engine;

/**
 * What a bulk load did, and where the time went.
 *
 * @param files that were loaded
 * @param links names that they got, one for each region that has rows of a file
 * @param bytes of the files
 * @param verifyNanos reading them, when that was asked for
 * @param stageNanos linking, or copying, them onto the disk of the database
 * @param loadNanos putting them into the regions; only this holds up flushes and other changes of
 *     tables
 */
public record BulkLoadSummary(
    int files, int links, long bytes, long verifyNanos, long stageNanos, long loadNanos) {}
