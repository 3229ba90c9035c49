package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.delete;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.get;
import static io.rowandb.engine.TestDatabase.increment;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.region.RowCondition;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random writes without times, against a map that knows no times at all: the last one counts. The
 * clock stands, but goes on while a write waits for it, and now and then; regions are flushed,
 * split, merged and opened anew between writes of one millisecond.
 */
class WritesInOrderTest {
  private static final int STEPS = 3_000;
  private static final List<String> COLUMNS = List.of("one:a", "one:b", "three:a", "three:b");

  private final WaitedForClock clock = new WaitedForClock();
  private final MemoryFileSystem disk = new MemoryFileSystem();
  private final Map<String, TreeMap<String, Long>> rows = new TreeMap<>();
  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);
  private Database database;

  @Tag("slow")
  @Test
  void theLastWriteCounts() throws IOException {
    database = Database.open(serial(disk, clock).build());
    database.createTable(
        table(TABLE, family("one", "VERSIONS", "1"), family("three", "VERSIONS", "3")), List.of());
    for (int step = 0; step < STEPS; step++) {
      String row = random.nextBoolean() ? "a" : "z";
      String what = random.nextInt(40) == 0 ? disturb() : write(row);
      for (String each : List.of("a", "z")) {
        assertThat(found(each))
            .as("seed %d, step %d: %s of row %s", seed, step, what, row)
            .isEqualTo(expected(each));
      }
    }
    database.close();
    assertThat(clock.waits).as("looks at the clock by writes that waited").isGreaterThan(100);
  }

  private String write(String row) throws IOException {
    TreeMap<String, Long> cells = rows.computeIfAbsent(row, it -> new TreeMap<>());
    String column = COLUMNS.get(random.nextInt(COLUMNS.size()));
    long value = random.nextInt(26);
    switch (random.nextInt(6)) {
      case 0 -> {
        region(database, row).write(put(row, column + "=" + text(value)));
        cells.put(column, value);
        return "put to " + column;
      }
      case 1 -> {
        region(database, row).write(deleteOf(row));
        cells.clear();
        return "delete";
      }
      case 2 -> {
        String checked = COLUMNS.get(random.nextInt(COLUMNS.size()));
        RowMutation put = put(row, column + "=" + text(value));
        boolean made =
            region(database, row).update(List.of(put), exists(row, checked), new CellBatch());
        assertThat(made).isEqualTo(cells.containsKey(checked));
        if (made) {
          cells.put(column, value);
        }
        return "put to " + column + " behind " + checked;
      }
      case 3 -> {
        region(database, row).writeAll(List.of(deleteOf(row)));
        region(database, row).writeAll(List.of(put(row, column + "=" + text(value))));
        cells.clear();
        cells.put(column, value);
        return "batches";
      }
      default -> {
        int times = 1 + random.nextInt(20);
        for (int i = 0; i < times; i++) {
          region(database, row).update(List.of(increment(row, column, 1)), null, new CellBatch());
        }
        cells.merge(column, (long) times, Long::sum);
        return times + " increments of " + column;
      }
    }
  }

  private String disturb() throws IOException {
    switch (random.nextInt(6)) {
      case 0 -> database.flush(TABLE);
      case 1 -> {
        database.disableTable(TABLE);
        database.enableTable(TABLE);
      }
      case 2 -> {
        database.close();
        database = Database.open(serial(disk, clock).build());
      }
      case 3 -> {
        List<String> names = new ArrayList<>();
        database.table(TABLE).regions().forEach(it -> names.add(it.info().encodedName()));
        if (names.size() == 1) {
          database.splitRegion(names.get(0), bytes("m"));
        } else {
          database.mergeRegions(names);
        }
      }
      case 4 -> database.compact(TABLE, null, true);
      default -> clock.advance(random.nextInt(12));
    }
    return "disturbance";
  }

  private Map<String, Long> found(String row) throws IOException {
    Map<String, Long> found = new TreeMap<>();
    CellBatch cells = new CellBatch();
    region(database, row).get(ScanSpec.get(bytes(row)).build(), cells);
    for (int i = 0; i < cells.size(); i++) {
      Cell cell = cells.get(i, new Cell());
      String column = new String(cell.family(), UTF_8) + ":" + new String(cell.qualifier(), UTF_8);
      found.put(column, ByteBuffer.wrap(cell.value()).getLong());
    }
    assertThat(get(database, row)).hasSize(found.size());
    return found;
  }

  private Map<String, Long> expected(String row) {
    return rows.getOrDefault(row, new TreeMap<>());
  }

  /** Eight bytes, which a counter can have, as text. */
  private static String text(long value) {
    return "\0".repeat(7) + (char) value;
  }

  private static RowCondition exists(String row, String column) {
    String[] names = column.split(":", -1);
    ScanSpec get =
        ScanSpec.get(bytes(row)).family(bytes(names[0]), new byte[][] {bytes(names[1])}).build();
    return new RowCondition() {
      @Override
      public ScanSpec read() {
        return get;
      }

      @Override
      public boolean test(CellBatch cells) {
        return !cells.isEmpty();
      }
    };
  }

  private static RowMutation deleteOf(String row) {
    return delete(CellType.DELETE_FAMILY, Cell.LATEST_TIMESTAMP, row, "one:", "three:");
  }

  /** Stands, but for who waits for it. */
  private static final class WaitedForClock extends ManualClock {
    private int waits;

    @Override
    public long millis() {
      if (isWaitedFor()) {
        waits++;
        advance(1);
      }
      return super.millis();
    }

    private static boolean isWaitedFor() {
      return StackWalker.getInstance()
          .walk(
              frames ->
                  frames
                      .limit(4)
                      .anyMatch(
                          frame ->
                              frame.getClassName().endsWith(".WriteTimes")
                                  && frame.getMethodName().equals("after")));
    }
  }
}
