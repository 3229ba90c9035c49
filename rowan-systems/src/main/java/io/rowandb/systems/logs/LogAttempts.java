package io.rowandb.systems.logs;

import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.systems.logs.LogMeasurement.Asked;
import io.rowandb.systems.measure.TableTraffic;
import io.rowandb.systems.measure.WatchedTables;
import io.rowandb.systems.measure.WriteSpread;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * Designs for a log store, from the article's first one to the one that {@link LogStore} has. Each
 * gets a table of its own, is loaded, asked and dropped. Used by one thread.
 */
public final class LogAttempts {
  /** What is asked for: a guid's day. */
  public static final String GUID = "a guid's day";

  /** What is asked for: a code's day. */
  public static final String CODE = "a code's day";

  private static final String IN_USE = "in use";
  private static final int SCAN_ROWS = 1_000;
  private static final String DATA = "D-";

  // Fixed at construction.
  private final Connection connection;
  private final Supplier<Stream<LogRecord>> lines;
  private final List<LogQuery> asked;
  private final Map<LogQuery, Long> wanted = new HashMap<>();
  private long given;
  private long entries;

  /**
   * Attempts with these lines.
   *
   * @param lines all of them, the same each time
   * @param asked questions of one day, for a guid or a code
   */
  public LogAttempts(
      Connection connection, Supplier<Stream<LogRecord>> lines, List<LogQuery> asked) {
    this.connection = connection;
    this.lines = lines;
    this.asked = List.copyOf(asked);
    for (LogQuery each : asked) {
      if (each.source() != null || !each.from().equals(each.to())) {
        throw new IllegalArgumentException("not asked for a guid or a code of one day: " + each);
      }
    }
    count();
  }

  /** Reads all lines once, to count the expected answers. */
  private void count() {
    Map<List<Object>, LogQuery> byKey = new HashMap<>();
    for (LogQuery each : asked) {
      Object value = each.guid() == null ? each.code() : each.guid();
      byKey.put(List.of(each.group(), value, each.from()), each);
      wanted.put(each, 0L);
    }
    try (Stream<LogRecord> all = lines.get()) {
      all.forEach(
          line -> {
            given++;
            for (Object value : LogTable.ways(line)) {
              entries++;
              LogQuery question = byKey.get(List.of(line.group(), value, line.date()));
              if (question != null) {
                wanted.merge(question, 1L, Long::sum);
              }
            }
          });
    }
  }

  /** The names of the designs, from the article's first to the one in use. */
  public static List<String> names() {
    List<String> names = new ArrayList<>();
    ArticleTable.all().forEach(each -> names.add(each.name()));
    names.add(IN_USE);
    return names;
  }

  /** The table that the measurement of a design makes and drops. */
  public static TableName table(String name) {
    return TableName.valueOf("compare_logs_" + name.replaceAll("[^a-z]", ""));
  }

  /**
   * Measures a design.
   *
   * @param name one of {@link #names}
   * @throws IOException when its table is there already, which is left alone, or a read fails
   */
  public LogMeasurement measure(String name) throws IOException {
    LogTable design =
        ArticleTable.all().stream()
            .filter(each -> each.name().equals(name))
            .<LogTable>map(each -> each)
            .findFirst()
            .orElseGet(() -> new InUse(name));
    TableTraffic traffic = new TableTraffic();
    design.create(WatchedTables.of(connection, traffic), table(name));
    try {
      return measure(design, traffic.spread());
    } finally {
      drop(table(name));
    }
  }

  private LogMeasurement measure(LogTable design, WriteSpread spread) throws IOException {
    try (Stream<LogRecord> all = lines.get()) {
      design.load(all);
    }
    Sum sum = new Sum();
    try (Table table = connection.getTable(table(design.name()))) {
      sum.addAll(table, new Scan());
    }
    return new LogMeasurement(
        design.name(),
        design.idea(),
        given,
        sum.rows,
        sum.cells,
        sum.bytes,
        spread.busiestShare(),
        entries,
        entries - sum.entries,
        List.of(ask(design, GUID), ask(design, CODE)));
  }

  private Asked ask(LogTable design, String question) throws IOException {
    Sum sum = new Sum();
    long found = 0;
    long expected = 0;
    int count = 0;
    for (LogQuery each : asked) {
      if ((each.guid() != null) == question.equals(GUID)) {
        found += design.ask(each, sum);
        expected += wanted.get(each);
        count++;
      }
    }
    double times = Math.max(1, count);
    return new Asked(
        question, sum.rows / times, sum.bytes / times, found / times, expected / times);
  }

  private void drop(TableName name) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.disableTable(name);
      admin.deleteTable(name);
    }
  }

  /** What was read. Used by one thread. */
  static final class Sum {
    private long rows;
    private long cells;
    private long bytes;
    private long entries;

    /** Counts a row, and gives it back. */
    Result add(Result row) {
      rows++;
      for (Cell cell : row.rawCells()) {
        cells++;
        bytes += cell.getSerializedSize();
        entries += isData(cell) ? 0 : 1;
      }
      return row;
    }

    private static boolean isData(Cell cell) {
      byte[] row = CellUtil.cloneRow(cell);
      return row.length > 1 && row[0] == DATA.charAt(0) && row[1] == DATA.charAt(1);
    }

    /** All versions of all rows of a scan. */
    List<Result> rows(Table table, Scan scan) throws IOException {
      List<Result> found = new ArrayList<>();
      try (ResultScanner scanner = table.getScanner(all(scan))) {
        scanner.forEach(row -> found.add(add(row)));
      }
      return found;
    }

    /** The same, without keeping them. */
    void addAll(Table table, Scan scan) throws IOException {
      try (ResultScanner scanner = table.getScanner(all(scan))) {
        scanner.forEach(this::add);
      }
    }

    private static Scan all(Scan scan) {
      return scan.readAllVersions().setCaching(SCAN_ROWS);
    }

    /** Rows by their keys. */
    void addRows(Table table, List<byte[]> keys) throws IOException {
      for (int i = 0; i < keys.size(); i += SCAN_ROWS) {
        List<Get> gets =
            keys.subList(i, Math.min(keys.size(), i + SCAN_ROWS)).stream().map(Get::new).toList();
        for (Result row : table.get(gets)) {
          add(row);
        }
      }
    }
  }

  /** As {@link LogStore#DESIGN}, in a table of its own. */
  private final class InUse implements LogTable {
    // Fixed at construction.
    private final String name;
    private final TableDesign<LogRecord> design;
    private Connection client;

    InUse(String name) {
      if (!name.equals(IN_USE)) {
        throw new IllegalArgumentException("there is no design " + name + ", only " + names());
      }
      this.name = name;
      design = LogDesign.begun(table(name).getNameAsString()).build();
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public String idea() {
      return "D-salt|file|line, I-1_salt|group|guid|time|key of the line, I-2_…";
    }

    @Override
    public void create(Connection to, TableName into) throws IOException {
      client = to;
      RecordTable.create(to, design).close();
    }

    @Override
    public void load(Stream<LogRecord> all) throws IOException {
      try (RecordTable<LogRecord> table = RecordTable.open(client, design)) {
        table.load(all);
      }
    }

    @Override
    public long ask(LogQuery question, Sum sum) throws IOException {
      try (RecordTable<LogRecord> records = RecordTable.open(connection, design);
          Table table = connection.getTable(design.name())) {
        var query = LogStore.query(records, question);
        List<LogRecord> found = query.list();
        for (KeyRange range : query.explain().ranges()) {
          sum.addAll(table, new Scan().withStartRow(range.start()).withStopRow(range.stop()));
        }
        sum.addRows(table, found.stream().map(design.key()::encode).toList());
        return found.size();
      }
    }
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
