package io.rowandb.tsdb.query;

import io.rowandb.tsdb.aggregate.Samples;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.query.Queries.Sampled;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.ReadBudget;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * What is gathered of the intervals of each series for a question. Used by one thread.
 *
 * @param <N> of an interval
 */
final class Gathered<N> {
  private final long intervalMillis;
  private final Supplier<N> none;
  private final Map<SeriesId, SortedMap<Long, N>> bySeries = new TreeMap<>();

  /**
   * Of nothing yet.
   *
   * @param none of an interval without numbers
   */
  Gathered(long intervalMillis, Supplier<N> none) {
    this.intervalMillis = intervalMillis;
    this.none = none;
  }

  /** That of the interval in which a time lies. */
  N at(SeriesId series, long millis) {
    return bySeries
        .computeIfAbsent(series, unseen -> new TreeMap<>())
        .computeIfAbsent(millis - millis % intervalMillis, unseen -> none.get());
  }

  /** All that was gathered. */
  Stream<N> all() {
    return bySeries.values().stream().flatMap(each -> each.values().stream());
  }

  /** A number of each interval, and the names of the series. */
  List<Sampled> sampled(PointStore store, ToDoubleFunction<N> number, ReadBudget budget)
      throws IOException {
    List<Sampled> series = new ArrayList<>();
    for (Map.Entry<SeriesId, SortedMap<Long, N>> each : bySeries.entrySet()) {
      budget.checkTime(); // names may be read
      Samples samples = new Samples(each.getValue().size());
      each.getValue().forEach((time, of) -> samples.add(time, number.applyAsDouble(of)));
      series.add(new Sampled(store.named(each.getKey().toString()), each.getKey(), samples));
    }
    return series;
  }
}
