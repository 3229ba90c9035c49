package io.rowandb.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.client.inprocess.CompleteDoor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ColumnCountGetFilter;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.DependentColumnFilter;
import org.apache.hadoop.hbase.filter.FamilyFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.InclusiveStopFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.QualifierFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueExcludeFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.SubstringComparator;
import org.apache.hadoop.hbase.filter.TimestampsFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * One store, read through both doors: what the fast one's scanner answers is what HBase's own
 * client makes of the same rows, whatever options a scan or get has. At the complete door limits,
 * batches and joined results are HBase's code.
 */
@Tag("slow")
class ScansAgreeTest {
  private static final TableName T = TableName.valueOf("t");
  private static final String[] FAMILIES = {"a", "b", "c"};
  private static final int ROWS = 60;
  private static final List<CompareOperator> OPERATORS =
      List.of(
          CompareOperator.LESS,
          CompareOperator.LESS_OR_EQUAL,
          CompareOperator.EQUAL,
          CompareOperator.NOT_EQUAL,
          CompareOperator.GREATER_OR_EQUAL,
          CompareOperator.GREATER);
  private static final List<Scan.ReadType> READ_TYPES =
      List.of(Scan.ReadType.DEFAULT, Scan.ReadType.STREAM, Scan.ReadType.PREAD);
  private static final int QUALIFIERS = 5;
  private static final int SCANS = 1500;

  private static Connection fast;
  private static Connection complete;

  @BeforeAll
  static void fill() throws IOException {
    Configuration conf = Rowan.configuration("mem:scans-agree");
    conf.setInt("hbase.client.retries.number", 2);
    conf.setInt("hbase.client.pause", 1);
    fast = ConnectionFactory.createConnection(conf);
    complete = ConnectionFactory.createConnection(CompleteDoor.configure(new Configuration(conf)));
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(T);
    for (String family : FAMILIES) {
      ColumnFamilyDescriptor versions =
          ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(family)).setMaxVersions(3).build();
      table.setColumnFamily(versions);
    }
    Random random = new Random(7);
    try (Admin admin = fast.getAdmin();
        Table rows = fast.getTable(T)) {
      admin.createTable(table.build(), new byte[][] {row(20), row(21), row(45)});
      for (int i = 0; i < ROWS * 40; i++) {
        rows.put(
            new Put(row(random.nextInt(ROWS)))
                .addColumn(
                    family(random), qualifier(random), 1L + random.nextInt(9), value(random)));
        if (i % 29 == 0) {
          Delete delete = new Delete(row(random.nextInt(ROWS)));
          long time = 1L + random.nextInt(9);
          rows.delete(
              random.nextBoolean()
                  ? delete.addColumns(family(random), qualifier(random), time)
                  : delete.addFamily(family(random), time));
        }
        if (i == ROWS * 20) {
          admin.flush(T);
        }
      }
    }
  }

  @AfterAll
  static void close() throws IOException {
    complete.close();
    fast.close();
  }

  @Test
  void scansWithAnyOptions() throws IOException {
    long seed = Long.getLong("seed", 20_261_121L);
    int withRows = 0;
    for (int i = 0; i < SCANS; i++) {
      Scan scan = scan(new Random(seed + i));
      List<String> answer = comparable(scan, rows(fast, new Scan(scan)));
      assertThat(answer)
          .as("seed %d, scan %d: %s", seed, i, scan)
          .isEqualTo(comparable(scan, rows(complete, new Scan(scan))));
      withRows += answer.isEmpty() ? 0 : 1;
    }
    assertThat(withRows).isGreaterThan(SCANS / 3);
  }

  @Test
  void getsWithAnyOptions() throws IOException {
    long seed = Long.getLong("seed", 20_261_122L);
    try (Table direct = fast.getTable(T);
        Table hbase = complete.getTable(T)) {
      for (int i = 0; i < SCANS; i++) {
        Random random = new Random(seed + i);
        Get get = get(random);
        assertThat(text(() -> one(direct, new Get(get))))
            .as("seed %d, get %d: %s", seed, i, get)
            .isEqualTo(text(() -> one(hbase, new Get(get))));
      }
    }
  }

  /** Partial results may be cut anywhere; together they are the same cells. */
  @Test
  void partialResultsAddUp() throws IOException {
    long seed = Long.getLong("seed", 20_261_123L);
    for (int i = 0; i < SCANS / 10; i++) {
      Random random = new Random(seed + i);
      Scan scan = scan(random).setFilter(null).setLimit(-1).setAllowPartialResults(true);
      scan.setMaxResultSize(1 + random.nextInt(400));
      assertThat(cells(fast, new Scan(scan)))
          .as("seed %d, scan %d: %s", seed, i, scan)
          .isEqualTo(cells(complete, new Scan(scan)));
    }
  }

  private static Scan scan(Random random) throws IOException {
    Scan scan = new Scan();
    if (random.nextInt(3) > 0) {
      scan.withStartRow(row(random.nextInt(ROWS + 5)), random.nextBoolean());
    }
    if (random.nextInt(3) > 0) {
      scan.withStopRow(row(random.nextInt(ROWS + 5)), random.nextBoolean());
    }
    scan.setReversed(random.nextInt(3) == 0);
    scan.setCacheBlocks(random.nextBoolean());
    scan.setReadType(READ_TYPES.get(random.nextInt(READ_TYPES.size())));
    for (int i = random.nextInt(4); i > 0; i--) {
      if (random.nextBoolean()) {
        scan.addFamily(family(random));
      } else {
        scan.addColumn(family(random), qualifier(random));
      }
    }
    scan.readVersions(1 + random.nextInt(4));
    if (random.nextInt(4) == 0) {
      int from = random.nextInt(9);
      scan.setTimeRange(from, from + 1L + random.nextInt(5));
    }
    if (random.nextInt(6) == 0) {
      int from = random.nextInt(9);
      scan.setColumnFamilyTimeRange(family(random), from, from + 1L + random.nextInt(5));
    }
    if (random.nextInt(5) == 0) {
      scan.setMaxResultsPerColumnFamily(1 + random.nextInt(4));
      scan.setRowOffsetPerColumnFamily(random.nextInt(3));
    }
    int cut = random.nextInt(3);
    if (cut == 0) {
      scan.setLimit(1 + random.nextInt(ROWS));
    } else if (cut == 1 && random.nextBoolean()) {
      // Not both: HBase's client may then fail an assertion of its own.
      scan.setBatch(1 + random.nextInt(6));
    }
    if (random.nextInt(2) == 0) {
      scan.setCaching(1 + random.nextInt(10));
    }
    if (random.nextInt(6) == 0) {
      scan.setRaw(true);
    }
    if (random.nextInt(5) == 0) {
      scan.setLoadColumnFamiliesOnDemand(random.nextBoolean());
    }
    if (random.nextInt(2) == 0) {
      scan.setFilter(filter(random, 2));
    } else if (random.nextInt(2) == 0) {
      // Not with a filter: whether one that counts ends a scan depends on where answers end.
      scan.setMaxResultSize(1 + random.nextInt(1000));
    }
    return scan;
  }

  private static Get get(Random random) throws IOException {
    Get get = new Get(row(random.nextInt(ROWS + 3)));
    for (int i = random.nextInt(4); i > 0; i--) {
      if (random.nextBoolean()) {
        get.addFamily(family(random));
      } else {
        get.addColumn(family(random), qualifier(random));
      }
    }
    get.readVersions(1 + random.nextInt(4));
    if (random.nextInt(4) == 0) {
      int from = random.nextInt(9);
      get.setTimeRange(from, from + 1L + random.nextInt(5));
    }
    if (random.nextInt(5) == 0) {
      get.setMaxResultsPerColumnFamily(1 + random.nextInt(4));
      get.setRowOffsetPerColumnFamily(random.nextInt(3));
    }
    if (random.nextInt(6) == 0) {
      get.setCheckExistenceOnly(true);
    }
    if (random.nextInt(2) == 0) {
      get.setFilter(filter(random, 2));
    }
    return get;
  }

  private static Filter filter(Random random, int depth) throws IOException {
    CompareOperator operator = OPERATORS.get(random.nextInt(OPERATORS.size()));
    return switch (random.nextInt(depth > 0 ? 22 : 18)) {
      case 0 -> new PrefixFilter(Bytes.toBytes("row" + random.nextInt(6)));
      case 1 -> new PageFilter(1 + random.nextInt(10));
      case 2 -> new ColumnPrefixFilter(qualifier(random));
      case 3 -> new ColumnRangeFilter(qualifier(random), random.nextBoolean(), null, true);
      case 4 -> new ColumnPaginationFilter(1 + random.nextInt(3), random.nextInt(3));
      case 5 -> new ColumnCountGetFilter(1 + random.nextInt(5));
      case 6 -> new FirstKeyOnlyFilter();
      case 7 -> new KeyOnlyFilter(random.nextBoolean());
      case 8 -> new InclusiveStopFilter(row(random.nextInt(ROWS)));
      case 9 -> new RowFilter(operator, new BinaryComparator(row(random.nextInt(ROWS))));
      case 10 -> new FamilyFilter(operator, new BinaryComparator(family(random)));
      case 11 -> new QualifierFilter(operator, new BinaryComparator(qualifier(random)));
      case 12 -> new ValueFilter(operator, new BinaryComparator(value(random)));
      case 13 -> new ValueFilter(CompareOperator.EQUAL, new SubstringComparator("1"));
      case 14 -> new TimestampsFilter(List.of(2L, (long) random.nextInt(9)), random.nextBoolean());
      case 15 -> columnValue(random, operator);
      case 16 ->
          new SingleColumnValueExcludeFilter(
              family(random), qualifier(random), operator, value(random));
      case 17 ->
          new DependentColumnFilter(
              family(random),
              qualifier(random),
              random.nextBoolean(),
              operator,
              new BinaryComparator(value(random)));
      case 18 -> new SkipFilter(filter(random, depth - 1));
      case 19 -> new WhileMatchFilter(filter(random, depth - 1));
      case 20 ->
          new MultiRowRangeFilter(
              new byte[][] {
                Bytes.toBytes("row0"),
                Bytes.toBytes("row3"),
                Bytes.toBytes("row" + random.nextInt(6))
              });
      default ->
          new FilterList(
              random.nextBoolean()
                  ? FilterList.Operator.MUST_PASS_ALL
                  : FilterList.Operator.MUST_PASS_ONE,
              filter(random, depth - 1),
              filter(random, depth - 1));
    };
  }

  private static Filter columnValue(Random random, CompareOperator operator) {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(family(random), qualifier(random), operator, value(random));
    filter.setFilterIfMissing(random.nextBoolean());
    filter.setLatestVersionOnly(random.nextBoolean());
    return filter;
  }

  private static List<String> rows(Connection door, Scan scan) throws IOException {
    List<String> rows = new ArrayList<>();
    try (Table table = door.getTable(T);
        ResultScanner scanner = table.getScanner(scan)) {
      rows.add(
          text(
              () -> {
                for (Result next = scanner.next(); next != null; next = scanner.next()) {
                  rows.add(text(next));
                }
                return "end";
              }));
    }
    return rows.size() == 1 && rows.get(0).equals("end") ? List.of() : rows;
  }

  /**
   * Where HBase's server cuts its answers decides whether a batch that happens to end the row
   * promises more of it; the fast door has no answers to cut.
   */
  private static List<String> comparable(Scan scan, List<String> rows) {
    return scan.getBatch() > 0
        ? rows.stream().map(row -> row.replaceAll("more$", "")).toList()
        : rows;
  }

  private static List<String> cells(Connection door, Scan scan) throws IOException {
    List<String> cells = new ArrayList<>();
    try (Table table = door.getTable(T);
        ResultScanner scanner = table.getScanner(scan)) {
      cells.add(
          text(
              () -> {
                for (Result next = scanner.next(); next != null; next = scanner.next()) {
                  for (Cell cell : next.rawCells()) {
                    cells.add(text(cell));
                  }
                }
                return "end";
              }));
    }
    return cells;
  }

  private static String one(Table table, Get get) throws IOException {
    Result result = table.get(get);
    return result.getExists() + " " + text(result);
  }

  private static String text(Result result) {
    StringBuilder text = new StringBuilder();
    for (Cell cell : result.rawCells() == null ? new Cell[0] : result.rawCells()) {
      text.append(text(cell)).append(' ');
    }
    return text.append(result.mayHaveMoreCellsInRow() ? "more" : "").toString();
  }

  private static String text(Cell cell) {
    return CellUtil.toString(cell, false) + "=" + Bytes.toStringBinary(CellUtil.cloneValue(cell));
  }

  /** A read whose failure is an answer too. */
  @FunctionalInterface
  private interface Read {
    String of() throws IOException;
  }

  private static String text(Read read) {
    try {
      return read.of();
    } catch (IOException e) {
      // The other lines are the stack of each door.
      return e.getClass().getName() + ": " + e.getMessage().lines().findFirst().orElse("");
    }
  }

  private static byte[] row(int number) {
    return Bytes.toBytes(String.format("row%02d", number));
  }

  private static byte[] family(Random random) {
    return Bytes.toBytes(FAMILIES[random.nextInt(FAMILIES.length)]);
  }

  private static byte[] qualifier(Random random) {
    int number = random.nextInt(QUALIFIERS + 1);
    return Bytes.toBytes(number == 0 ? "" : "q" + number);
  }

  private static byte[] value(Random random) {
    return Bytes.toBytes("v" + random.nextInt(20));
  }
}
