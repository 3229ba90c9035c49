/**
 * Leases limit how long an open scan may pin what it reads: memstores, blocks and store files that
 * a compaction has replaced.
 *
 * <p>Enters: scans of the fast door, each with a {@link io.rowandb.client.lease.ScanLease}. Leaves:
 * scans that were idle for longer than {@code hbase.client.scanner.timeout.period}, and scans that
 * their program has forgotten, are released; such a scan continues after its last row when it is
 * used again. The complete door keeps its own scanners and uses the same {@link
 * io.rowandb.client.lease.Sweeps}. Sweeps run in one daemon thread of the process, which ends when
 * nothing is open. Nothing here outlives a crash.
 *
 * <p>Read {@link io.rowandb.client.lease.ScanLease} first.
 */
package io.rowandb.client.lease;
