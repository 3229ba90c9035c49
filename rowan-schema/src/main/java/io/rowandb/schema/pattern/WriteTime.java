package io.rowandb.schema.pattern;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;

/**
 * How long a write has taken. Other clients rely on this: when its entries are a grace old, a row
 * either exists or will never exist. So a writer checks the clock before it sends the row, and has
 * half the grace until then; the other half is for that call, which HBase's client gives up long
 * before.
 *
 * <p>The time is the larger of those measured by two clocks, that of the settings and the
 * processor's: the first may be set back, the second stands still while a computer sleeps.
 * Immutable.
 */
final class WriteTime {
  // Fixed at construction.
  private final TableName table;
  private final IndexSettings settings;
  private final boolean isBounded;
  private final long startMillis;
  private final long startNanos = System.nanoTime();

  /**
   * Begins now.
   *
   * @param isBounded whether there are entries that others judge by their age
   */
  WriteTime(TableName table, IndexSettings settings, boolean isBounded) {
    this.table = table;
    this.settings = settings;
    this.isBounded = isBounded;
    startMillis = settings.nowMillis();
  }

  /** Just before the rows are sent. */
  void check() throws LateWriteException {
    if (isBounded && isLate()) {
      throw new LateWriteException(table, taken(), settings.grace());
    }
  }

  /** Whether it has taken longer than others may rely on. */
  boolean isLate() {
    return settings.isLate(taken());
  }

  private Duration taken() {
    long clockMillis = settings.nowMillis() - startMillis;
    long processorMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    return Duration.ofMillis(Math.max(clockMillis, processorMillis));
  }

  /** The same as a step of a write that no thread waits for. */
  CompletableFuture<Void> checked() {
    try {
      check();
      return CompletableFuture.completedFuture(null);
    } catch (LateWriteException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
