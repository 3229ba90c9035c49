package io.rowandb.tsdb.index;

import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.SeriesId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Adds series to one generation of an index. Used by any number of threads. */
final class SeriesIndexer {
  /** Series that are known to be there are remembered, some 100 bytes each; then anew. */
  private static final int MAX_REMEMBERED = 200_000;

  /** So many numbers in columns of their own, as far as this writer knows, are packed. */
  private static final int MANY = 1_000;

  /** By which numbers are mixed: about one of 1,024 begins with these bits then. */
  private static final int MIXED = 0x9E3779B1;

  private static final int PACKED_BITS = 1; // not those of 0, as most metrics have few series

  private static final int BEHIND_BITS = 22;

  /** Rows whose columns are counted; then anew. */
  private static final int MAX_COUNTED = 100_000;

  private static final int SERIES_A_REQUEST = 1_000;

  private final IndexTable index;
  private final PointKeyLayout layout;
  private final IndexState state;
  private final Set<SeriesId> remembered = ConcurrentHashMap.newKeySet();
  private final Map<Bytes, Integer> added = new ConcurrentHashMap<>();

  SeriesIndexer(IndexTable index, PointKeyLayout layout, IndexState state) {
    this.index = index;
    this.layout = layout;
    this.state = state;
  }

  IndexState state() {
    return state;
  }

  /** Adds those that are not there; comes back when all are. */
  void add(Collection<SeriesId> series) throws IOException {
    List<SeriesId> unseen =
        series.stream().filter(each -> !remembered.contains(each)).distinct().toList();
    for (int from = 0; from < unseen.size(); from += SERIES_A_REQUEST) {
      addSome(unseen.subList(from, Math.min(unseen.size(), from + SERIES_A_REQUEST)));
    }
  }

  private void addSome(List<SeriesId> series) throws IOException {
    Set<SeriesId> known;
    try (IndexReader reader = new IndexReader(index, layout, state, row -> {})) {
      known = new HashSet<>(reader.known(series).keySet());
    }
    addAnew(series.stream().filter(each -> !known.contains(each)).toList());
    remember(series);
  }

  private void remember(List<SeriesId> series) {
    if (remembered.size() + series.size() > MAX_REMEMBERED) {
      remembered.clear();
    }
    remembered.addAll(series);
  }

  /** Adds series, each by another number than it may have already. */
  void addAnew(List<SeriesId> series) throws IOException {
    if (series.isEmpty()) {
      return;
    }
    try (Table table = index.open()) {
      Map<SeriesId, Integer> numbers = numbers(table, series);
      Map<Bytes, Put> tags = new LinkedHashMap<>();
      Map<Bytes, Integer> counts = new HashMap<>();
      List<Put> puts = new ArrayList<>();
      numbers.forEach(
          (each, number) -> {
            byte[] metric = layout.metricOf(each);
            puts.add(
                new Put(IndexRows.number(metric, number))
                    .addColumn(
                        IndexRows.FAMILY, IndexRows.series(state.generation()), each.toBytes()));
            for (byte[] pair : layout.pairsOf(each)) {
              Bytes row = new Bytes(IndexRows.tag(metric, pair));
              tags.computeIfAbsent(row, unseen -> new Put(unseen.copyBytes()))
                  .addColumn(IndexRows.FAMILY, IndexRows.single(number), new byte[0]);
              counts.merge(row, isPacked(number) ? MANY : 1, Integer::sum);
            }
          });
      puts.addAll(tags.values());
      table.put(puts);
      table.put(
          numbers.entrySet().stream().map(each -> known(each.getKey(), each.getValue())).toList());
      packMany(table, counts);
    }
  }

  /** Whether the rows of a number are packed, however few this writer adds, as there are many. */
  private static boolean isPacked(int number) {
    return ((number * MIXED) >>> BEHIND_BITS) == PACKED_BITS;
  }

  private Put known(SeriesId series, int number) {
    return new Put(IndexRows.known(series))
        .addColumn(
            IndexRows.FAMILY, IndexRows.NUMBER, IndexRows.numbered(number, state.generation()));
  }

  /** New ones, which nobody else gets. */
  private Map<SeriesId, Integer> numbers(Table table, List<SeriesId> series) throws IOException {
    Map<Bytes, List<SeriesId>> byMetric = new TreeMap<>();
    for (SeriesId each : series) {
      byMetric
          .computeIfAbsent(new Bytes(layout.metricOf(each)), unseen -> new ArrayList<>())
          .add(each);
    }
    Map<SeriesId, Integer> numbers = new LinkedHashMap<>();
    for (Map.Entry<Bytes, List<SeriesId>> each : byMetric.entrySet()) {
      List<SeriesId> of = each.getValue();
      long end =
          table.incrementColumnValue(
              IndexRows.counter(each.getKey().copyBytes()),
              IndexRows.FAMILY,
              IndexRows.NUMBER,
              of.size());
      if (end > Integer.MAX_VALUE) {
        throw new IOException(
            "a metric has more than "
                + Integer.MAX_VALUE
                + " series or traces of some, for which the index has no number: metric "
                + Bytes.toStringBinary(each.getKey().get())
                + "; drop the index, and build it again if there are less");
      }
      int next = Math.toIntExact(end) - of.size();
      for (SeriesId one : of) {
        numbers.put(one, next++);
      }
    }
    return numbers;
  }

  private void packMany(Table table, Map<Bytes, Integer> counts) throws IOException {
    if (added.size() > MAX_COUNTED) {
      added.clear();
    }
    for (Map.Entry<Bytes, Integer> each : counts.entrySet()) {
      if (added.merge(each.getKey(), each.getValue(), Integer::sum) >= MANY) {
        added.remove(each.getKey());
        TagNumbers.pack(table, each.getKey().copyBytes());
      }
    }
  }
}
