/**
 * Quotas: how many requests, and bytes of them, a table, a namespace or the whole store takes in a
 * unit of time.
 *
 * <p>Enters: the rows of {@code hbase:quota}, in HBase's format, and the requests on regions of
 * limited tables. Leaves: the same requests, or HBase's {@code RpcThrottlingException} with the
 * time after which another try may succeed. Runs in the threads of the callers, by the database's
 * clock. After a crash the quotas are those of the table; what was used of them is forgotten, as on
 * a cluster. Without a quota nothing of this package stands in the way of a request.
 *
 * <p>Read {@link io.rowandb.client.quota.Quotas} first, then {@code RequestThrottle}.
 */
package io.rowandb.client.quota;
