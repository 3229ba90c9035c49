package io.rowandb.schema.table;

import io.rowandb.schema.value.BinaryText;
import java.util.Arrays;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A column's address. Its arrays are never changed.
 *
 * @param family its family's name
 * @param qualifier its name there, any bytes
 */
public record Column(byte[] family, byte[] qualifier) {
  /**
   * Of {@code family:qualifier}; a byte that cannot be printed is written {@code \x00}.
   *
   * @throws IllegalArgumentException when there is no family before a colon, or {@code \x} without
   *     two hexadecimal digits
   */
  public static Column of(String address) {
    int colon = address.indexOf(':');
    if (colon < 1) {
      throw new IllegalArgumentException(
          "a column is written family:qualifier, and not \"" + address + "\"");
    }
    return new Column(
        Bytes.toBytes(address.substring(0, colon)), BinaryText.bytes(address.substring(colon + 1)));
  }

  /** Whether it is the same address; records with arrays are equal only to themselves. */
  public boolean isSameAs(Column other) {
    return Arrays.equals(family, other.family) && Arrays.equals(qualifier, other.qualifier);
  }

  /** The family's name as text. */
  public String familyName() {
    return Bytes.toString(family);
  }

  /** As {@link #of} reads it. */
  @Override
  public String toString() {
    return familyName() + ":" + Bytes.toStringBinary(qualifier);
  }
}
