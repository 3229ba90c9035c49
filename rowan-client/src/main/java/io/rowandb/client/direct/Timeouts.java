package io.rowandb.client.direct;

/**
 * A table's timeouts. That of operations bounds their repetitions; the others are kept and given
 * back, never applied, since no call leaves the process.
 *
 * @param operationMillis of a whole operation
 * @param rpcMillis of a call
 * @param readMillis of a reading call
 * @param writeMillis of a writing call
 */
record Timeouts(int operationMillis, int rpcMillis, int readMillis, int writeMillis) {}
