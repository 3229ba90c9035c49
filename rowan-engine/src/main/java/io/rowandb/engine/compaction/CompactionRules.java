package io.rowandb.engine.compaction;

/**
 * How the files of a family are merged.
 *
 * @param settings the numbers
 * @param policy which files, by these numbers
 */
public record CompactionRules(CompactionSettings settings, CompactionPolicy policy) {}
