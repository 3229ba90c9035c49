package io.rowandb.design.estimate;

import io.rowandb.design.plan.PlannedColumn;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hbase.util.Bytes;

/** Values of a sample as bytes of cells. */
final class PlannedValue {
  private PlannedValue() {}

  /**
   * A value in its column's form; one that has none, such as a word in a column of numbers, as so
   * many zeros: sizes are right, and it is nothing to stop for.
   */
  static byte[] of(PlannedColumn column, String value) {
    try {
      return switch (column.form()) {
        case TEXT -> value.getBytes(StandardCharsets.UTF_8);
        case INT -> Bytes.toBytes(Integer.parseInt(value));
        case LONG -> Bytes.toBytes(Long.parseLong(value));
        case DOUBLE -> Bytes.toBytes(Double.parseDouble(value));
      };
    } catch (NumberFormatException e) {
      return new byte[column.form().bytes()];
    }
  }
}
