package io.rowandb.tsdb.json;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;

/** Calls on single cells of a family. For any number of threads. */
public final class JsonCells {
  private final byte[] family;

  /** Those of a family. */
  public JsonCells(byte[] family) {
    this.family = family.clone();
  }

  /** What a cell has. */
  public Optional<byte[]> get(Table table, byte[] row, byte[] qualifier) throws IOException {
    return Optional.ofNullable(
        table.get(new Get(row).addColumn(family, qualifier)).getValue(family, qualifier));
  }

  /** Whether it was written: not, if the cell is not what was expected any more. */
  public boolean write(
      Table table, byte[] row, byte[] qualifier, Optional<byte[]> expected, byte[] value)
      throws IOException {
    CheckAndMutate.Builder check = CheckAndMutate.newBuilder(row);
    CheckAndMutate.Builder asExpected =
        expected.isPresent()
            ? check.ifEquals(family, qualifier, expected.get())
            : check.ifNotExists(family, qualifier);
    Put put = new Put(row).addColumn(family, qualifier, value);
    return table.checkAndMutate(asExpected.build(put)).isSuccess();
  }

  /**
   * Waits before a cell of this time is deleted: what is put in the same millisecond would be
   * hidden by the delete.
   *
   * @param millis since 1970
   */
  public static void awaitEndOf(long millis) {
    long began = System.nanoTime();
    while (System.currentTimeMillis() == millis && System.nanoTime() - began < 2_000_000) {
      Thread.onSpinWait();
    }
  }
}
