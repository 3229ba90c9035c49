package io.rowandb.design.live;

import io.rowandb.design.declared.DeclaredPlan;
import io.rowandb.design.key.ColumnTally;
import io.rowandb.design.plan.FieldType;
import io.rowandb.design.plan.PlannedColumn;
import io.rowandb.design.plan.PlannedSplits;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.schema.key.MalformedKeyException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Rows of a table: the fields of their keys, the sizes of their cells, the time of the last write.
 * Cells of the first {@link #MOST_COLUMNS} columns count each by itself, others of a family
 * together. One thread.
 */
final class LiveRows {
  /** Columns that are told apart. */
  private static final int MOST_COLUMNS = 64;

  /** Characters that stand for one cell: more than the largest that HBase takes. */
  private static final int LONGEST = 12 << 20;

  /** Characters that stand for the cells of one row; a sample's line may have 16 million. */
  private static final int LONGEST_ROW = 15 << 20;

  /** Rows that were all written within less tell nothing of how they arrive. */
  private static final long SHORTEST_SPAN = 600_000;

  private static final String WRITTEN = "written at";

  /** A row; the sizes by the number of the column. */
  private record Kept(String[] key, long written, Map<Integer, Long> sizes) {}

  private final RowShape shape;
  private final List<String> fields;
  private final Map<String, Integer> columns = new LinkedHashMap<>();
  private final Map<Integer, PlannedColumn> planned = new TreeMap<>();
  private final List<Kept> rows = new ArrayList<>();
  private final Map<String, Long> unknown = new TreeMap<>();
  private long unreadable;
  private String firstUnreadable = "";
  private long widest;
  private String widestRow = "";
  private boolean isWhole;

  private LiveRows(RowShape shape) {
    this.shape = shape;
    this.fields = List.copyOf(shape.fields());
  }

  static LiveRows read(Connection connection, TableName table, RowShape shape, int limit, long seed)
      throws IOException {
    LiveRows rows = new LiveRows(shape);
    Random random = new Random(seed);
    rows.isWhole = RegionSample.read(connection, table, limit, random, rows::add);
    Collections.shuffle(rows.rows, random); // rows of one millisecond are in no order
    return rows;
  }

  private void add(Result row, Supplier<Long> cellsBehind) {
    long cells = row.size() + cellsBehind.get();
    if (cells > widest) {
      widest = cells;
      widestRow = Bytes.toStringBinary(row.getRow());
    }
    if (shape.isRemains(row)) {
      return;
    }
    Map<String, String> values;
    try {
      values = shape.values(row);
    } catch (IllegalArgumentException | MalformedKeyException e) {
      unreadable++;
      firstUnreadable = firstUnreadable.isEmpty() ? e.getMessage() : firstUnreadable;
      return;
    }
    String[] key =
        fields.stream().map(each -> values.getOrDefault(each, "")).toArray(String[]::new);
    long written = 0;
    Map<Integer, Long> sizes = new TreeMap<>();
    for (Cell cell : row.rawCells()) {
      written = Math.max(written, cell.getTimestamp());
      add(cell, row, sizes);
    }
    rows.add(new Kept(key, written, sizes));
  }

  private void add(Cell cell, Result row, Map<Integer, Long> sizes) {
    String family =
        Bytes.toString(cell.getFamilyArray(), cell.getFamilyOffset(), cell.getFamilyLength());
    String name =
        Bytes.toStringBinary(
            cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength());
    if (!shape.isKnown(cell, row)
        && (unknown.size() < MOST_COLUMNS || unknown.containsKey(family + ":" + name))) {
      unknown.merge(family + ":" + name, 1L, Long::sum);
    }
    boolean isApart = columns.containsKey(family + ":" + name) || columns.size() < MOST_COLUMNS;
    int column = isApart ? column(family, name) : column(family, "*");
    long size = Math.max(1, cell.getValueLength());
    Long before = sizes.get(column);
    sizes.put(
        column,
        before == null
            ? size
            : before
                + size
                + ColumnTally.CELL_OVERHEAD
                + cell.getRowLength()
                + cell.getFamilyLength()
                + cell.getQualifierLength());
  }

  private int column(String family, String name) {
    return columns.computeIfAbsent(
        family + ":" + name,
        field -> {
          planned.put(
              planned.size(),
              new PlannedColumn(
                  family, field, name, "", PlannedColumn.Form.TEXT, PlannedColumn.Count.NONE));
          return planned.size() - 1;
        });
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Rows that the design could read, and those that it could not. */
  long read() {
    return rows.size();
  }

  long unreadable() {
    return unreadable;
  }

  String firstUnreadable() {
    return firstUnreadable;
  }

  /** Columns of no field, and how many rows have each. */
  Map<String, Long> unknown() {
    return Collections.unmodifiableMap(unknown);
  }

  /** Cells of the widest row that was read. */
  long widest() {
    return widest;
  }

  String widestRow() {
    return widestRow;
  }

  /** The plan, with the columns that rows have and the regions that there are. */
  TablePlan plan(List<byte[]> splitKeys) {
    TablePlan plan = shape.plan();
    Map<String, FieldType> types = new LinkedHashMap<>(plan.fields());
    String arrival = arrival(plan);
    if (arrival.equals(WRITTEN)) {
      types.put(WRITTEN, FieldType.parse("time millis"));
    }
    return new TablePlan(
        plan.table(),
        types,
        plan.identity(),
        plan.key(),
        plan.families(),
        List.copyOf(planned.values()),
        "",
        splits(splitKeys),
        /* isLoadedByFiles= */ false,
        plan.patterns(),
        arrival,
        isWhole ? rows.size() : 0,
        0,
        plan.cluster(),
        plan.needs());
  }

  private static PlannedSplits splits(List<byte[]> keys) {
    return keys.isEmpty() ? PlannedSplits.NONE : DeclaredPlan.splits(keys);
  }

  /** By the last writes, else by a time in the key; the table itself is in the order of keys. */
  private String arrival(TablePlan plan) {
    if (isTimed()) {
      return WRITTEN;
    }
    return plan.arrivalField().isPresent() ? "" : TablePlan.UNKNOWN_ARRIVAL;
  }

  private boolean isTimed() {
    long first = rows.stream().mapToLong(Kept::written).min().orElse(0);
    long last = rows.stream().mapToLong(Kept::written).max().orElse(0);
    return last - first >= SHORTEST_SPAN;
  }

  /** Writes the sample: keys, and as many letters for each cell as it has bytes. */
  void write(Path file) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      List<String> names = new ArrayList<>(fields);
      names.add(WRITTEN);
      planned.values().forEach(each -> names.add(each.field()));
      line(out, names);
      for (Kept each : rows) {
        out.write(String.join(",", Arrays.stream(each.key()).map(LiveRows::quoted).toList()));
        out.write("," + each.written());
        writeSizes(out, each.sizes());
        out.write("\n");
      }
    }
  }

  private static void line(BufferedWriter out, List<String> values) throws IOException {
    out.write(String.join(",", values.stream().map(LiveRows::quoted).toList()));
    out.write("\n");
  }

  private void writeSizes(BufferedWriter out, Map<Integer, Long> sizes) throws IOException {
    long left = LONGEST_ROW;
    for (int column : planned.keySet()) {
      out.write(",");
      boolean isRest = planned.get(column).qualifier().equals("*");
      long size = Math.min(sizes.getOrDefault(column, 0L), isRest ? LONGEST >> 4 : LONGEST);
      size = Math.min(size, left);
      left -= size;
      out.write("x".repeat((int) size));
    }
  }

  private static String quoted(String value) {
    return '"' + value.replace("\"", "\"\"") + '"';
  }
}
