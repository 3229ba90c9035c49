package io.rowandb.engine.storefile;

import io.rowandb.engine.cache.BlockKind;
import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.io.CorruptFileException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Where the parts of a data block are: groups of Hadoop's framing, each of which begins with a cell
 * and unpacks separately. With it a reader of one cell reads and unpacks only its part of the
 * block. {@link StoreFileWriter} divides blocks in this way; a block without such groups has no
 * outline.
 *
 * <p>It is made from a completely read and checked block, and remembers the checksums, so that a
 * part is checked against them when it is read alone. It is cached like an index block. Immutable.
 */
final class BlockOutline extends Block {
  // Fixed at construction.
  private final long blockOffset;
  private final DataBlock firstCells;
  private final int[] starts;
  private final int[] bodyBytes;
  private final Checksums checksums;

  /**
   * The checksums of the block.
   *
   * @param type of all of them
   * @param chunkBytes bytes under one
   * @param end where the last of these bytes is, behind the block's start
   * @param values one after the other
   */
  private record Checksums(int type, int chunkBytes, int end, int[] values) {
    static Checksums of(byte[] disk) {
      int end = Bytes.getInt(disk, HFileFormat.CHECKSUMMED_BYTES_AT);
      int chunkBytes = Bytes.getInt(disk, HFileFormat.CHECKSUM_CHUNK_AT);
      int[] values = new int[HFileFormat.checksums(end, chunkBytes)];
      for (int i = 0; i < values.length; i++) {
        values[i] = Bytes.getInt(disk, end + i * HFileFormat.CHECKSUM_BYTES);
      }
      return new Checksums(disk[HFileFormat.CHECKSUM_TYPE_AT], chunkBytes, end, values);
    }
  }

  private BlockOutline(
      long blockOffset, DataBlock firstCells, int[] starts, int[] bodyBytes, Checksums checksums) {
    super(BlockType.DATA, firstCells.file(), place(blockOffset));
    this.blockOffset = blockOffset;
    this.firstCells = firstCells;
    this.starts = starts;
    this.bodyBytes = bodyBytes;
    this.checksums = checksums;
  }

  /** Under which offset the outline of a block is cached: one that no index names. */
  static long place(long blockOffset) {
    return -1 - blockOffset;
  }

  /**
   * The outline of a block.
   *
   * @param path for messages
   * @param whole its cells; their bytes start at 0
   * @param disk the block as it is on disk, checked
   * @return null when it has no parts
   */
  static BlockOutline of(Path path, DataBlock whole, byte[] disk) throws CorruptFileException {
    Checksums checksums = Checksums.of(disk);
    int body = Bytes.getInt(disk, HFileFormat.BODY_BYTES_AT);
    int[] starts = new int[8];
    int[] bodyBytes = new int[8];
    ByteSink keys = new ByteSink(512);
    int count = 0;
    int cell = 0;
    int filled = 0;
    int at = HFileFormat.HEADER_BYTES;
    while (at < checksums.end) {
      int group = intAt(disk, at, checksums.end);
      int packed = intAt(disk, at + Integer.BYTES, checksums.end);
      while (cell < whole.count() && whole.cellOffset(cell) < filled) {
        cell++;
      }
      if (group <= 0
          || group > body - filled
          || packed <= 0
          || packed > checksums.end - at - 2 * Integer.BYTES
          || cell == whole.count()
          || whole.cellOffset(cell) != filled) {
        return null;
      }
      if (count == starts.length) {
        starts = Arrays.copyOf(starts, count * 2);
        bodyBytes = Arrays.copyOf(bodyBytes, count * 2);
      }
      starts[count] = at;
      bodyBytes[count++] = group;
      addKey(whole, cell, keys);
      filled += group;
      at += 2 * Integer.BYTES + packed;
    }
    if (count < 2 || filled != body) {
      return null;
    }
    byte[] bytes = keys.toByteArray();
    DataBlock firstCells =
        DataBlock.parse(
            path,
            whole.file(),
            whole.offset(),
            bytes,
            0,
            bytes.length,
            false,
            true,
            AssignedSequence.NONE);
    return new BlockOutline(
        whole.offset(),
        firstCells,
        Arrays.copyOf(starts, count),
        Arrays.copyOf(bodyBytes, count),
        checksums);
  }

  /** A length in the framing; 0 where there is no room for one. */
  private static int intAt(byte[] disk, int at, int end) {
    return end - at < Integer.BYTES ? 0 : Bytes.getInt(disk, at);
  }

  private static void addKey(DataBlock whole, int cell, ByteSink keys) {
    Cell first = new Cell();
    whole.read(cell, first);
    byte[] key = CellCodec.keyOnly(first);
    keys.put(key).putVlong(first.sequence());
  }

  @Override
  public BlockKind kind() {
    return BlockKind.INDEX;
  }

  /** Where the block starts in its file. */
  long blockOffset() {
    return blockOffset;
  }

  /** How many parts the block has; at least two. */
  int count() {
    return starts.length;
  }

  /**
   * The last part that begins at or before {@code key}, or the first.
   *
   * @param probe a view to work with
   */
  int find(Cell key, Cell probe) {
    int found = firstCells.search(key, 0, starts.length, probe);
    boolean exact = found < starts.length && firstCells.compare(found, key, probe) == 0;
    return exact ? found : Math.max(0, found - 1);
  }

  /** Where a part starts in the file; also the offset under which it is cached. */
  long partOffset(int part) {
    return blockOffset + starts[part];
  }

  /** Where a part starts behind the block's start. */
  int partStart(int part) {
    return starts[part];
  }

  /** Where a part ends behind the block's start. */
  int partEnd(int part) {
    return part + 1 < starts.length ? starts[part + 1] : checksums.end;
  }

  /** Its bytes when it is unpacked. */
  int bodyBytes(int part) {
    return bodyBytes[part];
  }

  /**
   * Where the first bytes are that share a checksum with a part's first, from the block's start.
   */
  int readStart(int part) {
    return starts[part] / checksums.chunkBytes * checksums.chunkBytes;
  }

  /** Where the last bytes end that share a checksum with a part's last, from the block's start. */
  int readEnd(int part) {
    long chunks = (partEnd(part) + (long) checksums.chunkBytes - 1) / checksums.chunkBytes;
    return (int) Math.min(chunks * checksums.chunkBytes, checksums.end);
  }

  /**
   * Checks what was read for a part.
   *
   * @param disk holds it from 0 on
   * @return the first byte behind the block's start whose checksum is wrong, or -1
   */
  int firstWrong(int part, byte[] disk) {
    int start = readStart(part);
    int wrong =
        BlockChecksum.firstWrong(
            checksums.type,
            disk,
            readEnd(part) - start,
            checksums.chunkBytes,
            checksums.values,
            start / checksums.chunkBytes);
    return wrong < 0 ? -1 : start + wrong;
  }

  @Override
  public long heapBytes() {
    return OVERHEAD_BYTES
        + firstCells.heapBytes()
        + (long) Integer.BYTES * (2 * starts.length + checksums.values.length);
  }
}
