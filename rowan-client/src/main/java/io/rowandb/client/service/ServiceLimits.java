package io.rowandb.client.service;

import io.rowandb.client.conf.CheckedKeys;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;

/**
 * Limits on what services keep and return.
 *
 * @param scannerLeaseMillis hbase.client.scanner.timeout.period: a scanner not asked for this long
 *     may be closed; 60 s
 * @param maxResultBytes hbase.server.scanner.max.result.size: most bytes of one answer of a scan;
 *     100 MB; 0 or less for no bound
 * @param maxOpenScanners rowan.scanner.max.open: scanners kept open; one more closes the least
 *     recently used, and its client reopens it at the same position. 10,000: each pins a few kB,
 *     and no program of one process was seen to hold more than hundreds
 * @param snapshotTtlSeconds hbase.master.snapshot.ttl: how long snapshots are kept if their request
 *     does not say; 0 means forever
 * @param nonceMillis hbase.server.hashNonce.gracePeriod: how long an increment or append is
 *     remembered, so that it is not applied twice; 30 min
 * @param maxNonces rowan.nonces.max: at most this many are remembered. 100,000: each takes some 150
 *     bytes, and a client repeats a call within seconds, in which it makes a few hundred
 * @param quotas hbase.quota.enabled: whether quotas can be set; true, unlike HBase's
 * @param scanMillis how long one call of a scan may work before it answers with what it has and a
 *     heartbeat: as in HBase, half of the lesser of hbase.client.scanner.timeout.period and
 *     hbase.rpc.timeout, at least hbase.region.server.rpc.minimum.scan.time.limit.delta
 * @param callMillis hbase.rpc.timeout: how long a filter may work on one row in a call; 60 s, 0 for
 *     no limit
 * @param cellsPerHeartbeatCheck hbase.cells.scanned.per.heartbeat.check: how many cells a scan
 *     looks at before it checks {@code scanMillis} again; 10,000
 * @param multiRowMutations whether hbase.coprocessor.region.classes or
 *     hbase.coprocessor.user.region.classes names MultiRowMutationEndpoint, so that every table has
 *     it
 * @param verifyBulkLoads hbase.hstore.bulkload.verify: whether each file of a bulk load is read to
 *     its end first; false
 */
public record ServiceLimits(
    long scannerLeaseMillis,
    long maxResultBytes,
    int maxOpenScanners,
    long snapshotTtlSeconds,
    long nonceMillis,
    int maxNonces,
    boolean quotas,
    long scanMillis,
    long callMillis,
    long cellsPerHeartbeatCheck,
    boolean multiRowMutations,
    boolean verifyBulkLoads) {
  /**
   * HBase's keys and defaults.
   *
   * @throws IllegalArgumentException names the key with the invalid value, and the rule
   */
  public static ServiceLimits of(Configuration conf) {
    CheckedKeys keys = new CheckedKeys(conf);
    return new ServiceLimits(
        leaseMillis(keys),
        maxResultBytes(keys),
        (int) keys.number("rowan.scanner.max.open", 1, Integer.MAX_VALUE, 10_000),
        anyNumber(
            keys, HConstants.DEFAULT_SNAPSHOT_TTL_CONFIG_KEY, HConstants.DEFAULT_SNAPSHOT_TTL),
        anyNumber(keys, "hbase.server.hashNonce.gracePeriod", 30 * 60 * 1000L),
        (int) keys.number("rowan.nonces.max", 0, Integer.MAX_VALUE, 100_000),
        keys.flag("hbase.quota.enabled", true),
        scanMillis(keys),
        callMillis(keys),
        Math.max(1, anyNumber(keys, "hbase.cells.scanned.per.heartbeat.check", 10_000)),
        namesMultiRowMutations(conf),
        keys.flag("hbase.hstore.bulkload.verify", false));
  }

  /** One of which HBase takes every number, though some mean the same. */
  private static long anyNumber(CheckedKeys keys, String key, long absent) {
    return keys.number(key, Long.MIN_VALUE, Long.MAX_VALUE, absent);
  }

  private static long leaseMillis(CheckedKeys keys) {
    return anyNumber(
        keys,
        HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD,
        HConstants.DEFAULT_HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD);
  }

  private static long maxResultBytes(CheckedKeys keys) {
    long bytes =
        anyNumber(
            keys,
            HConstants.HBASE_SERVER_SCANNER_MAX_RESULT_SIZE_KEY,
            HConstants.DEFAULT_HBASE_SERVER_SCANNER_MAX_RESULT_SIZE);
    return bytes > 0 ? bytes : Long.MAX_VALUE;
  }

  private static long scanMillis(CheckedKeys keys) {
    long least = anyNumber(keys, "hbase.region.server.rpc.minimum.scan.time.limit.delta", 10);
    return Math.max(Math.min(leaseMillis(keys), callMillis(keys)) / 2, least);
  }

  private static long callMillis(CheckedKeys keys) {
    return anyNumber(keys, HConstants.HBASE_RPC_TIMEOUT_KEY, HConstants.DEFAULT_HBASE_RPC_TIMEOUT);
  }

  private static boolean namesMultiRowMutations(Configuration conf) {
    return Stream.of("hbase.coprocessor.region.classes", "hbase.coprocessor.user.region.classes")
        .flatMap(key -> conf.getTrimmedStringCollection(key).stream())
        .anyMatch(Coprocessors.MULTI_ROW_MUTATION::equals);
  }
}
