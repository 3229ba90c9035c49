package io.rowandb.schema.packed;

import java.util.Arrays;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Fields of a message whose numbers are not in the declaration because a newer program wrote them.
 * A record with a component of this type keeps them: reading puts them there, writing appends them.
 * Only with such a component can an old program change a record without losing the fields unknown
 * to it.
 *
 * <p>Immutable; used by any number of threads. Equal if their bytes are.
 */
public final class UnknownFields {
  private static final UnknownFields NONE = new UnknownFields(new byte[0]);

  /** Tags and values as they stood in the message, in their order. */
  private final byte[] bytes;

  /** Keeps the array. */
  UnknownFields(byte[] bytes) {
    this.bytes = bytes;
  }

  /** No fields: for records that are new. */
  public static UnknownFields none() {
    return NONE;
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return bytes.length == 0;
  }

  /** A copy of the fields, a message in Protobuf's form themselves. */
  public byte[] toByteArray() {
    return bytes.clone();
  }

  /** The fields themselves, not to be changed. */
  byte[] bytes() {
    return bytes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof UnknownFields that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return Bytes.toStringBinary(bytes);
  }
}
