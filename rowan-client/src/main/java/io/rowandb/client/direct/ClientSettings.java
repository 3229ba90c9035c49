package io.rowandb.client.direct;

import io.rowandb.client.adapter.Tags;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ConnectionConfiguration;

/**
 * HBase's client settings that have an effect here, read once for a connection. The timeouts of
 * operations and scanners limit their retries. The timeout of calls limits the work of filters. The
 * timeouts of reading and writing calls are kept only because callers read them back: calls inside
 * one process do not time out.
 *
 * @param retries hbase.client.retries.number
 * @param pauseMillis hbase.client.pause: the wait before the first retry
 * @param maxCellBytes hbase.client.keyvalue.maxsize: the largest cell of a put; 0 for no limit
 * @param maxResultBytes hbase.client.scanner.max.result.size: where partial results are cut; at
 *     most {@code maxAnswerBytes}, and equal to it when 0 or less is set
 * @param maxAnswerBytes hbase.server.scanner.max.result.size; none when it is 0 or less
 * @param writeBufferBytes hbase.client.write.buffer
 * @param flushTimeoutMillis hbase.client.write.buffer.periodicflush.timeout.ms; 0 for none
 * @param flushTickMillis hbase.client.write.buffer.periodicflush.timertick.ms
 * @param operationTimeoutMillis hbase.client.operation.timeout
 * @param scannerTimeoutMillis hbase.client.scanner.timeout.period
 * @param rpcTimeoutMillis hbase.rpc.timeout: how long a filter may work on one row in a call
 * @param readTimeoutMillis hbase.rpc.read.timeout
 * @param writeTimeoutMillis hbase.rpc.write.timeout
 * @param tags hbase.client.rpc.codec
 */
record ClientSettings(
    int retries,
    long pauseMillis,
    int maxCellBytes,
    long maxResultBytes,
    long maxAnswerBytes,
    long writeBufferBytes,
    long flushTimeoutMillis,
    long flushTickMillis,
    int operationTimeoutMillis,
    int scannerTimeoutMillis,
    int rpcTimeoutMillis,
    int readTimeoutMillis,
    int writeTimeoutMillis,
    Tags tags) {

  static ClientSettings of(Configuration conf) {
    int rpcTimeout =
        conf.getInt(HConstants.HBASE_RPC_TIMEOUT_KEY, HConstants.DEFAULT_HBASE_RPC_TIMEOUT);
    return new ClientSettings(
        conf.getInt(
            HConstants.HBASE_CLIENT_RETRIES_NUMBER, HConstants.DEFAULT_HBASE_CLIENT_RETRIES_NUMBER),
        conf.getLong(HConstants.HBASE_CLIENT_PAUSE, HConstants.DEFAULT_HBASE_CLIENT_PAUSE),
        conf.getInt(
            ConnectionConfiguration.MAX_KEYVALUE_SIZE_KEY,
            ConnectionConfiguration.MAX_KEYVALUE_SIZE_DEFAULT),
        conf.getLong(
            HConstants.HBASE_CLIENT_SCANNER_MAX_RESULT_SIZE_KEY,
            HConstants.DEFAULT_HBASE_CLIENT_SCANNER_MAX_RESULT_SIZE),
        conf.getLong(
            HConstants.HBASE_SERVER_SCANNER_MAX_RESULT_SIZE_KEY,
            HConstants.DEFAULT_HBASE_SERVER_SCANNER_MAX_RESULT_SIZE),
        conf.getLong(
            ConnectionConfiguration.WRITE_BUFFER_SIZE_KEY,
            ConnectionConfiguration.WRITE_BUFFER_SIZE_DEFAULT),
        conf.getLong(
            ConnectionConfiguration.WRITE_BUFFER_PERIODIC_FLUSH_TIMEOUT_MS,
            ConnectionConfiguration.WRITE_BUFFER_PERIODIC_FLUSH_TIMEOUT_MS_DEFAULT),
        conf.getLong(
            ConnectionConfiguration.WRITE_BUFFER_PERIODIC_FLUSH_TIMERTICK_MS,
            ConnectionConfiguration.WRITE_BUFFER_PERIODIC_FLUSH_TIMERTICK_MS_DEFAULT),
        conf.getInt(
            HConstants.HBASE_CLIENT_OPERATION_TIMEOUT,
            HConstants.DEFAULT_HBASE_CLIENT_OPERATION_TIMEOUT),
        conf.getInt(
            HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD,
            HConstants.DEFAULT_HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD),
        rpcTimeout,
        conf.getInt(HConstants.HBASE_RPC_READ_TIMEOUT_KEY, rpcTimeout),
        conf.getInt(HConstants.HBASE_RPC_WRITE_TIMEOUT_KEY, rpcTimeout),
        Tags.of(conf));
  }

  /**
   * About how many bytes one answer of a server would have.
   *
   * @param wanted by the scan; 0 or less when it does not say
   */
  long answerBytes(long wanted) {
    long asked = wanted > 0 ? wanted : maxResultBytes;
    long most = maxAnswerBytes > 0 ? maxAnswerBytes : Long.MAX_VALUE;
    return asked > 0 ? Math.min(asked, most) : most;
  }
}
