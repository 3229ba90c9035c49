package io.rowandb.bench.workload;

import java.util.function.ObjDoubleConsumer;

/**
 * The figures of one reading workload.
 *
 * @param perSecond reads per second
 * @param processor processor time per read
 * @param bytes bytes read from files per row; also from sockets, for the peer that uses them
 * @param device those of the bytes that the operating system did not have in memory
 * @param rows rows per read, by which the bytes are divided
 */
record ReadFigures(Metric perSecond, Metric processor, Metric bytes, Metric device, int rows) {
  static final ReadFigures SCAN =
      new ReadFigures(Metric.SCAN, Metric.CPU_SCAN, Metric.BYTES_SCAN, Metric.DEVICE_SCAN, 1);
  static final ReadFigures SHORT_SCAN =
      new ReadFigures(
          Metric.SHORT_SCAN,
          Metric.CPU_SHORT_SCAN,
          Metric.BYTES_SHORT_SCAN,
          Metric.DEVICE_SHORT_SCAN,
          Reads.SHORT_SCAN_ROWS);
  static final ReadFigures GET =
      new ReadFigures(Metric.GET_1, Metric.CPU_GET, Metric.BYTES_GET, Metric.DEVICE_GET, 1);
  static final ReadFigures ABSENT =
      new ReadFigures(
          Metric.ABSENT, Metric.CPU_ABSENT, Metric.BYTES_ABSENT, Metric.DEVICE_ABSENT, 1);
  static final ReadFigures SMALL_CACHE =
      new ReadFigures(
          Metric.SMALL_CACHE,
          Metric.CPU_SMALL_CACHE,
          Metric.BYTES_SMALL_CACHE,
          Metric.DEVICE_SMALL_CACHE,
          1);
  static final ReadFigures SMALL_CACHE_SCAN =
      new ReadFigures(
          Metric.SMALL_CACHE_SCAN,
          Metric.CPU_SMALL_CACHE_SCAN,
          Metric.BYTES_SMALL_CACHE_SCAN,
          Metric.DEVICE_SMALL_CACHE_SCAN,
          1);

  /** Whether one of them is asked for. */
  boolean wantedBy(ChildTask task) {
    return task.wants(perSecond, processor, bytes, device);
  }

  /** Hands out all four. */
  void report(Speed pace, ObjDoubleConsumer<Metric> figures) {
    figures.accept(perSecond, pace.perSecond());
    figures.accept(processor, pace.processorMicros());
    figures.accept(bytes, pace.readBytes() / rows);
    figures.accept(device, pace.deviceBytes() / rows);
  }
}
