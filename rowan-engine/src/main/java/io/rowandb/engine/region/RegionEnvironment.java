package io.rowandb.engine.region;

import io.rowandb.engine.latency.Latencies;
import io.rowandb.engine.store.StoreEnvironment;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the regions of a database share.
 *
 * @param stores the environment of their stores
 * @param log the log to which their writes go first
 * @param rowLocks the locks of their rows
 * @param gate delays their writes when memory is short
 * @param purges asked for what their reads step over
 * @param openScanners counts their open scanners
 * @param latencies times their operations
 * @param flushRule when they are flushed because of their size
 * @param maxCellBytes the largest cell, 0 for no limit
 * @param timestampSlopMillis how far in the future a timestamp may lie, Long.MAX_VALUE for any
 * @param isReadOnly whether every write is refused
 */
public record RegionEnvironment(
    StoreEnvironment stores,
    RegionLog log,
    RowLocks rowLocks,
    WriteGate gate,
    PurgeRequests purges,
    LongAdder openScanners,
    Latencies latencies,
    FlushRule flushRule,
    int maxCellBytes,
    long timestampSlopMillis,
    boolean isReadOnly) {

  /** The same with what a table says for itself. */
  public RegionEnvironment with(FlushRule rule, int cellBytes, boolean readOnly) {
    return new RegionEnvironment(
        stores,
        log,
        rowLocks,
        gate,
        purges,
        openScanners,
        latencies,
        rule,
        cellBytes,
        timestampSlopMillis,
        readOnly);
  }
}
