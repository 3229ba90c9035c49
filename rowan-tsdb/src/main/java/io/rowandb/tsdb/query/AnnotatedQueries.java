package io.rowandb.tsdb.query;

import io.rowandb.tsdb.aggregate.Samples;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.SeriesPoints;
import io.rowandb.tsdb.store.StoredObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * As {@link Queries}, with the annotations of the series. Those of series without points make no
 * numbers: they come with the group that their series would be in. Used by any number of threads.
 */
public final class AnnotatedQueries {
  private final PointStore store;

  /** About the points of a store. */
  public AnnotatedQueries(PointStore store) {
    this.store = store;
  }

  /**
   * As {@link Queries#answer(MetricQuery, ReadLimits)}; groups without numbers are the last.
   *
   * @param wanted which annotations of the hours that are read: their JSON says of when they are,
   *     as their columns do not always
   */
  public List<AnnotatedAnswer> answer(
      MetricQuery query, ReadLimits limits, Predicate<StoredObject> wanted) throws IOException {
    ReadHours hours = ReadHours.of(query);
    QueryClock clock = new QueryClock(limits.maxTime());
    List<SeriesPoints> read =
        store.read(query.range(hours.fromMillis(), hours.toMillis() - 1), limits);
    List<Queries.Sampled> series = new ArrayList<>(read.size());
    Map<String, List<StoredObject>> notes = new LinkedHashMap<>();
    List<SeriesPoints> noted = new ArrayList<>();
    for (SeriesPoints each : read) {
      List<StoredObject> within = each.annotations().stream().filter(wanted).toList();
      if (each.points().size() > 0) {
        notes.put(each.id().toString(), within);
        series.add(new Queries.Sampled(each.series(), each.id(), Queries.samples(each.points())));
      } else if (!within.isEmpty()) {
        noted.add(new SeriesPoints(each.series(), each.points(), within, each.id()));
      }
    }
    Groups groups = new Groups(query);
    for (GroupAnswer each : Queries.answer(query, hours, series, clock)) {
      List<StoredObject> of = new ArrayList<>();
      each.tsuids().forEach(tsuid -> of.addAll(notes.get(tsuid)));
      groups.add(each, of);
    }
    for (SeriesPoints each : noted) {
      groups.addNoted(each);
    }
    return groups.answers();
  }

  /** Answers by the tags that make groups. */
  private static final class Groups {
    private final MetricQuery query;
    private final Map<Object, GroupAnswer> answers = new LinkedHashMap<>();
    private final Map<Object, List<StoredObject>> annotations = new LinkedHashMap<>();
    private final Map<Object, List<SeriesPoints>> noted = new LinkedHashMap<>();

    Groups(MetricQuery query) {
      this.query = query;
    }

    void add(GroupAnswer answer, List<StoredObject> notes) {
      Object key = Queries.groupOf(query, answer.tags());
      answers.put(key, answer);
      annotations.put(key, new ArrayList<>(notes));
    }

    /** A series with annotations alone. */
    void addNoted(SeriesPoints series) {
      Object key = Queries.groupOf(query, series.series().tags());
      List<StoredObject> of = annotations.computeIfAbsent(key, unseen -> new ArrayList<>());
      of.addAll(series.annotations());
      if (!answers.containsKey(key)) {
        noted.computeIfAbsent(key, unseen -> new ArrayList<>()).add(series);
      }
    }

    private GroupAnswer empty(List<SeriesPoints> group) {
      List<Queries.Sampled> series =
          group.stream()
              .map(each -> new Queries.Sampled(each.series(), each.id(), new Samples()))
              .toList();
      return Queries.described(query.metric(), series, new Samples());
    }

    List<AnnotatedAnswer> answers() {
      List<AnnotatedAnswer> all = new ArrayList<>();
      noted.forEach((key, group) -> answers.put(key, empty(group)));
      answers.forEach(
          (key, answer) -> {
            List<StoredObject> of = annotations.get(key);
            of.sort(Comparator.comparing(StoredObject::time));
            all.add(new AnnotatedAnswer(answer, of));
          });
      return all;
    }
  }
}
