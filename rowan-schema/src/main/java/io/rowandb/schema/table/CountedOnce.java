package io.rowandb.schema.table;

import java.util.Arrays;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The columns beside a counter that tell which additions were made: one for each client and thread
 * that adds within a range, with the number of its last addition.
 */
final class CountedOnce {
  /** The first byte keeps them apart from most declared columns. */
  private static final byte[] BEGINNING = Bytes.toBytesBinary("\\x00once");

  private static final int LENGTH = BEGINNING.length + Long.BYTES;

  private CountedOnce() {}

  /** The column of a client's slot beside a counter. */
  static Column of(Column counter, long slot) {
    return new Column(counter.family(), Bytes.add(BEGINNING, Bytes.toBytes(slot)));
  }

  static boolean is(Column column) {
    byte[] name = column.qualifier();
    return name.length == LENGTH
        && Arrays.equals(name, 0, BEGINNING.length, BEGINNING, 0, BEGINNING.length);
  }
}
