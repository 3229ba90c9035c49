package io.rowandb.schema.view;

/**
 * What a repair found and did.
 *
 * @param pending rows of the source whose writes had not ended
 * @param finished those of them that were old enough, and were ended
 */
public record RepairCounts(long pending, long finished) {}
