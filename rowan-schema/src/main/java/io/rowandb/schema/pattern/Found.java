package io.rowandb.schema.pattern;

/**
 * A record and where it was.
 *
 * @param range the number of its range in the plan
 * @param row its row key
 */
record Found<R>(R record, int range, byte[] row) {}
