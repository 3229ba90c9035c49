package io.rowandb.schema.packed;

import java.io.IOException;
import java.util.function.Function;
import org.apache.hbase.thirdparty.com.google.protobuf.CodedOutputStream;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;

/**
 * The form of a class of the program, written as a value of another class to which a function
 * converts it.
 *
 * @param <T> the written value
 * @param <U> the program's
 */
final class MappedForm<T, U> extends SingleType<U> {
  // Fixed at construction.
  private final SingleType<T> written;
  private final Function<? super T, ? extends U> toValue;
  private final Function<? super U, ? extends T> toWritten;

  MappedForm(
      SingleType<T> written,
      Function<? super T, ? extends U> toValue,
      Function<? super U, ? extends T> toWritten) {
    super(written.name(), written.wireType());
    this.written = written;
    this.toValue = toValue;
    this.toWritten = toWritten;
  }

  private T written(U value) {
    T converted;
    try {
      converted = toWritten.apply(value);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException("value " + value + " has no form: " + e, e);
    }
    if (converted == null) {
      throw new IllegalArgumentException("value " + value + " has no form but null");
    }
    return converted;
  }

  @Override
  int payloadSize(U value) {
    return written.payloadSize(written(value));
  }

  @Override
  void writePayload(U value, CodedOutputStream out) throws IOException {
    written.writePayload(written(value), out);
  }

  @Override
  Object readPayload(WireInput input, Object soFar) throws IOException {
    return written.readPayload(input, soFar);
  }

  @Override
  U finish(Object gathered) throws IOException {
    T found = written.finish(gathered);
    U value;
    try {
      value = toValue.apply(found);
    } catch (RuntimeException e) {
      // What the program's function demands is a rule for the bytes too, whatever it throws.
      throw Malformed.by("value " + found + " is refused: " + e, e);
    }
    if (value == null) {
      throw new InvalidProtocolBufferException("value " + found + " is read as null");
    }
    return value;
  }
}
