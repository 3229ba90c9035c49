package io.rowandb.schema.packed;

import java.io.IOException;
import java.util.function.ToLongFunction;
import org.apache.hbase.thirdparty.com.google.protobuf.CodedOutputStream;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.apache.hbase.thirdparty.com.google.protobuf.WireFormat;

/**
 * Values as a message of Protobuf's own that has seconds in field 1 and nanoseconds in field 2:
 * {@code google.protobuf.Timestamp} or {@code google.protobuf.Duration}. Zeros are omitted. Values
 * that the message's definition does not allow, as years after 9999, are written too.
 */
final class SecondsType<T> extends SingleType<T> {
  /** Makes a value of what the two fields had. */
  @FunctionalInterface
  interface Reader<T> {
    T read(long seconds, long nanos) throws InvalidProtocolBufferException;
  }

  private static final int SECONDS = 1;
  private static final int NANOS = 2;
  private static final int SECONDS_TAG = SECONDS << 3 | WireFormat.WIRETYPE_VARINT;
  private static final int NANOS_TAG = NANOS << 3 | WireFormat.WIRETYPE_VARINT;

  // Fixed at construction.
  private final ToLongFunction<T> secondsOf;
  private final ToLongFunction<T> nanosOf;
  private final Reader<T> reader;

  /**
   * Of a message.
   *
   * @param secondsOf the seconds of a value
   * @param nanosOf its nanoseconds, from -999999999 to 999999999
   */
  SecondsType(
      String name, ToLongFunction<T> secondsOf, ToLongFunction<T> nanosOf, Reader<T> reader) {
    super(name, WireFormat.WIRETYPE_LENGTH_DELIMITED);
    this.secondsOf = secondsOf;
    this.nanosOf = nanosOf;
    this.reader = reader;
  }

  @Override
  int payloadSize(T value) {
    // Two numbers are never so long that the length before them takes a second byte.
    return 1 + fieldsSize(secondsOf.applyAsLong(value), nanosOf.applyAsLong(value));
  }

  private static int fieldsSize(long seconds, long nanos) {
    return (seconds == 0 ? 0 : CodedOutputStream.computeInt64Size(SECONDS, seconds))
        + (nanos == 0 ? 0 : CodedOutputStream.computeInt64Size(NANOS, nanos));
  }

  @Override
  void writePayload(T value, CodedOutputStream out) throws IOException {
    long seconds = secondsOf.applyAsLong(value);
    long nanos = nanosOf.applyAsLong(value);
    out.writeUInt32NoTag(fieldsSize(seconds, nanos));
    if (seconds != 0) {
      out.writeInt64(SECONDS, seconds);
    }
    if (nanos != 0) {
      out.writeInt64(NANOS, nanos);
    }
  }

  @Override
  Object readPayload(WireInput input, Object soFar) throws IOException {
    long seconds = soFar == null ? 0 : secondsOf.applyAsLong(finish(soFar));
    long nanos = soFar == null ? 0 : nanosOf.applyAsLong(finish(soFar));
    int entered = input.enter();
    for (int tag = input.in().readTag(); tag != 0; tag = input.in().readTag()) {
      switch (tag) {
        case SECONDS_TAG -> seconds = input.in().readInt64();
        case NANOS_TAG -> nanos = input.in().readInt64();
        default -> input.skip(tag);
      }
    }
    input.leave(entered);
    return reader.read(seconds, nanos);
  }

  @Override
  @SuppressWarnings("unchecked") // It came from the reader.
  T finish(Object gathered) {
    return (T) gathered;
  }
}
