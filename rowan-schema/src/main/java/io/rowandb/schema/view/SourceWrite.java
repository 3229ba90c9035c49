package io.rowandb.schema.view;

/**
 * What views are to follow.
 *
 * @param row of the source
 * @param record what it has now, as views see it; null for nothing
 * @param mark of the write
 */
record SourceWrite<R>(byte[] row, R record, ViewMark mark) {}
