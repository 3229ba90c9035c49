package io.rowandb.tsdb.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two compactions, a removal and a writer at one row, in the orders of their steps: each step's
 * outcome is what a map says. A slow one has read the row long before it writes.
 */
class RewriteOrdersTest extends StoreCase {
  private static final int POINTS = 5;
  private static final PointTime TIME = PointTime.ofSeconds(BASE);

  /** How a row looks when it begins. */
  private enum Start {
    SINGLES,
    COMPACTED,
    COMPACTED_AND_LATE,
    TWO_COMPACTED,
    WITH_ANNOTATION,
    PACKED,
    PACKED_AND_LATE
  }

  /** What is done in an order. A letter that comes twice reads first, then writes. */
  private static final List<String> ACTORS = List.of("AA", "BB", "EE", "W");

  private record Point(long value, long stamp) {}

  private final Map<Character, SeriesRow> read = new HashMap<>();
  private final Map<Character, TableFormat> formats = new HashMap<>();
  private final Map<Long, Point> readByEraser = new HashMap<>();
  private TreeMap<Long, Point> model = new TreeMap<>();
  private long stamp;

  @Tag("slow")
  @Test
  void ordersAreRight() throws IOException {
    List<String> orders = new ArrayList<>();
    addOrders("", ACTORS, orders);
    assertThat(orders).hasSize(630);
    int step = BackEnd.isHBase() ? 70 : 5;
    int first = 0;
    for (Start start : Start.values()) {
      for (int i = first; i < orders.size(); i += step) {
        // Two programs may know another format each, as the table's was changed between.
        formats.put('A', i % 2 == 0 ? TableFormat.PACKED : TableFormat.OPENTSDB);
        formats.put('B', i % 4 < 2 ? TableFormat.PACKED : TableFormat.UNPACKING);
        run(start, orders.get(i), i % POINTS);
      }
      first++;
    }
  }

  private static void addOrders(String before, List<String> left, List<String> orders) {
    boolean any = false;
    for (int i = 0; i < left.size(); i++) {
      if (!left.get(i).isEmpty()) {
        any = true;
        List<String> rest = new ArrayList<>(left);
        rest.set(i, left.get(i).substring(1));
        addOrders(before + left.get(i).charAt(0), rest, orders);
      }
    }
    if (!any) {
      orders.add(before);
    }
  }

  private void run(Start start, String order, int erased) throws IOException {
    read.clear();
    model = new TreeMap<>();
    stamp = 10;
    Series series = series("host", "h");
    byte[] key = row(series, BASE);
    try (Table table = connection.getTable(tables.data())) {
      begin(series, start);
      for (int i = 0; i < order.length(); i++) {
        step(table, series, order.charAt(i), erased);
        assertThat(shown(store.read(all(), ReadLimits.DEFAULT)))
            .as("%s %s, step %s, %s is removed", start, order, i, erased)
            .isEqualTo(wanted());
      }
      store.compact(series, TIME);
      assertThat(shown(store.read(all(), ReadLimits.DEFAULT))).as(order).isEqualTo(wanted());
      assertThat(scan(table, key).columnsOfPoints()).hasSize(1);
      table.delete(new Delete(key));
      // The delete has the time of now, and would hide the next row.
      metric = metric + "x";
    }
  }

  private List<String> wanted() {
    List<String> wanted = new ArrayList<>();
    model.forEach((second, point) -> wanted.add((BASE + second) + "000 " + point.value));
    return wanted;
  }

  private static SeriesRow scan(Table table, byte[] key) throws IOException {
    return RowCompactionTest.scan(table, key);
  }

  private void begin(Series series, Start start) throws IOException {
    for (int i = 0; i < POINTS; i++) {
      write(series, i, 10 + i);
      if (start == Start.TWO_COMPACTED && i == 1) {
        store.compact(series, TIME);
      }
    }
    switch (start) {
      case SINGLES, TWO_COMPACTED -> {}
      case COMPACTED -> store.compact(series, TIME);
      case COMPACTED_AND_LATE -> {
        store.compact(series, TIME);
        write(series, 0, 20);
        write(series, POINTS, 21);
      }
      case PACKED -> pack(series);
      case PACKED_AND_LATE -> {
        pack(series);
        write(series, 0, 20);
        write(series, POINTS, 21);
      }
      case WITH_ANNOTATION -> store.annotate(series, PointTime.ofSeconds(BASE + 1), "{}");
    }
  }

  private void pack(Series series) throws IOException {
    try (Table table = connection.getTable(tables.data())) {
      SeriesRow row = scan(table, row(series, BASE));
      assertThat(new RowCompactor(options).compact(table, row, LATER.millis(), TableFormat.PACKED))
          .isEqualTo(RowCompaction.DONE);
      assertThat(scan(table, row(series, BASE)).hasPacked()).isTrue();
    }
  }

  private void write(Series series, long second, long value) throws IOException {
    putAt(series, PointTime.ofSeconds(BASE + second), PointValue.of(value), ++stamp);
    model.put(second, new Point(value, stamp));
  }

  private void step(Table table, Series series, char actor, int erased) throws IOException {
    if (actor == 'W') {
      write(series, erased, 99);
      return;
    }
    SeriesRow before = read.remove(actor);
    if (before == null) {
      read.put(actor, scan(table, row(series, BASE)));
      if (actor == 'E') {
        readByEraser.clear();
        readByEraser.putAll(model);
      }
    } else if (actor == 'E') {
      RangeQuery range =
          new RangeQuery(metric, (BASE + erased) * 1_000, (BASE + erased) * 1_000, List.of());
      PointEraser eraser = new PointEraser(table, range, options.duplicates(), LATER.millis());
      if (eraser.erase(before, before.points(options.duplicates()))) {
        model.remove((long) erased, readByEraser.get((long) erased));
      }
    } else {
      new RowCompactor(options).compact(table, before, LATER.millis(), formats.get(actor));
    }
  }

  /** The columns are counted, not compared one by one with each. */
  @Test
  void aRowOfManyColumns() throws IOException {
    Series series = series("host", "a");
    int count = BackEnd.isHBase() ? 6_000 : 40_000;
    List<DataPoint> points = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      points.add(new DataPoint(series, PointTime.ofMillis(BASE * 1_000 + i), PointValue.of(i)));
    }
    store.put(points);
    assertThat(store.compact(series, TIME)).isEqualTo(RowCompaction.DONE);
    assertThat(store.read(all(), ReadLimits.DEFAULT).get(0).points().size()).isEqualTo(count);
    assertThat(cells(row(series, BASE))).hasSize(1);
  }
}
