package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.index.IndexReader;
import io.rowandb.tsdb.index.TagIndex;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.roaringbitmap.RoaringBitmap;

/**
 * Finds the series of a lookup by the index of tags, if that is cheaper than to read the keys of
 * all rows of the metric. The index may have series without rows, so a row of each is looked for:
 * hour by hour and in the order of the rows, as a look at all of them would meet them, so that the
 * same ones are found when there are too many. Used by one thread, once.
 */
final class IndexedFinder {
  /** Below so many series a look at all rows is not worth a thought. */
  private static final int FEW_SERIES = 1_000;

  /** Their keys are in memory, and an hour of them is one request. */
  private static final int MAX_SERIES = 10_000;

  private final TagIndex index;
  private final PointKeyLayout layout;
  private final ReadBudget budget;

  IndexedFinder(TagIndex index, PointKeyLayout layout, ReadBudget budget) {
    this.index = index;
    this.layout = layout;
    this.budget = budget;
  }

  /**
   * Finds them.
   *
   * @param metric its UID
   * @param pairs of each key that must have one of some values: the UIDs of the key and of each
   * @param wanted what the lookup says of a series
   * @param most how many are found at most
   * @return nothing if a look at all rows is to find them
   */
  Optional<Set<SeriesId>> find(
      Table table, byte[] metric, List<List<byte[]>> pairs, Predicate<SeriesId> wanted, int most)
      throws IOException {
    if (pairs.isEmpty()) {
      return Optional.empty();
    }
    Optional<Set<SeriesId>> chosen = choose(metric, pairs);
    if (chosen.isEmpty()) {
      return Optional.empty();
    }
    List<SeriesId> passing = chosen.get().stream().filter(wanted).toList();
    try {
      return Optional.of(withRows(table, metric, passing, most));
    } catch (DamagedDataException e) {
      return Optional.empty(); // a row without an hour: by its key, a series may have it alone
    }
  }

  private Optional<Set<SeriesId>> choose(byte[] metric, List<List<byte[]>> pairs)
      throws IOException {
    Optional<IndexReader> reader = index.reader(this::took);
    if (reader.isEmpty()) {
      return Optional.empty();
    }
    try (IndexReader ready = reader.get()) {
      Optional<Set<SeriesId>> chosen = choose(metric, pairs, ready);
      return ready.holds() ? chosen : Optional.empty();
    } catch (TableNotFoundException | TableNotEnabledException e) {
      return Optional.empty(); // it was dropped meanwhile
    }
  }

  private void took(Result row) throws IOException {
    budget.took(row);
    budget.checkTime();
  }

  private static Optional<Set<SeriesId>> choose(
      byte[] metric, List<List<byte[]>> pairs, IndexReader reader) throws IOException {
    long all = reader.seriesOf(metric);
    if (all < FEW_SERIES) {
      return Optional.empty();
    }
    RoaringBitmap numbers = reader.withOneOf(metric, pairs.get(0));
    for (List<byte[]> each : pairs.subList(1, pairs.size())) {
      numbers.and(reader.withOneOf(metric, each));
    }
    int found = numbers.getCardinality();
    return found > MAX_SERIES || (long) found * ReadPlan.ROWS_A_SEEK > all
        ? Optional.empty()
        : Optional.of(reader.series(metric, numbers));
  }

  private Set<SeriesId> withRows(Table table, byte[] metric, Collection<SeriesId> series, int most)
      throws IOException {
    Set<SeriesId> found = new TreeSet<>();
    for (int bucket = 0; bucket < layout.buckets() && found.size() < most; bucket++) {
      HourWalk walk = new HourWalk(table, layout, metric, bucket, budget);
      List<SeriesId> open = walk.here(series);
      OptionalLong hour = open.isEmpty() ? OptionalLong.empty() : walk.from(0);
      while (hour.isPresent()) {
        open = look(table, open, hour.getAsLong(), found, most);
        OptionalLong next = HourWalk.next(hour.getAsLong());
        hour =
            open.isEmpty() || found.size() == most || next.isEmpty()
                ? OptionalLong.empty()
                : walk.from(next.getAsLong());
      }
    }
    return found;
  }

  /** Those that have no row in an hour. */
  private List<SeriesId> look(
      Table table, List<SeriesId> series, long hour, Set<SeriesId> found, int most)
      throws IOException {
    List<Get> gets = new ArrayList<>();
    for (SeriesId each : series) {
      gets.add(
          new Get(layout.rowKey(each, hour))
              .addFamily(Bytes.toBytes(TsdbTables.DATA_FAMILY))
              .setFilter(new FilterList(new FirstKeyOnlyFilter(), new KeyOnlyFilter())));
    }
    budget.checkTime();
    Result[] rows = table.get(gets);
    List<SeriesId> open = new ArrayList<>();
    for (int i = 0; i < rows.length; i++) {
      if (rows[i].isEmpty()) {
        open.add(series.get(i));
      } else if (found.size() < most) {
        budget.took(rows[i]);
        found.add(series.get(i));
      }
    }
    return open;
  }
}
