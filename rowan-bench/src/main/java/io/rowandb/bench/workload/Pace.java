package io.rowandb.bench.workload;

/**
 * How fast something went.
 *
 * @param perSecond how often in a second of the clock
 * @param processorMicros processor time of the whole process for each, in microseconds
 */
record Pace(double perSecond, double processorMicros) {
  /** Where a measurement began. */
  record Start(long nanos, long processorNanos) {
    static Start now() {
      return new Start(System.nanoTime(), ProcessFigures.processorNanos());
    }

    /** The pace of what happened {@code count} times since then. */
    Pace paceOf(double count) {
      long elapsed = System.nanoTime() - nanos;
      long processor = ProcessFigures.processorNanos() - processorNanos;
      return new Pace(count * 1e9 / elapsed, processor / 1e3 / count);
    }
  }
}
