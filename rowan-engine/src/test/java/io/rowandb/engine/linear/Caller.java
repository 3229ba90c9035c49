package io.rowandb.engine.linear;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowandb.engine.Database;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.region.RowCondition;
import io.rowandb.engine.scan.Progress;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Makes calls on a table's regions, as a client does that looks regions up for each. */
class Caller {
  static final String FAMILY = "f";
  private static final byte[] F = FAMILY.getBytes(UTF_8);
  private static final byte[] TEXT = "t".getBytes(UTF_8);
  private static final byte[] COUNTER = "n".getBytes(UTF_8);

  private final Database database;
  private final TableName table;
  private final int rows;

  Caller(Database database, TableName table, int rows) {
    this.database = database;
    this.table = table;
    this.rows = rows;
  }

  private interface RegionCall<T> {
    T on(Region region) throws IOException;
  }

  /**
   * Makes a call and notes when. Calls of several rows are narrowed to those in the region of the
   * first.
   */
  Operation call(int thread, Request wanted) throws IOException {
    long begin = System.nanoTime();
    return onRegionOf(
        wanted.row(),
        region -> {
          Request request = narrow(wanted, region);
          String answer = answer(region, request);
          return new Operation(thread, request, answer, begin, System.nanoTime());
        });
  }

  /** What a row has now. */
  Rows.Row read(int row) throws IOException {
    return onRegionOf(row, region -> read(region, row));
  }

  /** A region that was split or merged meanwhile is looked up again: it changed nothing. */
  private <T> T onRegionOf(int row, RegionCall<T> call) throws IOException {
    while (true) {
      try {
        return call.on(database.table(table).locate(key(row)));
      } catch (RefusedException e) {
        if (e.reason() != RefusedException.Reason.REGION_CLOSED) {
          throw e;
        }
      }
    }
  }

  static byte[] key(int row) {
    return ("r" + row).getBytes(UTF_8);
  }

  Rows.Row read(Region region, int row) throws IOException {
    CellBatch cells = new CellBatch();
    region.get(ScanSpec.get(key(row)).build(), cells);
    return row(cells);
  }

  /** Adds to the counter; the new number. */
  long increment(Region region, int row, long by) throws IOException {
    CellBatch result = new CellBatch();
    RowMutation increment =
        mutation(RowMutation.Kind.INCREMENT, row, COUNTER, CellType.PUT, number(by));
    increment.returnsResult(true);
    region.update(List.of(increment), null, result);
    return row(result).counter();
  }

  /** A put of the counter. */
  static RowMutation putCounter(int row, long value) {
    return mutation(RowMutation.Kind.PUT, row, COUNTER, CellType.PUT, number(value));
  }

  private Request narrow(Request wanted, Region region) {
    if (wanted.row() == wanted.lastRow()) {
      return wanted;
    }
    int last = wanted.row();
    while (last < wanted.lastRow() && region.info().range().contains(key(last + 1))) {
      last++;
    }
    return new Request(wanted.kind(), wanted.row(), last, wanted.text(), wanted.expected());
  }

  private String answer(Region region, Request request) throws IOException {
    int row = request.row();
    switch (request.kind()) {
      case GET -> {
        return List.of(read(region, row)).toString();
      }
      case SCAN -> {
        return scan(region).subList(row, request.lastRow() + 1).toString();
      }
      case PUT -> region.write(putText(row, request.text()));
      case PUT_ROWS -> {
        List<RowMutation> puts = new ArrayList<>();
        for (int i = row; i <= request.lastRow(); i++) {
          puts.add(putText(i, request.text()));
        }
        region.updateRows(puts, List.of());
      }
      case DELETE_TEXT -> region.write(deleteText(row));
      case DELETE_ROW ->
          region.write(
              mutation(
                  RowMutation.Kind.DELETE, row, new byte[0], CellType.DELETE_FAMILY, new byte[0]));
      case APPEND -> {
        return append(region, row, request.text());
      }
      case INCREMENT -> {
        return String.valueOf(increment(region, row, Long.parseLong(request.text())));
      }
      case CHECK_AND_PUT -> {
        return check(region, row, request.expected(), putText(row, request.text()));
      }
      case CHECK_AND_DELETE -> {
        return check(region, row, request.expected(), deleteText(row));
      }
    }
    return "";
  }

  private String append(Region region, int row, String text) throws IOException {
    CellBatch result = new CellBatch();
    RowMutation append =
        mutation(RowMutation.Kind.APPEND, row, TEXT, CellType.PUT, text.getBytes(UTF_8));
    append.returnsResult(true);
    region.update(List.of(append), null, result);
    return row(result).text();
  }

  private static String check(Region region, int row, String expected, RowMutation change)
      throws IOException {
    ScanSpec read = ScanSpec.get(key(row)).family(F, new byte[][] {TEXT}).build();
    RowCondition condition =
        new RowCondition() {
          @Override
          public ScanSpec read() {
            return read;
          }

          @Override
          public boolean test(CellBatch cells) {
            Disturbance.letOthersRun(System.nanoTime());
            return Objects.equals(row(cells).text(), expected);
          }
        };
    return String.valueOf(region.update(List.of(change), condition, new CellBatch()));
  }

  /** All rows, those of other regions empty. */
  private List<Rows.Row> scan(Region region) throws IOException {
    List<Rows.Row> found = new ArrayList<>(Rows.empty(rows).rows());
    try (RegionScanner scanner = region.scan(ScanSpec.builder().build())) {
      CellBatch cells = new CellBatch();
      while (scanner.next(cells, Integer.MAX_VALUE, Long.MAX_VALUE) != Progress.EXHAUSTED) {
        String key = new String(cells.get(0, new Cell()).row(), UTF_8);
        found.set(Integer.parseInt(key.substring(1)), row(cells));
        cells.clear();
        Disturbance.letOthersRun(System.nanoTime());
      }
    }
    return found;
  }

  private static Rows.Row row(CellBatch cells) {
    String text = null;
    Long counter = null;
    Cell cell = new Cell();
    for (int i = 0; i < cells.size(); i++) {
      cells.get(i, cell);
      if (Arrays.equals(cell.qualifier(), TEXT)) {
        text = new String(cell.value(), UTF_8);
      } else {
        counter = Bytes.getLong(cell.value(), 0);
      }
    }
    return new Rows.Row(text, counter);
  }

  private static RowMutation putText(int row, String text) {
    return mutation(RowMutation.Kind.PUT, row, TEXT, CellType.PUT, text.getBytes(UTF_8));
  }

  private static RowMutation deleteText(int row) {
    return mutation(RowMutation.Kind.DELETE, row, TEXT, CellType.DELETE_COLUMN, new byte[0]);
  }

  private static byte[] number(long value) {
    byte[] bytes = new byte[Long.BYTES];
    Bytes.putLong(bytes, 0, value);
    return bytes;
  }

  private static RowMutation mutation(
      RowMutation.Kind kind, int row, byte[] qualifier, int type, byte[] value) {
    RowMutation mutation = new RowMutation().reset(kind, key(row), Durability.SYNC_WAL);
    mutation.add(F, qualifier, Cell.LATEST_TIMESTAMP, type, value, new byte[0]);
    return mutation;
  }
}
