package io.rowandb.gateway;

import java.util.Locale;

/**
 * Estimates, while a body is read, how much memory it takes in addition to its bytes: the smallest
 * elements of JSON, XML and protobuf have two or three bytes, and become objects of hundreds of
 * bytes. Used by one thread at a time.
 */
interface BodyWeight {
  /** About what an element takes as HBase's model of it, and as a request. */
  int ELEMENT_BYTES = 400;

  /** About what another value of a list takes. */
  int VALUE_BYTES = 64;

  /** Of the bytes that come next. */
  long of(byte[] bytes, int offset, int length);

  /**
   * For a body of some type.
   *
   * @param type as a request names it, or null
   */
  static BodyWeight ofType(String type) {
    String lower = type == null ? "" : type.toLowerCase(Locale.ROOT);
    if (lower.startsWith("application/octet-stream")) {
      return (bytes, offset, length) -> 0;
    }
    if (lower.contains("protobuf")) {
      return new ProtobufWeight();
    }
    return new MarkWeight();
  }

  /** Of JSON and XML, by the marks that begin elements and values. */
  final class MarkWeight implements BodyWeight {
    /** How IBM's code, which Java's parser reads too, writes the first mark of XML. */
    private static final byte EBCDIC_LESS = 0x4c;

    private boolean begun;
    private byte less = '<';

    @Override
    public long of(byte[] bytes, int offset, int length) {
      if (!begun && length > 0) {
        begun = true;
        less = bytes[offset] == EBCDIC_LESS ? EBCDIC_LESS : less;
      }
      long weight = 0;
      for (int i = offset; i < offset + length; i++) {
        byte mark = bytes[i];
        if (mark == '{' || mark == '[' || mark == less) {
          weight += ELEMENT_BYTES;
        } else if (mark == ',') {
          weight += VALUE_BYTES;
        }
      }
      return weight;
    }
  }
}
