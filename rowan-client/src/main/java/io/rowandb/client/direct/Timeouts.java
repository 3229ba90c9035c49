package io.rowandb.client.direct;

/**
 * A table's timeouts. The timeout of operations limits their retries. The others are kept and
 * returned but never applied, since no call leaves the process.
 *
 * @param operationMillis of a whole operation
 * @param rpcMillis of a call
 * @param readMillis of a reading call
 * @param writeMillis of a writing call
 */
record Timeouts(int operationMillis, int rpcMillis, int readMillis, int writeMillis) {}
