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
 * A length is trusted only if that many bytes are available.
 */
final class WireInput {
  // Fixed at construction.
  private final byte[] bytes;
  private final int offset;
  private final CodedInputStream in;

  WireInput(byte[] bytes, int offset, int length) {
    this.bytes = bytes;
    this.offset = offset;
    in = CodedInputStream.newInstance(bytes, offset, length);
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
