package io.rowandb.bench.points;

import io.rowandb.client.Rowan;
import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.aggregate.Samples;
import io.rowandb.tsdb.query.MetricQuery;
import io.rowandb.tsdb.query.MetricQueryText;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.text.MadeUpPoints;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * Writes the same points in each form, one form after the other, and asks the same question of
 * them: the sum of all series, by the hour. The answers must be equal.
 */
public final class PointCosts {
  private static final int HOSTS = 100;
  private static final long START_SECONDS = 1_309_687_200;
  private static final int BATCH = 10_000;
  private static final long POLL_MILLIS = 20;

  private final Path directory;
  private final long count;
  private final int asked;

  /**
   * In an empty directory.
   *
   * @param count of points
   * @param asked how often the question is asked of each form; half as often before, to warm up
   */
  public PointCosts(Path directory, long count, int asked) {
    this.directory = directory;
    this.count = count;
    this.asked = asked;
  }

  /**
   * The table: a line for each form.
   *
   * @throws IllegalStateException when two forms give different answers
   */
  public List<List<String>> table() throws IOException {
    List<List<String>> lines = new ArrayList<>();
    lines.add(
        List.of("form", "points/s written", "bytes a point", "ms of the question (least .. most)"));
    Samples expected = null;
    try (Connection connection =
        ConnectionFactory.createConnection(Rowan.configuration(directory.toString()))) {
      for (PointForm form :
          List.of(
              new RowEach(connection),
              new HourRows(connection, metric(), HourRows.Columns.SINGLE),
              new HourRows(connection, metric(), HourRows.Columns.COMPACTED),
              new HourRows(connection, metric(), HourRows.Columns.PACKED))) {
        double seconds = write(form);
        long bytes = settle(connection, form);
        Samples answer = form.ask(query());
        if (expected != null && !expected.equals(answer)) {
          throw new IllegalStateException(
              form.label() + " answers " + answer + ", and another form " + expected);
        }
        expected = answer;
        lines.add(
            List.of(
                form.label(),
                String.format(Locale.ROOT, "%,.0f", count / seconds),
                String.format(Locale.ROOT, "%.1f", bytes / (double) count),
                times(form)));
      }
    }
    return lines;
  }

  private MadeUpPoints points() {
    return new MadeUpPoints(1, HOSTS, START_SECONDS, 1, count);
  }

  private String metric() {
    return points().points().findFirst().orElseThrow().series().metric();
  }

  private MetricQuery query() {
    long from = START_SECONDS * 1000;
    return MetricQueryText.parse(
        "sum:1h-sum:" + metric(), new Range(from, from + count / HOSTS * 1000), ZoneOffset.UTC);
  }

  private double write(PointForm form) throws IOException {
    long nanos = 0;
    List<DataPoint> batch = new ArrayList<>(BATCH);
    Iterator<DataPoint> all = points().points().iterator();
    while (all.hasNext()) {
      batch.add(all.next());
      if (batch.size() == BATCH || !all.hasNext()) {
        long began = System.nanoTime();
        form.write(batch);
        nanos += System.nanoTime() - began;
        batch.clear();
      }
    }
    long began = System.nanoTime();
    form.finish();
    nanos += System.nanoTime() - began;
    return nanos / (double) TimeUnit.SECONDS.toNanos(1);
  }

  /** Writes everything to one file a region, and says how large they are. */
  private long settle(Connection connection, PointForm form) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.flush(form.table());
      admin.majorCompact(form.table());
      while (admin.getCompactionState(form.table()) != CompactionState.NONE) {
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("while files were compacted").initCause(e);
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(each -> isOf(form, each)).mapToLong(each -> each.toFile().length()).sum();
    }
  }

  /** In HBase's layout: the table's directory, a region's, a family's, the file. */
  private static boolean isOf(PointForm form, Path file) {
    int names = file.getNameCount();
    return names > 4
        && Files.isRegularFile(file)
        && file.getName(names - 2).toString().equals(PointForm.FAMILY)
        && file.getName(names - 4).toString().equals(form.table().getQualifierAsString());
  }

  private String times(PointForm form) throws IOException {
    for (int i = 0; i < asked / 2; i++) {
      form.ask(query());
    }
    long[] nanos = new long[asked];
    for (int i = 0; i < asked; i++) {
      long began = System.nanoTime();
      form.ask(query());
      nanos[i] = System.nanoTime() - began;
    }
    double[] millis = LongStream.of(nanos).sorted().mapToDouble(each -> each / 1e6).toArray();
    return String.format(
        Locale.ROOT, "%,.0f (%,.0f .. %,.0f)", millis[asked / 2], millis[0], millis[asked - 1]);
  }
}
