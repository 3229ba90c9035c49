package io.rowandb.tsdb.kept;

import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.store.PointStoreOptions;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Removes the marks of a metric whose points and rollups are removed: from {@link #begin} on its
 * hours are answered from points, and nobody makes their rollups. After a death they still are,
 * until another removal of the metric ends. Used by one thread, once.
 */
public final class KeptRemoval {
  private final HourMarks marks;
  private final byte[] metric;
  private final long writer = UUID.randomUUID().getMostSignificantBits();

  private KeptRemoval(HourMarks marks, byte[] metric) {
    this.marks = marks;
    this.metric = metric;
  }

  /**
   * Of a metric, if rollups are kept of the points of these options.
   *
   * @param metric its UID
   */
  public static Optional<KeptRemoval> of(
      Connection connection, PointStoreOptions options, byte[] metric) throws IOException {
    return KeptRollups.areKept(connection, options.tables())
        ? Optional.of(
            new KeptRemoval(
                new HourMarks(connection, KeptRollups.marks(options.tables()), options.layout()),
                metric))
        : Optional.empty();
  }

  /** Before the first point or rollup is removed. */
  public void begin() throws IOException {
    marks.begin(rows(), writer, System.currentTimeMillis());
  }

  /**
   * After the last one is: takes the marks away, but of those who wrote since.
   *
   * @param untilMillis until when what was written is removed; after {@link #begin}
   */
  public void end(long untilMillis) throws IOException {
    marks.remove(rows(), writer, untilMillis);
  }

  private List<byte[]> rows() throws IOException {
    return marks.read(metric, 0, PointTime.MAX_SECONDS).keySet().stream()
        .map(hour -> marks.row(metric, hour))
        .toList();
  }
}
