package io.rowandb.engine.cell;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/** Cells for tests: readable ones, and random ones from a seed. */
public final class CellSamples {
  private static final int[] TYPES = {
    CellType.PUT,
    CellType.PUT,
    CellType.PUT,
    CellType.PUT,
    CellType.DELETE,
    CellType.DELETE_COLUMN,
    CellType.DELETE_FAMILY,
    CellType.DELETE_FAMILY_VERSION
  };

  private CellSamples() {}

  /** A put of family {@code f}. */
  public static Cell put(
      String row, String qualifier, long timestamp, String value, long sequence) {
    return CellCodec.cell(
        bytes(row), bytes("f"), bytes(qualifier), timestamp, CellType.PUT, bytes(value), sequence);
  }

  /** A view over a copy of the bytes of {@code cell}. */
  public static Cell copyOf(Cell cell) {
    byte[] copy = Arrays.copyOfRange(cell.array(), cell.offset(), cell.offset() + cell.length());
    return new Cell().set(copy, 0, copy.length, cell.sequence());
  }

  /** A copy of {@code cell} with tags, which may be none. */
  public static Cell withTags(Cell cell, byte[] tags) {
    int plain = cell.valueOffset() + cell.valueLength() - cell.offset();
    int length = tags.length == 0 ? plain : plain + 2 + tags.length;
    byte[] bytes = new byte[length];
    System.arraycopy(cell.array(), cell.offset(), bytes, 0, plain);
    if (tags.length > 0) {
      Bytes.putShort(bytes, plain, tags.length);
      System.arraycopy(tags, 0, bytes, plain + 2, tags.length);
    }
    return new Cell().set(bytes, 0, length, cell.sequence());
  }

  /**
   * Different cells in order: few rows and columns, so that many cells share them; binary and empty
   * qualifiers; all storable types; values of 0 to 40 bytes.
   *
   * @param count about how many
   */
  public static List<Cell> sorted(long seed, int count) {
    Random random = new Random(seed);
    TreeSet<Cell> cells = new TreeSet<>(CellOrder.INSTANCE);
    for (int i = 0; i < count; i++) {
      cells.add(random(random, Math.max(1, count / 5)));
    }
    return new ArrayList<>(cells);
  }

  /** A key that may or may not be one of the cells that {@link #sorted} gives. */
  public static Cell searchKey(Random random, int count) {
    Cell cell = random(random, Math.max(1, count / 5));
    return switch (random.nextInt(6)) {
      case 0 -> CellCodec.firstOnRow(cell.row());
      case 1 -> CellCodec.lastOnRow(cell.row());
      case 2 -> CellCodec.firstOnColumn(cell.row(), cell.family(), cell.qualifier());
      case 3 -> key(cell, Long.MIN_VALUE, CellType.MINIMUM, 0);
      case 4 -> key(cell, cell.timestamp(), CellType.MAXIMUM, Cell.MAX_SEQUENCE);
      default -> cell;
    };
  }

  /** A search key in the column of a cell. */
  private static Cell key(Cell cell, long timestamp, int type, long sequence) {
    return CellCodec.cell(
        cell.row(), cell.family(), cell.qualifier(), timestamp, type, new byte[0], sequence);
  }

  private static Cell random(Random random, int rows) {
    byte[] qualifier = new byte[random.nextInt(3)];
    for (int i = 0; i < qualifier.length; i++) {
      qualifier[i] = (byte) (random.nextInt(4) * 85);
    }
    byte[] value = new byte[random.nextInt(41)];
    for (int i = 0; i < value.length; i++) {
      value[i] = (byte) (random.nextBoolean() ? 'v' : random.nextInt(256));
    }
    int row = random.nextInt(rows);
    // Rows that are prefixes of others are the hard ones.
    String name = "row" + Integer.toString(row, 4) + (random.nextInt(8) == 0 ? "\0" : "");
    return CellCodec.cell(
        bytes(name),
        bytes("f"),
        qualifier,
        random.nextInt(6),
        TYPES[random.nextInt(TYPES.length)],
        value,
        random.nextInt(4) == 0 ? random.nextInt(1 << 20) : random.nextInt(3));
  }

  /** Text as bytes, one for each char. */
  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
