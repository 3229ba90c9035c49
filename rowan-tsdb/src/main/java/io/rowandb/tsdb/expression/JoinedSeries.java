package io.rowandb.tsdb.expression;

import io.rowandb.tsdb.aggregate.Samples;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A formula of series that go together. */
public final class JoinedSeries {
  private JoinedSeries() {}

  /**
   * A formula of all rows at all times: each row has a number at each time at which any of them has
   * one.
   *
   * @param variables those of the formula, in their order
   * @throws IOException when the work is ended
   */
  public static List<NamedSeries> atAllTimes(
      Formula formula, SeriesJoin join, List<SeriesJoin.Variable> variables, Work work)
      throws IOException {
    List<SeriesJoin.Row> rows = join.rows(variables, work);
    List<NamedSeries> all = new ArrayList<>();
    rows.forEach(row -> Arrays.stream(row.series()).filter(each -> each != null).forEach(all::add));
    long[] times = times(all, work);
    work.makes((long) times.length * rows.size());
    return each(rows, formula, variables, row -> times, work);
  }

  /**
   * A formula of each row at the times of its own series.
   *
   * @param variables those of the formula, in their order
   * @throws IOException when the work is ended
   */
  public static List<NamedSeries> atOwnTimes(
      Formula formula, SeriesJoin join, List<SeriesJoin.Variable> variables, Work work)
      throws IOException {
    return each(
        join.rows(variables, work),
        formula,
        variables,
        row -> {
          List<NamedSeries> own = Arrays.stream(row.series()).filter(each -> each != null).toList();
          work.makes(own.stream().mapToLong(each -> each.numbers().size()).sum());
          return times(own, work);
        },
        work);
  }

  /**
   * Series as they are, each at all times of any of them.
   *
   * @param fill for those at which it has no number
   * @throws IOException when the work is ended
   */
  public static List<NamedSeries> filled(List<NamedSeries> series, double fill, Work work)
      throws IOException {
    long[] times = times(series, work);
    work.makes((long) times.length * series.size());
    List<NamedSeries> made = new ArrayList<>(series.size());
    for (NamedSeries each : series) {
      Samples from = each.numbers();
      Samples to = new Samples(times.length);
      work.did(times.length);
      int at = 0;
      for (long time : times) {
        boolean has = at < from.size() && from.timeMillis(at) == time;
        to.add(time, has ? from.doubleValue(at++) : fill);
      }
      made.add(each.with(to));
    }
    return made;
  }

  private interface Times {
    long[] of(SeriesJoin.Row row) throws IOException;
  }

  /** Ascending, each once. */
  public static long[] times(List<NamedSeries> series, Work work) throws IOException {
    long[] all = new long[16];
    int size = 0;
    for (NamedSeries each : series) {
      Samples numbers = each.numbers();
      work.did(numbers.size());
      if (size + numbers.size() > all.length) {
        size = distinct(all, size);
        all = Arrays.copyOf(all, (int) Math.min(1 << 30, (size + numbers.size()) * 2L));
      }
      for (int i = 0; i < numbers.size(); i++) {
        all[size++] = numbers.timeMillis(i);
      }
    }
    return Arrays.copyOf(all, distinct(all, size));
  }

  private static int distinct(long[] times, int size) {
    Arrays.sort(times, 0, size);
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (i == 0 || times[i] != times[i - 1]) {
        times[kept++] = times[i];
      }
    }
    return kept;
  }

  private static List<NamedSeries> each(
      List<SeriesJoin.Row> rows,
      Formula formula,
      List<SeriesJoin.Variable> variables,
      Times times,
      Work work)
      throws IOException {
    List<NamedSeries> made = new ArrayList<>(rows.size());
    for (SeriesJoin.Row row : rows) {
      Samples numbers = new Samples();
      Cursor[] cursors = new Cursor[variables.size()];
      for (int i = 0; i < cursors.length; i++) {
        cursors[i] = new Cursor(row.series()[i], variables.get(i).fill());
      }
      double[] values = new double[cursors.length];
      for (long time : times.of(row)) {
        for (int i = 0; i < cursors.length; i++) {
          values[i] = cursors[i].at(time);
        }
        work.did(cursors.length + formula.weight());
        numbers.add(time, formula.value(values));
      }
      made.add(row.named().with(numbers));
    }
    return made;
  }

  /** The numbers of a series at ascending times. */
  private static final class Cursor {
    private final Samples numbers;
    private final double fill;
    private int at;

    Cursor(NamedSeries series, double fill) {
      numbers = series == null ? new Samples() : series.numbers();
      this.fill = fill;
    }

    double at(long time) {
      while (at < numbers.size() && numbers.timeMillis(at) < time) {
        at++;
      }
      if (at == numbers.size() || numbers.timeMillis(at) > time) {
        return fill;
      }
      double number = numbers.doubleValue(at);
      return Double.isNaN(number) ? fill : number;
    }
  }
}
