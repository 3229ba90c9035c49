package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.index.IndexReader;
import io.rowandb.tsdb.index.TagIndex;
import io.rowandb.tsdb.uid.NoSuchNameException;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.roaringbitmap.RoaringBitmap;

/**
 * Chooses the series of a question by the index of tags, if that is cheaper than to pass over all
 * rows. The index finds at least all wanted series; those that it should not find are left out by
 * their UIDs and names, as rows are. Used by one thread, once.
 */
final class IndexChoice {
  /** Below so many rows it is not asked: its own rows are looked for too. */
  private static final int FEW_ROWS = 1_000;

  /** Their keys are in memory, and an hour of them is one request. */
  private static final int MAX_SERIES = 10_000;

  /** Of a tag that is looked at by name. */
  private static final int MAX_VALUES = 100_000;

  private final TagIndex index;
  private final Uids uids;
  private final PointKeyLayout layout;
  private final SeriesFilter filter;
  private final ReadBudget budget;
  private final long hours;

  /**
   * What is chosen.
   *
   * @param series by their UIDs, if they are read by their keys
   */
  record Chosen(ReadPlan way, Set<SeriesId> series) {
    private static Chosen scan(String reason) {
      return new Chosen(ReadPlan.scan(reason), Set.of());
    }

    private static Chosen scan(String reason, long rows) {
      return new Chosen(ReadPlan.scan(reason, rows), Set.of());
    }
  }

  /**
   * For a question.
   *
   * @param hours of how many hours it is
   */
  IndexChoice(
      TagIndex index,
      Uids uids,
      PointKeyLayout layout,
      SeriesFilter filter,
      ReadBudget budget,
      long hours) {
    this.index = index;
    this.uids = uids;
    this.layout = layout;
    this.filter = filter;
    this.budget = budget;
    this.hours = hours;
  }

  /**
   * Of the series of a metric.
   *
   * @param metric its UID
   */
  Chosen of(byte[] metric) throws IOException {
    boolean chooses =
        !filter.isNone()
            && (filter.isByName() || filter.tags().stream().anyMatch(IndexChoice::hasValues));
    if (!chooses) {
      return Chosen.scan("no filter chooses values of a tag");
    }
    Optional<IndexReader> reader = index.reader(this::took);
    if (reader.isEmpty()) {
      return Chosen.scan("there is no index of tags that is ready");
    }
    try (IndexReader ready = reader.get()) {
      Chosen chosen = of(metric, ready);
      return ready.holds() ? chosen : Chosen.scan("the index of tags was dropped meanwhile");
    } catch (TableNotFoundException | TableNotEnabledException e) {
      return Chosen.scan("the index of tags was dropped meanwhile");
    }
  }

  private void took(Result row) throws IOException {
    budget.took(row);
    budget.checkTime();
  }

  private static boolean hasValues(TagRegexp.WantedTag tag) {
    return !tag.values().isEmpty();
  }

  private Chosen of(byte[] metric, IndexReader reader) throws IOException {
    long rows = Math.multiplyExact(hours, reader.seriesOf(metric));
    if (rows < FEW_ROWS) {
      return Chosen.scan("there are few rows", rows);
    }
    Optional<RoaringBitmap> numbers = byValues(metric, reader);
    if (numbers.isEmpty()) {
      numbers = byNames(metric, reader, rows);
    }
    if (numbers.isEmpty()) {
      return Chosen.scan("the names to look at are too many", rows);
    }
    int found = numbers.get().getCardinality();
    if (found > MAX_SERIES || isDearer(found, rows)) {
      return new Chosen(way(false, "the chosen series are too many", rows, found), Set.of());
    }
    Set<SeriesId> series = new TreeSet<>();
    for (SeriesId each : reader.series(metric, numbers.get())) {
      if (isWanted(each)) {
        series.add(each);
      }
    }
    return new Chosen(way(true, "few series are chosen", rows, series.size()), series);
  }

  private ReadPlan way(boolean byIndex, String reason, long rows, int series) {
    return new ReadPlan(byIndex, reason, rows, hours * series, series);
  }

  private boolean isDearer(int series, long rows) {
    return hours * series * ReadPlan.ROWS_A_SEEK > rows;
  }

  private boolean isWanted(SeriesId series) throws IOException {
    budget.checkTime();
    try {
      return filter.passes(layout.rowKey(series, 0)) && filter.wants(series);
    } catch (NoSuchNameException e) {
      return true; // its rows are an error, if there are some
    }
  }

  /** By the tags whose UIDs are known; nothing if there are none. */
  private Optional<RoaringBitmap> byValues(byte[] metric, IndexReader reader) throws IOException {
    Optional<RoaringBitmap> numbers = Optional.empty();
    for (TagRegexp.WantedTag tag : filter.tags()) {
      if (hasValues(tag)) {
        numbers = Optional.of(and(numbers, with(metric, tag.key(), tag.values(), reader)));
      }
    }
    return numbers;
  }

  private static RoaringBitmap and(Optional<RoaringBitmap> some, RoaringBitmap others) {
    some.ifPresent(others::and);
    return others;
  }

  private static RoaringBitmap with(
      byte[] metric, byte[] key, Collection<byte[]> values, IndexReader reader) throws IOException {
    return reader.withOneOf(metric, values.stream().map(each -> Bytes.add(key, each)).toList());
  }

  /** By the names of the values that there are; nothing if they are too many. */
  private Optional<RoaringBitmap> byNames(byte[] metric, IndexReader reader, long rows)
      throws IOException {
    long most = Math.min(MAX_VALUES, rows / 2);
    Optional<RoaringBitmap> numbers = Optional.empty();
    for (Map.Entry<Bytes, List<TagFilter>> each : filter.byName().entrySet()) {
      byte[] key = each.getKey().copyBytes();
      List<byte[]> passing = new ArrayList<>();
      long[] looked = {0};
      reader.forEachValue(
          metric,
          key,
          value -> {
            if (passes(value, each.getValue())) {
              passing.add(value);
            }
            return ++looked[0] <= most;
          });
      if (looked[0] <= most && passing.size() <= TagFilter.MAX_VALUES) {
        numbers = Optional.of(and(numbers, with(metric, key, passing, reader)));
      }
    }
    return numbers;
  }

  private boolean passes(byte[] value, List<TagFilter> filters) throws IOException {
    try {
      String name = uids.name(UidKind.TAG_VALUE, value);
      return filters.stream().allMatch(each -> each.wants(name));
    } catch (NoSuchNameException e) {
      return true; // rows with it are an error, if there are some
    }
  }
}
