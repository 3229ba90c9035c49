package io.rowandb.engine.compaction;

/**
 * How the files of a family are merged.
 *
 * @param settings the numbers
 * @param policy chooses the files by these numbers
 * @param dropsExpired hbase.store.delete.expired.storefile: whether a file is deleted at once when
 *     the TTL of all its cells has passed
 * @param growth rowan.compaction.growth and rowan.compaction.growth.free: how much more may be
 *     written than was read
 * @param hiddenCells rowan.compaction.hidden.cells: so many cells more than there are to rewrite do
 *     reads step over, since deletions hide them, before the family is rid of them; 0 for never
 */
public record CompactionRules(
    CompactionSettings settings,
    CompactionPolicy policy,
    boolean dropsExpired,
    GrowthLimit growth,
    long hiddenCells) {}
