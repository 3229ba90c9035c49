package io.rowandb.tsdb.index;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.roaringbitmap.RoaringBitmap;

/** The row of a tag: numbers in columns of their own and in bitmaps. Used by one thread. */
final class TagNumbers {
  /** That one write moves into a bitmap. */
  private static final int MOST_AT_ONCE = 10_000;

  private static final int CELLS_A_PART = 5_000;

  private final TableName name;
  private final byte[] row;
  private final Map<Integer, Block> blocks = new TreeMap<>();

  /** Numbers of which one bitmap is. */
  private static final class Block {
    private Cell packed;
    private final List<Cell> singles = new ArrayList<>();
  }

  private TagNumbers(TableName name, byte[] row) {
    this.name = name;
    this.row = row;
  }

  /** All numbers in a row. */
  static RoaringBitmap read(TableName name, Result row) throws IOException {
    RoaringBitmap numbers = new RoaringBitmap();
    for (Cell cell : row.rawCells()) {
      if (IndexRows.isSingle(cell)) {
        numbers.add(IndexRows.numberOf(cell));
      } else if (IndexRows.isBitmap(cell)) {
        numbers.or(bitmap(name, cell));
      }
    }
    return numbers;
  }

  private static RoaringBitmap bitmap(TableName name, Cell cell) throws IOException {
    byte[] value = CellUtil.cloneValue(cell);
    RoaringBitmap bitmap = new RoaringBitmap();
    try {
      bitmap.deserialize(ByteBuffer.wrap(value));
    } catch (IOException | RuntimeException e) { // what damaged bytes make of a library
      throw (IOException) IndexTable.damaged(name, unreadable(cell)).initCause(e);
    }
    int block = IndexRows.blockOf(cell);
    boolean isWhole = bitmap.serializedSizeInBytes() == value.length && bitmap.validate();
    boolean isOfBlock =
        bitmap.isEmpty()
            || (IndexRows.blockOf(bitmap.first()) == block
                && IndexRows.blockOf(bitmap.last()) == block);
    if (!isWhole || !isOfBlock) {
      throw IndexTable.damaged(name, unreadable(cell));
    }
    return bitmap;
  }

  private static String unreadable(Cell cell) {
    return "a bitmap of row "
        + Bytes.toStringBinary(CellUtil.cloneRow(cell))
        + " cannot be read: column "
        + Bytes.toStringBinary(CellUtil.cloneQualifier(cell));
  }

  /**
   * Moves the numbers of a row into bitmaps. Others may add numbers, or do the same, meanwhile;
   * what somebody else packs at the same time is left to him.
   */
  static void pack(Table table, byte[] row) throws IOException {
    TagNumbers numbers = new TagNumbers(table.getName(), row);
    Scan scan =
        new Scan()
            .withStartRow(row)
            .withStopRow(row, true)
            .addFamily(IndexRows.FAMILY)
            .setBatch(CELLS_A_PART);
    try (ResultScanner parts = table.getScanner(scan)) {
      for (Result part = parts.next(); part != null; part = parts.next()) {
        numbers.add(part);
      }
    }
    numbers.write(table);
  }

  private void add(Result part) {
    for (Cell cell : part.rawCells()) {
      if (IndexRows.isSingle(cell)) {
        int block = IndexRows.blockOf(IndexRows.numberOf(cell));
        blocks.computeIfAbsent(block, unseen -> new Block()).singles.add(cell);
      } else if (IndexRows.isBitmap(cell)) {
        blocks.computeIfAbsent(IndexRows.blockOf(cell), unseen -> new Block()).packed = cell;
      }
    }
  }

  private void write(Table table) throws IOException {
    for (Map.Entry<Integer, Block> each : blocks.entrySet()) {
      Block block = each.getValue();
      RoaringBitmap bitmap =
          block.packed == null ? new RoaringBitmap() : bitmap(name, block.packed);
      byte[] before = block.packed == null ? null : CellUtil.cloneValue(block.packed);
      long time = block.packed == null ? 0 : block.packed.getTimestamp();
      for (int from = 0; from < block.singles.size(); from += MOST_AT_ONCE) {
        int to = Math.min(block.singles.size(), from + MOST_AT_ONCE);
        List<Cell> singles = block.singles.subList(from, to);
        singles.forEach(cell -> bitmap.add(IndexRows.numberOf(cell)));
        byte[] after = bytes(bitmap);
        // A server's clock may be behind that of the one that wrote the bitmap before.
        time = Math.max(time + 1, System.currentTimeMillis());
        if (!write(table, each.getKey(), before, after, time, singles)) {
          break;
        }
        before = after;
      }
    }
  }

  private static byte[] bytes(RoaringBitmap bitmap) {
    bitmap.runOptimize();
    ByteBuffer bytes = ByteBuffer.allocate(bitmap.serializedSizeInBytes());
    bitmap.serialize(bytes);
    return bytes.array();
  }

  private boolean write(
      Table table, int block, byte[] before, byte[] after, long time, List<Cell> singles)
      throws IOException {
    byte[] column = IndexRows.bitmap(block);
    Delete delete = new Delete(row);
    for (Cell cell : singles) {
      delete.addColumns(IndexRows.FAMILY, CellUtil.cloneQualifier(cell), cell.getTimestamp());
    }
    List<Mutation> both =
        List.of(new Put(row).addColumn(IndexRows.FAMILY, column, time, after), delete);
    CheckAndMutate.Builder check = CheckAndMutate.newBuilder(row);
    if (before == null) {
      check.ifNotExists(IndexRows.FAMILY, column);
    } else {
      check.ifEquals(IndexRows.FAMILY, column, before);
    }
    return table.checkAndMutate(check.build(RowMutations.of(both))).isSuccess();
  }
}
