package io.rowandb.tsdb.index;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.SeriesId;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PrimitiveIterator;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.roaringbitmap.RoaringBitmap;

/**
 * Reads one generation of an index. What it says holds if the state is ready, and {@linkplain
 * #holds the same} behind all reads. Used by one thread.
 */
public final class IndexReader implements Closeable {
  /** Rows of numbers, each of up to some hundred KB. */
  private static final int TAGS_A_REQUEST = 50;

  private static final int ROWS_A_REQUEST = 1_000;

  /** Counts what was read, and ends what takes too much. */
  public interface Meter {
    /** After each answer of the store. */
    void took(Result row) throws IOException;
  }

  private final IndexTable index;
  private final Table table;
  private final PointKeyLayout layout;
  private final IndexState state;
  private final Meter meter;

  /**
   * Of a generation.
   *
   * @param state what the table said before
   */
  IndexReader(IndexTable index, PointKeyLayout layout, IndexState state, Meter meter)
      throws IOException {
    this.index = index;
    this.state = state;
    this.layout = layout;
    this.meter = meter;
    table = index.open();
  }

  /** Whether the table says now what it said before. */
  public boolean holds() throws IOException {
    return index.state().equals(state);
  }

  /** At least so many series a metric has, or had once. */
  public long seriesOf(byte[] metric) throws IOException {
    Result row = table.get(new Get(IndexRows.counter(metric)));
    meter.took(row);
    byte[] count = row.getValue(IndexRows.FAMILY, IndexRows.NUMBER);
    return count == null ? 0 : Bytes.toLong(count);
  }

  /**
   * The numbers of the series of a metric with one of these tags, and some of no series.
   *
   * @param pairs of each the UIDs of key and value, one behind the other
   */
  public RoaringBitmap withOneOf(byte[] metric, List<byte[]> pairs) throws IOException {
    RoaringBitmap numbers = new RoaringBitmap();
    List<Get> gets = new ArrayList<>();
    for (byte[] pair : pairs) {
      gets.add(new Get(IndexRows.tag(metric, pair)).addFamily(IndexRows.FAMILY));
    }
    forEach(gets, TAGS_A_REQUEST, row -> numbers.or(TagNumbers.read(table.getName(), row)));
    return numbers;
  }

  /** The numbers of each of these tags, in their order. */
  List<RoaringBitmap> ofEach(byte[] metric, List<byte[]> pairs) throws IOException {
    List<RoaringBitmap> numbers = new ArrayList<>();
    List<Get> gets = new ArrayList<>();
    for (byte[] pair : pairs) {
      gets.add(new Get(IndexRows.tag(metric, pair)).addFamily(IndexRows.FAMILY));
    }
    forEach(gets, TAGS_A_REQUEST, row -> numbers.add(TagNumbers.read(table.getName(), row)));
    return numbers;
  }

  /** The series that have these numbers; a number may be of none, and two may be of one. */
  public Set<SeriesId> series(byte[] metric, RoaringBitmap numbers) throws IOException {
    return new TreeSet<>(byNumber(metric, numbers).values());
  }

  Map<Integer, SeriesId> byNumber(byte[] metric, RoaringBitmap numbers) throws IOException {
    List<Get> gets = new ArrayList<>();
    for (PrimitiveIterator.OfInt each = numbers.stream().iterator(); each.hasNext(); ) {
      gets.add(new Get(IndexRows.number(metric, each.nextInt())).addFamily(IndexRows.FAMILY));
    }
    Map<Integer, SeriesId> found = new TreeMap<>();
    forEach(
        gets,
        ROWS_A_REQUEST,
        row -> {
          byte[] uids = row.getValue(IndexRows.FAMILY, IndexRows.series(state.generation()));
          if (uids != null) {
            found.put(IndexRows.numberIn(row.getRow()), seriesIn(row, uids));
          }
        });
    return found;
  }

  private SeriesId seriesIn(Result row, byte[] uids) throws DamagedDataException {
    try {
      return layout.parseSeries(HexFormat.of().formatHex(uids));
    } catch (IllegalArgumentException e) {
      DamagedDataException damaged =
          IndexTable.damaged(
              table.getName(),
              "row " + Bytes.toStringBinary(row.getRow()) + " is no series: " + e.getMessage());
      damaged.initCause(e);
      throw damaged;
    }
  }

  /** The numbers of series whose entries are all there, by their writers' word; others lack. */
  Map<SeriesId, Integer> known(List<SeriesId> series) throws IOException {
    List<Get> gets = new ArrayList<>();
    series.forEach(each -> gets.add(new Get(IndexRows.known(each)).addFamily(IndexRows.FAMILY)));
    List<Optional<Integer>> numbers = new ArrayList<>();
    forEach(
        gets,
        ROWS_A_REQUEST,
        row -> numbers.add(IndexRows.numberOf(number(row), state.generation())));
    Map<SeriesId, Integer> known = new HashMap<>();
    for (int i = 0; i < series.size(); i++) {
      SeriesId each = series.get(i);
      numbers.get(i).ifPresent(number -> known.put(each, number));
    }
    return known;
  }

  private static byte[] number(Result row) {
    return row.getValue(IndexRows.FAMILY, IndexRows.NUMBER);
  }

  private interface Taker {
    void take(Result row) throws IOException;
  }

  private void forEach(List<Get> gets, int most, Taker taker) throws IOException {
    for (int from = 0; from < gets.size(); from += most) {
      for (Result row : table.get(gets.subList(from, Math.min(gets.size(), from + most)))) {
        meter.took(row);
        taker.take(row);
      }
    }
  }

  /** Takes the values of a tag. */
  public interface ValueTaker {
    /** Whether it wants another. */
    boolean take(byte[] value) throws IOException;
  }

  /** The UIDs of the values that a tag of a metric has, or had once, in their order. */
  public void forEachValue(byte[] metric, byte[] key, ValueTaker taker) throws IOException {
    Scan scan =
        new Scan()
            .setStartStopRowForPrefixScan(IndexRows.tag(metric, key))
            .addFamily(IndexRows.FAMILY)
            .setCaching(ROWS_A_REQUEST)
            .setFilter(new FilterList(new FirstKeyOnlyFilter(), new KeyOnlyFilter()));
    try (ResultScanner rows = table.getScanner(scan)) {
      boolean more = true;
      for (Result row = rows.next(); more && row != null; row = more ? rows.next() : null) {
        meter.took(row);
        more = taker.take(IndexRows.valueOf(layout, row.getRow()));
      }
    }
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
