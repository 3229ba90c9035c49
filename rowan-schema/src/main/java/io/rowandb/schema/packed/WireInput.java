package io.rowandb.schema.packed;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.hbase.thirdparty.com.google.protobuf.CodedInputStream;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.apache.hbase.thirdparty.com.google.protobuf.WireFormat;

/**
 * Reads the bytes of one message. Used by one thread.
 *
 * <p>Nesting is never deeper than in the declaration: groups, which could nest deeper, are refused.
 * A length is trusted only if that many bytes are available. An empty message has two bytes and a
 * whole record in memory: a long input is refused when its messages have too many fields.
 */
final class WireInput {
  /** A shorter input is read whatever it has: it has less than 2^17 messages. */
  static final int FREE_BYTES = 1 << 18;

  /** Four to eight bytes each in memory: some 100 MB at most, whatever the bytes. */
  static final int MAX_FIELDS = 1 << 24;

  // Fixed at construction.
  private final byte[] bytes;
  private final int offset;
  private final CodedInputStream in;

  /** By which messages are counted; null if by this. */
  private final WireInput outer;

  private int fieldsLeft;

  WireInput(byte[] bytes, int offset, int length) {
    this(bytes, offset, length, null);
  }

  private WireInput(byte[] bytes, int offset, int length, WireInput outer) {
    this.outer = outer;
    this.bytes = bytes;
    this.offset = offset;
    in = CodedInputStream.newInstance(bytes, offset, length);
    fieldsLeft = length <= FREE_BYTES ? Integer.MAX_VALUE : MAX_FIELDS;
  }

  /**
   * A message begins, or an entry of a map.
   *
   * @param fields that it has in memory, whether they are there or not
   */
  void began(int fields) throws InvalidProtocolBufferException {
    if (outer != null) {
      outer.began(fields);
      return;
    }
    fieldsLeft -= 1 + fields; // one for its place
    if (fieldsLeft < 0) {
      throw new InvalidProtocolBufferException(
          "the messages in more than "
              + FREE_BYTES
              + " bytes have at most "
              + MAX_FIELDS
              + " fields in all, present or absent; these have more");
    }
  }

  /** Zeros in the place of what is absent, whose messages count as its own. */
  WireInput zeros(int length) {
    return new WireInput(new byte[length], 0, length, this);
  }

  CodedInputStream in() {
    return in;
  }

  /** How many bytes are taken. */
  int position() {
    return in.getTotalBytesRead();
  }

  /** Ends the input behind the length that is next; the answer is for {@link #leave}. */
  int enter() throws IOException {
    return in.pushLimit(in.readRawVarint32());
  }

  /** Whether all bytes of what was entered last are taken. */
  boolean isAtEnd() {
    return in.getBytesUntilLimit() == 0;
  }

  void leave(int entered) {
    in.popLimit(entered);
  }

  /** Passes over the value behind a tag. */
  void skip(int tag) throws IOException {
    switch (WireFormat.getTagWireType(tag)) {
      case WireFormat.WIRETYPE_VARINT,
              WireFormat.WIRETYPE_FIXED32,
              WireFormat.WIRETYPE_FIXED64,
              WireFormat.WIRETYPE_LENGTH_DELIMITED ->
          in.skipField(tag);
      default ->
          throw new InvalidProtocolBufferException(
              "a field is a varint, of 4 or 8 bytes, or has a length, and field "
                  + WireFormat.getTagFieldNumber(tag)
                  + " is of wire type "
                  + WireFormat.getTagWireType(tag));
    }
  }

  /** Copies what was taken from a position on. */
  void copySince(int position, ByteArrayOutputStream to) {
    to.write(bytes, offset + position, position() - position);
  }
}
