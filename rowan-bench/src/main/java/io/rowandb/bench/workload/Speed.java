package io.rowandb.bench.workload;

import java.io.IOException;

/**
 * How fast something went.
 *
 * @param perSecond operations per second of wall-clock time
 * @param processorMicros processor time of the whole process per operation, in microseconds
 * @param readBytes bytes read from files per operation
 * @param deviceBytes those of the bytes that came from the disk, not from memory
 */
record Speed(double perSecond, double processorMicros, double readBytes, double deviceBytes) {
  /** The same of threads whose own paces come to another sum. */
  Speed withPerSecond(double sum) {
    return new Speed(sum, processorMicros, readBytes, deviceBytes);
  }

  /** Where a measurement began. */
  record Start(long nanos, long processorNanos, long readBytes, long deviceBytes) {
    static Start now() throws IOException {
      long read = ProcessFigures.readBytes();
      long device = ProcessFigures.deviceBytes();
      return new Start(System.nanoTime(), ProcessFigures.processorNanos(), read, device);
    }

    /** The pace of what happened {@code count} times since then. */
    Speed paceOf(double count) throws IOException {
      long elapsed = System.nanoTime() - nanos;
      long processor = ProcessFigures.processorNanos() - processorNanos;
      long read = ProcessFigures.readBytes() - readBytes;
      long device = ProcessFigures.deviceBytes() - deviceBytes;
      return new Speed(
          count * 1e9 / elapsed, processor / 1e3 / count, read / count, device / count);
    }
  }
}
