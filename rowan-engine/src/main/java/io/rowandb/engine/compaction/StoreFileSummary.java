package io.rowandb.engine.compaction;

/**
 * What a policy knows of a store file.
 *
 * @param name the file's name; only a label, and the seed of the jitter
 * @param bytes its length
 * @param createdMillis when it was written
 * @param minTimestamp the least timestamp in it
 * @param maxTimestamp the greatest timestamp in it
 * @param majorCompaction whether it was written from all files of its store
 * @param reference whether it has rows of other regions too, since a split
 * @param keptFromMinor whether a major compaction only is to merge it, as who made it wished
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
