package io.rowandb.schema.pattern.chain;

/**
 * A completed write of a row, of which views may have to be notified.
 *
 * @param row its key
 * @param record its current record, as far as the write determines it; null if the row is deleted
 * @param mark of the write
 */
public record ChainWrite<R>(byte[] row, R record, Mark mark) {}
