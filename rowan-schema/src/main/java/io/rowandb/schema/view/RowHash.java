package io.rowandb.schema.view;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import java.util.List;
import org.apache.hadoop.hbase.Cell;

/**
 * Hashes of 64 bits, by a number that nobody knows before: so nobody can choose rows that have the
 * same. Stored nowhere. Immutable.
 */
final class RowHash {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  // Odd numbers whose bits have no pattern: digits of the golden ratio and of the root of 3.
  private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;
  private static final long OTHER_FACTOR = 0xBB67_AE85_84CA_A73BL;

  // Fixed at construction.
  private final long seed;

  /** Odd, and not negative. */
  private final long key;

  RowHash(long seed) {
    this.seed = seed;
    key = (end(seed + FACTOR) & Long.MAX_VALUE) | 1;
  }

  /** One of its own for a comparison. */
  static RowHash random() {
    return new RowHash(new SecureRandom().nextLong());
  }

  /** Of bytes. */
  long of(byte[] bytes) {
    return end(add(seed, bytes, 0, bytes.length));
  }

  /**
   * Of a row of a view.
   *
   * @param sourceRow the key of its source row
   * @param row its key
   * @param cells in any order
   */
  long of(byte[] sourceRow, byte[] row, List<Cell> cells) {
    long begun = add(add(seed, sourceRow, 0, sourceRow.length), row, 0, row.length);
    long sum = 0;
    for (Cell cell : cells) {
      sum += of(cell);
    }
    return end(begun ^ end(sum));
  }

  private long of(Cell cell) {
    long hash = add(seed, cell.getFamilyArray(), cell.getFamilyOffset(), cell.getFamilyLength());
    hash =
        add(hash, cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength());
    return end(add(hash, cell.getValueArray(), cell.getValueOffset(), cell.getValueLength()));
  }

  /** With its length, so that no two lists of parts are one. */
  private long add(long former, byte[] bytes, int offset, int length) {
    long hash = mixed(former, length);
    int at = offset;
    for (int rest = length; rest >= Long.BYTES; rest -= Long.BYTES, at += Long.BYTES) {
      hash = mixed(hash, (long) LONGS.get(bytes, at));
    }
    long last = 0;
    for (; at < offset + length; at++) {
      last = (last << Byte.SIZE) | (bytes[at] & 0xFF);
    }
    return mixed(hash, last);
  }

  /**
   * By both halves of a product with a secret number: so it is not known which bits a change of a
   * word changes, and no other word can be chosen to take that back.
   */
  private long mixed(long hash, long word) {
    long factor = hash ^ word;
    long high = Math.multiplyHigh(factor, key) + ((factor >> (Long.SIZE - 1)) & key); // unsigned
    return high ^ (factor * key);
  }

  /** Lets each bit depend on all. */
  private static long end(long hash) {
    long end = (hash ^ (hash >>> 32)) * FACTOR;
    end = (end ^ (end >>> 29)) * OTHER_FACTOR;
    return end ^ (end >>> 32);
  }
}
