package io.rowandb.tsdb.meta;

import io.rowandb.tsdb.uid.UidKind;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Which cells meta data are in, and the single calls on them. */
final class MetaCells {
  static final byte[] FAMILY = Bytes.toBytes("name");

  /** The JSON of a series. */
  static final byte[] SERIES = Bytes.toBytes("ts_meta");

  /** The points of a series. */
  static final byte[] COUNTER = Bytes.toBytes("ts_ctr");

  private MetaCells() {}

  /** The JSON of a name. */
  static byte[] ofName(UidKind kind) {
    return Bytes.toBytes(
        switch (kind) {
          case METRIC -> "metric_meta";
          case TAG_KEY -> "tagk_meta";
          case TAG_VALUE -> "tagv_meta";
        });
  }

  static Optional<byte[]> get(Table table, byte[] row, byte[] qualifier) throws IOException {
    Result found = table.get(new Get(row).addColumn(FAMILY, qualifier));
    return Optional.ofNullable(found.getValue(FAMILY, qualifier));
  }

  /** Whether it was written: not, if the cell is not what was expected any more. */
  static boolean write(
      Table table, byte[] row, byte[] qualifier, Optional<byte[]> expected, byte[] value)
      throws IOException {
    CheckAndMutate.Builder check = CheckAndMutate.newBuilder(row);
    CheckAndMutate.Builder asExpected =
        expected.isPresent()
            ? check.ifEquals(FAMILY, qualifier, expected.get())
            : check.ifNotExists(FAMILY, qualifier);
    Put put = new Put(row).addColumn(FAMILY, qualifier, value);
    return table.checkAndMutate(asExpected.build(put)).isSuccess();
  }

  /**
   * Deletes what is there now. By the time of the cell: a delete of now would hide a put by a clock
   * that is behind.
   */
  static void delete(Table table, byte[] row, byte[] qualifier) throws IOException {
    Cell found =
        table.get(new Get(row).addColumn(FAMILY, qualifier)).getColumnLatestCell(FAMILY, qualifier);
    if (found != null) {
      awaitEndOf(found.getTimestamp());
      table.delete(new Delete(row).addColumns(FAMILY, qualifier, found.getTimestamp()));
    }
  }

  /** What is put in the millisecond of a deleted cell would be hidden by the delete. */
  private static void awaitEndOf(long millis) {
    long began = System.nanoTime();
    while (System.currentTimeMillis() == millis && System.nanoTime() - began < 2_000_000) {
      Thread.onSpinWait();
    }
  }
}
