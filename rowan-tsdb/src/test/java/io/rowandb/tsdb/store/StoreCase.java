package io.rowandb.tsdb.store;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import io.rowandb.tsdb.codec.PointColumn;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.UidOptions;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;

/** Tables for the tests of a class; each test has a metric of its own. */
@OnBackEnd
abstract class StoreCase {
  static final long BASE = 1_309_687_200L;
  static final byte[] FAMILY = {'t'};

  static Connection connection;
  static TsdbTables tables;
  static PointStoreOptions options;
  static Uids uids;

  /** Long after all that the tests write. */
  static final Clock LATER = Clock.fixed(Instant.parse("2099-01-01T00:00:00Z"), ZoneOffset.UTC);

  PointStore store;
  String metric;

  @BeforeAll
  static void create(Connection backEnd) throws IOException {
    connection = backEnd;
    tables = TsdbTables.named(BackEnd.newTableName("points"));
    tables.create(connection, Compression.Algorithm.NONE, TsdbTables.FOREVER);
    options = PointStoreOptions.of(tables);
    uids = uids(PointKeyLayout.DEFAULT);
  }

  static Uids uids(PointKeyLayout layout) {
    return new Uids(connection, new UidOptions(tables.uid(), layout, 10_000, ""), room -> {});
  }

  @AfterAll
  static void drop() throws IOException {
    for (TableName each : List.of(tables.data(), tables.uid(), tables.tree(), tables.meta())) {
      BackEnd.drop(connection, each.getNameAsString());
    }
  }

  @BeforeEach
  void open(TestInfo test) {
    metric = test.getTestMethod().orElseThrow().getName();
    store = store(options);
  }

  PointStore store(PointStoreOptions which) {
    return new PointStore(connection, uids, which, LATER, System::nanoTime);
  }

  Series series(String... tags) {
    Map<String, String> all = new TreeMap<>();
    for (int i = 0; i < tags.length; i += 2) {
      all.put(tags[i], tags[i + 1]);
    }
    return Series.of(metric, all);
  }

  DataPoint point(Series series, long seconds, long value) {
    return new DataPoint(series, PointTime.ofSeconds(seconds), PointValue.of(value));
  }

  RangeQuery all(TagFilter... filters) {
    return new RangeQuery(metric, BASE * 1_000, BASE * 1_000 + 100 * 3_600_000L, List.of(filters));
  }

  byte[] row(Series series, long baseSeconds) throws IOException {
    return options.layout().rowKey(new SeriesNames(uids, options).toWrite(series), baseSeconds);
  }

  /** Writes a point with a time of its cell that the test chooses. */
  void putAt(Series series, PointTime time, PointValue value, long stamp) throws IOException {
    try (Table table = connection.getTable(tables.data())) {
      table.put(
          new Put(row(series, time.baseSeconds()), stamp)
              .addColumn(FAMILY, PointColumn.qualifier(time, value), value.toBytes()));
    }
  }

  /** As qualifier = value, in hexadecimal. */
  List<String> cells(byte[] row) throws IOException {
    List<String> cells = new ArrayList<>();
    try (Table table = connection.getTable(tables.data())) {
      for (Cell cell : table.get(new Get(row)).listCells()) {
        cells.add(hex(CellUtil.cloneQualifier(cell)) + " = " + hex(CellUtil.cloneValue(cell)));
      }
    }
    return cells;
  }

  static String hex(byte[] bytes) {
    return HexFormat.of().withUpperCase().formatHex(bytes);
  }

  byte[] uid(UidKind kind, String name) throws IOException {
    return uids.uid(kind, name);
  }

  /** All points as "millis value", of all series. */
  static List<String> shown(List<SeriesPoints> read) {
    List<String> points = new ArrayList<>();
    for (SeriesPoints each : read) {
      for (int i = 0; i < each.points().size(); i++) {
        points.add(each.points().timeMillis(i) + " " + each.points().value(i));
      }
    }
    return points;
  }

  static String text(byte[] bytes) {
    return Bytes.toStringBinary(bytes);
  }
}
