/**
 * How long an open scan may pin what it reads: memstores, blocks and store files that a compaction
 * has replaced.
 *
 * <p>Enters: scans of the fast door, each with a {@link io.rowandb.client.lease.ScanLease}. Leaves:
 * scans that rested for longer than {@code hbase.client.scanner.timeout.period}, and those that
 * their program forgot, are released; the scan that is asked again goes on behind its last row. The
 * complete door keeps its scanners itself and is swept by the same {@link
 * io.rowandb.client.lease.Sweeps}. Sweeps have one daemon thread of the process, which ends when
 * nothing is open. Nothing here outlives a crash.
 *
 * <p>Read {@link io.rowandb.client.lease.ScanLease} first.
 */
package io.rowandb.client.lease;
