package io.rowandb.client.filter;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.HConstants;

/**
 * How long filters may work on a row. Immutable.
 *
 * @param millis {@value HConstants#HBASE_RPC_TIMEOUT_KEY}: the time after which a client of a
 *     cluster would also have given up; 0 or less for no limit
 * @param storeClosed whether the store is closed, in which case every filter stops
 * @param nanoTime a monotonic clock
 */
public record FilterLimit(long millis, BooleanSupplier storeClosed, LongSupplier nanoTime) {
  /** For reads of our own, whose filters are. */
  public static final FilterLimit NONE = new FilterLimit(0, () -> false, System::nanoTime);

  /** By the clock of the virtual machine. */
  public static FilterLimit of(long millis, BooleanSupplier storeClosed) {
    return new FilterLimit(millis, storeClosed, System::nanoTime);
  }
}
