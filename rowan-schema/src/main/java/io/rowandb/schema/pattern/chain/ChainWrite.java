package io.rowandb.schema.pattern.chain;

/**
 * A write of a row that is done, of which views may have to be told.
 *
 * @param row its key
 * @param record that it has now, as far as the writing of it decides; null when it goes
 * @param mark of the write
 */
public record ChainWrite<R>(byte[] row, R record, Mark mark) {}
