package io.rowandb.engine.world;

import static io.rowandb.engine.world.World.bytes;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * The random writes of a history, of all durabilities, and what they leave to be found. Used by one
 * thread.
 */
final class WorldWrites {
  private static final byte[] A = bytes("a");

  /** How the keys of rows begin that hold a number. */
  static final String COUNTER = "n";

  /** Two rows that are only written together. */
  static final List<String> PAIR = List.of("p1", "p2");

  private static final byte[] Q = bytes("q");
  private static final byte[] NO_TAGS = new byte[0];
  private static final List<Durability> DURABILITIES = List.of(Durability.values());
  private static final int LONGEST_VALUE = 90;

  /** Ends the large values of family a, behind what the other families have too. */
  private static final char FILLING = 'y';

  /** One value in so many is large, if any is. */
  private static final int VALUES_PER_LARGE_ONE = 3;

  /** Such writes make all families be flushed at once, so a world of large ones has few. */
  private static final int WRITES_PER_UNLOGGED_ONE = 30;

  // Fixed at construction.
  private final World world;
  private final Random random;
  private final DrawnTables tables;

  private long written;
  private final Map<String, Integer> writes = new TreeMap<>();

  WorldWrites(World world, Random random, DrawnTables tables) {
    this.world = world;
    this.random = random;
    this.tables = tables;
  }

  /** How many values were drawn. */
  long written() {
    return written;
  }

  /** How many writes there were of which durability. */
  Map<String, Integer> byDurability() {
    return writes;
  }

  /** What families of a table hold, without what only makes it large. */
  static String withoutFilling(String value) {
    int end = value.indexOf(FILLING);
    return end < 0 ? value : value.substring(0, end);
  }

  /** One row. */
  void put() throws IOException {
    String table = world.anyTable();
    if (table != null) {
      String value = newValue();
      write(
          table,
          List.of(change(table, RowMutation.Kind.PUT, world.anyRow(), value, anyDurability())),
          value);
    }
  }

  /** Hides one row. */
  void delete() throws IOException {
    String table = world.anyTable();
    if (table != null) {
      write(
          table,
          List.of(
              change(table, RowMutation.Kind.DELETE, world.anyRow(), newValue(), anyDurability())),
          null);
    }
  }

  /** Several rows, each by itself. */
  void writeSeveral() throws IOException {
    String table = world.anyTable();
    if (table != null) {
      String value = newValue();
      Durability durability = anyDurability();
      List<RowMutation> puts = new ArrayList<>();
      for (int i = 0; i < World.ROWS; i += 1 + random.nextInt(2)) {
        puts.add(change(table, RowMutation.Kind.PUT, "r" + i, value, durability));
      }
      write(table, puts, value);
    }
  }

  /** Two rows of one region as one. */
  void writePair() throws IOException {
    String table = world.anyTable();
    if (table != null && world.region(table, PAIR.get(0)) == world.region(table, PAIR.get(1))) {
      String value = newValue();
      Durability durability = Durability.SKIP_WAL;
      List<RowMutation> puts = new ArrayList<>();
      for (String row : PAIR) {
        Durability own = anyDurability();
        durability = strongest(durability, own);
        puts.add(change(table, RowMutation.Kind.PUT, row, value, own));
        world.now().row(table, row).begin(value);
      }
      if (!world.region(table, PAIR.get(0)).updateRows(puts, List.of())) {
        throw new AssertionError("an update without a condition was not done");
      }
      for (String row : PAIR) {
        acknowledged(world.now().row(table, row), durability);
      }
    }
  }

  /** A row whose families are written by different parts of one change. */
  void writeParts() throws IOException {
    String table = world.anyTable();
    if (table == null) {
      return;
    }
    String value = newValue();
    String row = world.anyRow();
    Durability durability = Durability.SKIP_WAL;
    List<RowMutation> parts = new ArrayList<>();
    for (byte[] family : World.families(world.view(table))) {
      Durability own = anyDurability();
      durability = strongest(durability, own);
      RowMutation part = new RowMutation().reset(RowMutation.Kind.PUT, bytes(row), own);
      part.add(family, Q, written, CellType.PUT, bytes(value), NO_TAGS);
      parts.add(part);
    }
    world.now().row(table, row).begin(value);
    if (!world.region(table, row).update(parts, null, new CellBatch())) {
      throw new AssertionError("an update without a condition was not done");
    }
    acknowledged(world.now().row(table, row), durability);
  }

  private static Durability strongest(Durability one, Durability other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private void write(String table, List<RowMutation> changes, String value) throws IOException {
    for (RowMutation change : changes) {
      world.now().row(table, World.text(change.row())).begin(value);
    }
    for (RowMutation change : changes) {
      world.region(table, World.text(change.row())).write(change);
      acknowledged(world.now().row(table, World.text(change.row())), change.durability());
    }
  }

  /** Adds to a row that holds a number. */
  void increment() throws IOException {
    String table = world.anyTable();
    if (table == null) {
      return;
    }
    ExpectedRow row = world.now().row(table, COUNTER);
    String before = row.latest();
    String after = Long.toString(before == null ? 1 : Long.parseLong(before) + 1);
    RowMutation increment =
        new RowMutation().reset(RowMutation.Kind.INCREMENT, bytes(COUNTER), anyDurability());
    byte[] one = new byte[Long.BYTES];
    Bytes.putLong(one, 0, 1);
    for (byte[] family : World.families(world.view(table))) {
      increment.add(family, Q, Cell.LATEST_TIMESTAMP, CellType.PUT, one, NO_TAGS);
    }
    row.begin(after);
    if (!world.region(table, COUNTER).update(List.of(increment), null, new CellBatch())) {
      throw new AssertionError("an increment without a condition was not done");
    }
    acknowledged(row, increment.durability());
  }

  /** What is in the log goes to the operating system, or to disk, with all before it. */
  private void acknowledged(ExpectedRow row, Durability durability) {
    writes.merge(durability.name(), 1, Integer::sum);
    row.acknowledge();
    if (durability != Durability.SKIP_WAL) {
      row.append();
    }
    if (durability == Durability.FSYNC_WAL) {
      world.now().forEachRow(ExpectedRow::force);
    } else if (durability == Durability.SYNC_WAL) {
      world.now().forEachRow(ExpectedRow::log);
    }
  }

  /** A change of one row, in all families. */
  RowMutation change(
      String table, RowMutation.Kind kind, String row, String value, Durability durability) {
    RowMutation change = new RowMutation().reset(kind, bytes(row), durability);
    for (byte[] family : World.families(world.view(table))) {
      if (kind == RowMutation.Kind.DELETE) {
        change.add(family, new byte[0], written, CellType.DELETE_FAMILY, new byte[0], NO_TAGS);
      } else {
        change.add(family, Q, written, CellType.PUT, bytes(ofFamily(family, value)), NO_TAGS);
      }
    }
    return change;
  }

  /** The value of the first family is sometimes much longer. */
  private String ofFamily(byte[] family, String value) {
    boolean isLarge =
        tables.large() && Arrays.equals(family, A) && random.nextInt(VALUES_PER_LARGE_ONE) == 0;
    return isLarge ? value + Character.toString(FILLING).repeat(DrawnTables.LARGE_BYTES) : value;
  }

  /** One that no row ever had. */
  String newValue() {
    written++;
    return "v" + written + "x".repeat(random.nextInt(LONGEST_VALUE));
  }

  private Durability anyDurability() {
    boolean fewUnlogged = tables.large() && random.nextInt(WRITES_PER_UNLOGGED_ONE) > 0;
    int first = fewUnlogged ? DURABILITIES.indexOf(Durability.ASYNC_WAL) : 0;
    return DURABILITIES.get(first + random.nextInt(DURABILITIES.size() - first));
  }
}
