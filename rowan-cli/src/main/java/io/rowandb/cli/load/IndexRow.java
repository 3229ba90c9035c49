package io.rowandb.cli.load;

import io.rowandb.cli.load.LoadColumns.Column;
import java.nio.charset.StandardCharsets;

/**
 * A second row for each line, used to find the line's row: its key is a prefix and the value of a
 * column; its qualifier is the key of the line's row, so many rows with the same value are many
 * columns.
 *
 * @param spec as given
 * @param prefix the prefix of the key
 * @param field the field of the line whose value follows the prefix
 * @param column the indexed column; the second row is in its family
 */
public record IndexRow(String spec, byte[] prefix, int field, Column column) {
  /**
   * Reads {@code PREFIX=family:qualifier}.
   *
   * @throws IllegalArgumentException when it is not that, or no field is the column
   */
  public static IndexRow parse(String spec, LoadColumns columns) {
    int equals = spec.lastIndexOf('=');
    if (equals <= 0) {
      throw new IllegalArgumentException(
          "\"" + spec + "\" is no index: PREFIX=FAMILY:QUALIFIER, as in I-1_=f:guid");
    }
    String column = spec.substring(equals + 1);
    int field = columns.fieldOf(column);
    if (field < 0) {
      throw new IllegalArgumentException(
          "index \"" + spec + "\": " + column + " is not one of the columns " + columns.spec());
    }
    byte[] prefix = spec.substring(0, equals).getBytes(StandardCharsets.UTF_8);
    return new IndexRow(spec, prefix, field, columns.columns().get(field));
  }
}
