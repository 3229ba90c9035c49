package io.rowandb.schema.packed;

import java.io.IOException;
import org.apache.hbase.thirdparty.com.google.protobuf.CodedOutputStream;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;

/**
 * The form of one value after one tag.
 *
 * @param <T> the value's type
 */
abstract non-sealed class SingleType<T> extends PackedType<T> {
  // Fixed at construction.
  private final String name;
  private final int wireType;

  SingleType(String name, int wireType) {
    this.name = name;
    this.wireType = wireType;
  }

  /** Bytes that a value takes behind its tag, those of its length among them. */
  abstract int payloadSize(T value);

  abstract void writePayload(T value, CodedOutputStream out) throws IOException;

  abstract Object readPayload(WireInput input, Object soFar) throws IOException;

  /**
   * What Protobuf reads a key or value as that an entry of a map lacks: zero, false, or nothing.
   *
   * @param input that has the entry
   * @throws InvalidProtocolBufferException when that is no value of the type
   */
  final T zero(WireInput input) throws IOException {
    // Zeros are a varint of one byte, a number of 4 or 8 bytes, or a length of nothing.
    return finish(readPayload(input.zeros(Long.BYTES), null));
  }

  /** The type's name in Protobuf's language. */
  final String name() {
    return name;
  }

  final int wireType() {
    return wireType;
  }

  @Override
  final int size(int number, T value) {
    return CodedOutputStream.computeTagSize(number) + payloadSize(value);
  }

  @Override
  final void write(int number, T value, CodedOutputStream out) throws IOException {
    out.writeTag(number, wireType);
    writePayload(value, out);
  }

  @Override
  final Object read(int foundWireType, WireInput input, Object soFar) throws IOException {
    if (foundWireType != wireType) {
      throw wrongWireType(foundWireType);
    }
    return readPayload(input, soFar);
  }

  final InvalidProtocolBufferException wrongWireType(int found) {
    return new InvalidProtocolBufferException(
        name + " is of wire type " + wireType + " and not " + found);
  }

  @Override
  final T absent() {
    return null;
  }

  @Override
  final String describe() {
    return "optional " + name;
  }
}
