/**
 * Quotas: how many requests, and how many bytes, a table, a namespace or the whole store accepts
 * per unit of time.
 *
 * <p>Enters: the rows of {@code hbase:quota}, in HBase's format, and the requests on regions of
 * limited tables. Leaves: the same requests, or HBase's {@code RpcThrottlingException} with the
 * time after which a retry may succeed. Runs in the threads of the callers and uses the database's
 * clock. After a crash the quotas are those of the table; their use is forgotten, as on a cluster.
 * Without a quota, requests do not pass through this package.
 *
 * <p>Read {@link io.rowandb.client.quota.Quotas} first, then {@code RequestThrottle}.
 */
package io.rowandb.client.quota;
