package io.rowandb.schema.packed;

import java.io.IOException;
import java.util.function.ToIntFunction;
import org.apache.hbase.thirdparty.com.google.protobuf.CodedInputStream;
import org.apache.hbase.thirdparty.com.google.protobuf.CodedOutputStream;

/** The form of a scalar value, made of three functions. */
final class ScalarType<T> extends SingleType<T> {
  /** Writes what is behind the tag. */
  @FunctionalInterface
  interface Writer<T> {
    void write(CodedOutputStream out, T value) throws IOException;
  }

  /** Reads what is behind the tag. */
  @FunctionalInterface
  interface Reader<T> {
    T read(CodedInputStream in) throws IOException;
  }

  // Fixed at construction.
  private final ToIntFunction<T> sizer;
  private final Writer<T> writer;
  private final Reader<T> reader;

  ScalarType(
      String name, int wireType, ToIntFunction<T> sizer, Writer<T> writer, Reader<T> reader) {
    super(name, wireType);
    this.sizer = sizer;
    this.writer = writer;
    this.reader = reader;
  }

  @Override
  int payloadSize(T value) {
    return sizer.applyAsInt(value);
  }

  @Override
  void writePayload(T value, CodedOutputStream out) throws IOException {
    writer.write(out, value);
  }

  @Override
  Object readPayload(WireInput input, Object soFar) throws IOException {
    return reader.read(input.in());
  }

  @Override
  @SuppressWarnings("unchecked") // It came from the reader.
  T finish(Object gathered) {
    return (T) gathered;
  }
}
