package io.rowandb.engine.compaction;

/**
 * What a policy knows about a store file.
 *
 * @param name the file's name; only a label, and the seed of the jitter
 * @param bytes its length
 * @param createdMillis when it was written
 * @param minTimestamp the least timestamp in it
 * @param maxTimestamp the greatest timestamp in it
 * @param majorCompaction whether it was written from all files of its store
 * @param reference whether it also has rows of other regions, after a split
 * @param keptFromMinor whether its creator excluded it from minor compactions
 */
public record StoreFileSummary(
    String name,
    long bytes,
    long createdMillis,
    long minTimestamp,
    long maxTimestamp,
    boolean majorCompaction,
    boolean reference,
    boolean keptFromMinor) {}
