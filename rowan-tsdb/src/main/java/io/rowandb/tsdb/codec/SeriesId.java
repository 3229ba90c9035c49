package io.rowandb.tsdb.codec;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * A series by its UIDs: those of the metric and of its tags, as in a row key without salt and time.
 * What OpenTSDB calls a TSUID. Immutable.
 */
public final class SeriesId implements Comparable<SeriesId> {
  private final byte[] bytes;

  SeriesId(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A copy of the bytes. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  /** Without a copy, for reading. */
  byte[] bytes() {
    return bytes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SeriesId id && Arrays.equals(bytes, id.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** By the bytes, unsigned: the order of the rows of an hour. */
  @Override
  public int compareTo(SeriesId other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  /** In upper-case hexadecimal, as OpenTSDB shows it. */
  @Override
  public String toString() {
    return HexFormat.of().withUpperCase().formatHex(bytes);
  }
}
