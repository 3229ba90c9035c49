package io.rowandb.tsdb.index;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.rows.RowKeys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.roaringbitmap.RoaringBitmap;

/**
 * Looks whether all series that have rows are in the index, as they are not if a program wrote that
 * does not keep it, such as OpenTSDB. Others may write meanwhile. Used by one thread, once.
 */
public final class IndexCheck {
  private static final int MAX_REMEMBERED = 1_000_000;
  private static final int SERIES_AT_ONCE = 500;

  private final Connection connection;
  private final TableName points;
  private final PointKeyLayout layout;
  private final IndexTable index;
  private final boolean adds;
  private final Set<SeriesId> met = new HashSet<>();
  private final List<SeriesId> unseen = new ArrayList<>();
  private long series;
  private long missing;

  /**
   * Of a table of points.
   *
   * @param layout of its keys
   * @param adds whether what lacks is added
   */
  public IndexCheck(Connection connection, TableName points, PointKeyLayout layout, boolean adds) {
    this.connection = connection;
    this.points = points;
    this.layout = layout;
    this.adds = adds;
    index = new IndexTable(connection, TagIndex.table(points));
  }

  /**
   * What was found.
   *
   * @param series how many were looked at
   * @param missing those that lack an entry, or did
   */
  public record Found(long series, long missing) {}

  /**
   * Checks it, if it is ready.
   *
   * @param metric the UID of the one whose series are looked at; nothing for all
   * @return nothing if it is not ready
   * @throws DamagedDataException when it cannot be read: it has to be dropped and built again
   */
  public Optional<Found> run(Optional<byte[]> metric) throws IOException {
    IndexState state = index.state();
    if (state.phase() != IndexPhase.READY) {
      return Optional.empty();
    }
    SeriesIndexer writer = new SeriesIndexer(index, layout, state);
    try (Table table = connection.getTable(points)) {
      if (metric.isEmpty()) {
        check(table, new Scan(), writer);
      } else {
        for (int bucket = 0; bucket < layout.buckets(); bucket++) {
          byte[] prefix = layout.rowPrefix(bucket, metric.get());
          check(table, new Scan().setStartStopRowForPrefixScan(prefix), writer);
        }
      }
    }
    return Optional.of(new Found(series, missing));
  }

  private void check(Table table, Scan scan, SeriesIndexer writer) throws IOException {
    RowKeys.forEach(
        table,
        scan.addFamily(IndexRows.FAMILY),
        row -> {
          IndexBuild.series(layout, row).filter(this::isNew).ifPresent(unseen::add);
          if (unseen.size() == SERIES_AT_ONCE) {
            checkUnseen(writer);
          }
          return true;
        });
    checkUnseen(writer);
  }

  private boolean isNew(SeriesId which) {
    if (met.size() == MAX_REMEMBERED) {
      met.clear();
    }
    return met.add(which);
  }

  private void checkUnseen(SeriesIndexer writer) throws IOException {
    if (unseen.isEmpty()) {
      return;
    }
    List<SeriesId> lacking = new ArrayList<>();
    try (IndexReader reader = new IndexReader(index, layout, writer.state(), row -> {})) {
      Map<SeriesId, Integer> known = reader.known(unseen);
      Map<Bytes, RoaringBitmap> tags = tags(reader);
      Map<Bytes, Map<Integer, SeriesId>> numbers = numbers(reader, known);
      for (SeriesId each : unseen) {
        Integer number = known.get(each);
        if (number == null
            || !hasTags(each, number, tags)
            || !each.equals(numbers.get(new Bytes(layout.metricOf(each))).get(number))) {
          lacking.add(each);
        }
      }
    }
    series += unseen.size();
    missing += lacking.size();
    unseen.clear();
    if (adds) {
      writer.addAnew(lacking);
    }
  }

  private Map<Bytes, RoaringBitmap> tags(IndexReader reader) throws IOException {
    Map<Bytes, List<byte[]>> pairs = new TreeMap<>();
    Set<Bytes> seen = new HashSet<>();
    for (SeriesId each : unseen) {
      byte[] metric = layout.metricOf(each);
      for (byte[] pair : layout.pairsOf(each)) {
        if (seen.add(new Bytes(IndexRows.tag(metric, pair)))) {
          pairs.computeIfAbsent(new Bytes(metric), unused -> new ArrayList<>()).add(pair);
        }
      }
    }
    Map<Bytes, RoaringBitmap> tags = new TreeMap<>();
    for (Map.Entry<Bytes, List<byte[]>> each : pairs.entrySet()) {
      byte[] metric = each.getKey().copyBytes();
      List<RoaringBitmap> numbers = reader.ofEach(metric, each.getValue());
      for (int i = 0; i < numbers.size(); i++) {
        tags.put(new Bytes(IndexRows.tag(metric, each.getValue().get(i))), numbers.get(i));
      }
    }
    return tags;
  }

  /** What the numbers of known series say, by metric. */
  private Map<Bytes, Map<Integer, SeriesId>> numbers(
      IndexReader reader, Map<SeriesId, Integer> known) throws IOException {
    Map<Bytes, RoaringBitmap> ofMetric = new TreeMap<>();
    known.forEach(
        (each, number) ->
            ofMetric
                .computeIfAbsent(new Bytes(layout.metricOf(each)), unused -> new RoaringBitmap())
                .add(number.intValue()));
    Map<Bytes, Map<Integer, SeriesId>> numbers = new TreeMap<>();
    for (Map.Entry<Bytes, RoaringBitmap> each : ofMetric.entrySet()) {
      numbers.put(each.getKey(), reader.byNumber(each.getKey().copyBytes(), each.getValue()));
    }
    return numbers;
  }

  private boolean hasTags(SeriesId which, int number, Map<Bytes, RoaringBitmap> tags) {
    byte[] metric = layout.metricOf(which);
    return layout.pairsOf(which).stream()
        .allMatch(pair -> tags.get(new Bytes(IndexRows.tag(metric, pair))).contains(number));
  }
}
