package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.Points;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.index.TagIndex;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.Table;

/** One read of a range. Used by one thread, once. */
final class RangeReader {
  private final Uids uids;
  private final SeriesNames names;
  private final PointStoreOptions options;
  private final RangeQuery query;
  private final ReadBudget budget;
  private final TagIndex index;

  private final Map<SeriesId, Gathered> gathered = new TreeMap<>();

  private record Gathered(Points points, List<StoredObject> annotations) {}

  RangeReader(
      Uids uids,
      SeriesNames names,
      PointStoreOptions options,
      RangeQuery query,
      ReadBudget budget,
      TagIndex index) {
    this.index = index;
    this.uids = uids;
    this.names = names;
    this.options = options;
    this.query = query;
    this.budget = budget;
  }

  /** Reads it: series by their UIDs, without those that have nothing in the range. */
  List<SeriesPoints> read(Table table) throws IOException {
    rows().forEach(table, this::take);
    List<SeriesPoints> found = new ArrayList<>();
    for (Map.Entry<SeriesId, Gathered> each : gathered.entrySet()) {
      budget.checkTime();
      Gathered of = each.getValue();
      if (of.points.size() > 0 || !of.annotations.isEmpty()) {
        found.add(
            new SeriesPoints(names.named(each.getKey()), of.points, of.annotations, each.getKey()));
      }
    }
    return found;
  }

  private WantedRows rows() throws IOException {
    return new WantedRows(uids, names, options.layout(), query, budget, Optional.of(index));
  }

  /** How its rows are found. */
  ReadPlan way() throws IOException {
    return rows().way();
  }

  private void take(SeriesRow row) throws IOException {
    Gathered of =
        gathered.computeIfAbsent(
            row.series(), unseen -> new Gathered(new Points(), new ArrayList<>()));
    Points points = row.points(options.duplicates());
    budget.tookPoints(of.points.addAll(points, query.fromMillis(), query.toMillis()));
    of.annotations.addAll(row.annotations(query.fromMillis(), query.toMillis()));
  }
}
