package io.rowandb.schema.packed;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import org.apache.hbase.thirdparty.com.google.protobuf.CodedOutputStream;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.apache.hbase.thirdparty.com.google.protobuf.WireFormat;

/**
 * Instants as Protobuf's own message {@code google.protobuf.Timestamp}: field 1 has the seconds
 * since 1970, field 2 the additional nanoseconds, and zeros are omitted. Years that Timestamp's
 * definition does not allow, before 1 and after 9999, are written too.
 */
final class InstantType extends SingleType<Instant> {
  private static final int SECONDS = 1;
  private static final int NANOS = 2;
  private static final int SECONDS_TAG = SECONDS << 3 | WireFormat.WIRETYPE_VARINT;
  private static final int NANOS_TAG = NANOS << 3 | WireFormat.WIRETYPE_VARINT;
  private static final long NANOS_OF_SECOND = 1_000_000_000;

  InstantType() {
    super("google.protobuf.Timestamp", WireFormat.WIRETYPE_LENGTH_DELIMITED);
  }

  @Override
  int payloadSize(Instant value) {
    // Two numbers are never so long that the length before them takes a second byte.
    return 1 + fieldsSize(value.getEpochSecond(), value.getNano());
  }

  private static int fieldsSize(long seconds, int nanos) {
    return (seconds == 0 ? 0 : CodedOutputStream.computeInt64Size(SECONDS, seconds))
        + (nanos == 0 ? 0 : CodedOutputStream.computeInt32Size(NANOS, nanos));
  }

  @Override
  void writePayload(Instant value, CodedOutputStream out) throws IOException {
    long seconds = value.getEpochSecond();
    int nanos = value.getNano();
    out.writeUInt32NoTag(fieldsSize(seconds, nanos));
    if (seconds != 0) {
      out.writeInt64(SECONDS, seconds);
    }
    if (nanos != 0) {
      out.writeInt32(NANOS, nanos);
    }
  }

  @Override
  Object readPayload(WireInput input, Object soFar) throws IOException {
    Instant before = soFar == null ? Instant.EPOCH : (Instant) soFar;
    long seconds = before.getEpochSecond();
    long nanos = before.getNano();
    int entered = input.enter();
    for (int tag = input.in().readTag(); tag != 0; tag = input.in().readTag()) {
      switch (tag) {
        case SECONDS_TAG -> seconds = input.in().readInt64();
        case NANOS_TAG -> nanos = input.in().readInt64();
        default -> input.skip(tag);
      }
    }
    input.leave(entered);
    return instant(seconds, nanos);
  }

  private static Instant instant(long seconds, long nanos) throws InvalidProtocolBufferException {
    if (nanos < 0 || nanos >= NANOS_OF_SECOND) {
      throw new InvalidProtocolBufferException(
          "nanoseconds are from 0 to 999999999, and not " + nanos);
    }
    try {
      return Instant.ofEpochSecond(seconds, nanos);
    } catch (DateTimeException e) {
      throw Malformed.by("an instant is from Instant.MIN to Instant.MAX", e);
    }
  }

  @Override
  Instant finish(Object gathered) {
    return (Instant) gathered;
  }
}
