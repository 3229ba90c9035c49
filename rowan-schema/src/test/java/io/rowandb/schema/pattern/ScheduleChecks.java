package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.pattern.schedule.Album;
import io.rowandb.schema.pattern.schedule.Shape;
import io.rowandb.schema.pattern.schedule.Shown;
import io.rowandb.schema.pattern.schedule.Thing;
import io.rowandb.schema.pattern.schedule.Writes;
import io.rowandb.schema.view.View;
import io.rowandb.schema.view.ViewCounts;
import io.rowandb.schema.view.ViewedTable;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Connection;

/**
 * What must hold of what a schedule left, as a client sees it that reads when nobody writes. Used
 * by one thread.
 *
 * @param views of the table, null when it has none
 * @param shown what the view shows, null when there is none
 */
record ScheduleChecks<R>(
    Shape<R> shape, RecordTable<R> records, ViewedTable<R> views, RecordTable<Shown> shown)
    implements AutoCloseable {
  static <R> ScheduleChecks<R> of(
      Shape<R> shape, Connection connection, Clock clock, Duration grace) throws IOException {
    IndexSettings settings = new IndexSettings(clock, grace);
    RecordTable<R> records = RecordTable.open(connection, shape.design(), settings);
    if (shape.view().isEmpty()) {
      return new ScheduleChecks<>(shape, records, null, null);
    }
    View<R, Shown> view = shape.view().get();
    return new ScheduleChecks<>(
        shape,
        records,
        ViewedTable.open(connection, clock, settings, shape.design(), List.of(view)),
        RecordTable.open(connection, view.target(), settings));
  }

  private List<R> all(long run) throws IOException {
    return records.where(shape.run()).is(run).list();
  }

  /**
   * Records are what was acknowledged, and all indexes agree with them.
   *
   * @param hasOlder whether an older program wrote
   */
  void check(long run, Writes writes, int step, boolean hasOlder, Object what) throws IOException {
    List<R> all = all(run);
    for (int id = 0; id < Schedule.IDS; id++) {
      int each = id;
      Thing found =
          all.stream()
              .map(shape.thing())
              .filter(thing -> thing.id() == each)
              .findFirst()
              .orElse(null);
      assertThat(writes.mayHold(id, found, step)).as("%s: %s is %s", what, id, found).isTrue();
    }
    for (R each : all) {
      if (each instanceof Album album) {
        assertThat(writes.mayHaveLines(album.thing(), album.lines()))
            .as("%s: %s", what, album)
            .isTrue();
        assertThat(writes.mayHaveNote(album.thing(), album.note(), hasOlder))
            .as("%s: note of %s", what, album)
            .isTrue();
      }
    }
    if (shape.isMarked()) {
      assertThat(all.stream().map(shape.name()::of).distinct())
          .as("%s: names of %s", what, all)
          .hasSameSizeAs(all);
    }
    for (String index : List.of("byName", "byColor")) {
      RecordQuery<R> every = records.where(shape.run()).is(run);
      assertThat(every.through(index).list())
          .as("%s: by %s", what, index)
          .containsExactlyInAnyOrderElementsOf(all);
      if (shape.hasCopies()) {
        assertThat(every.copied(index).list())
            .as("%s: copies of %s", what, index)
            .containsExactlyInAnyOrderElementsOf(all);
      }
    }
  }

  /** The indexes agree with the records when they are asked for one value after the other. */
  void checkValues(long run, Object what) throws IOException {
    List<R> all = all(run);
    for (String color : Schedule.COLORS) {
      List<R> expected = all.stream().filter(each -> shape.color().of(each).equals(color)).toList();
      RecordQuery<R> query = records.where(shape.run()).is(run).where(shape.color()).is(color);
      checkValue(query, "byColor", expected, what);
    }
    for (String name : Schedule.NAMES) {
      List<R> expected = all.stream().filter(each -> shape.name().of(each).equals(name)).toList();
      RecordQuery<R> query = records.where(shape.run()).is(run).where(shape.name()).is(name);
      checkValue(query, "byName", expected, what);
    }
  }

  private void checkValue(RecordQuery<R> query, String index, List<R> expected, Object what)
      throws IOException {
    assertThat(query.through(index).list()).as("%s: by %s", what, index).isEqualTo(expected);
    if (shape.hasCopies()) {
      assertThat(query.copied(index).list())
          .as("%s: copies of %s", what, index)
          .isEqualTo(expected);
    }
  }

  /** After a repair nothing is left to be repaired, but young entries that no record has. */
  void checkRepaired(Object what) throws IOException {
    List<String> indexes = List.of("byName", "byColor");
    records.repairIndexes(indexes);
    for (Map.Entry<String, IndexReport> each : records.verifyIndexes(indexes).entrySet()) {
      IndexReport report = each.getValue();
      assertThat(report.missing()).as("%s: %s repaired: %s", what, each.getKey(), report).isZero();
      assertThat(report.copies())
          .as("%s: copies of %s repaired", what, each.getKey())
          .isEqualTo(IndexReport.Copies.RIGHT);
    }
  }

  /** The view shows the records. */
  void checkView(long run, Object what) throws IOException {
    if (views != null) {
      List<Shown> expected =
          all(run).stream()
              .map(shape.thing())
              .map(Shown::of)
              .sorted(Comparator.comparing(Shown::color).thenComparing(Shown::id))
              .toList();
      assertThat(shown.where(Shown::run).is(run).list()).as("%s: view", what).isEqualTo(expected);
    }
  }

  /**
   * Ends what the dead left, of all schedules of the table; then all views are right.
   *
   * @param isOlder whether the view lacks rows of records that were there before it
   */
  void repairViews(boolean isOlder, Object what) throws IOException {
    if (views != null) {
      views.repair(Duration.ZERO);
      if (isOlder) {
        views.rebuild();
      }
      assertThat(views.verify()).as("%s: views", what).allMatch(ViewCounts::isClean);
    }
  }

  void put(Thing thing) throws IOException {
    R written = shape.of().apply(thing);
    if (views == null) {
      records.put(written);
    } else {
      views.put(written);
    }
  }

  @Override
  public void close() throws IOException {
    records.close();
    if (views != null) {
      views.close();
      shown.close();
    }
  }
}
