package io.rowandb.schema.packed;

import static org.apache.hbase.thirdparty.com.google.protobuf.WireFormat.WIRETYPE_FIXED32;
import static org.apache.hbase.thirdparty.com.google.protobuf.WireFormat.WIRETYPE_FIXED64;
import static org.apache.hbase.thirdparty.com.google.protobuf.WireFormat.WIRETYPE_LENGTH_DELIMITED;
import static org.apache.hbase.thirdparty.com.google.protobuf.WireFormat.WIRETYPE_VARINT;

import io.rowandb.schema.value.Utf8;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.apache.hbase.thirdparty.com.google.protobuf.CodedInputStream;
import org.apache.hbase.thirdparty.com.google.protobuf.CodedOutputStream;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;

/** The forms of scalar values. */
final class ScalarTypes {
  private static final int UUID_BYTES = 2 * Long.BYTES;

  static final ScalarType<Integer> SINT32 =
      new ScalarType<>(
          "sint32",
          WIRETYPE_VARINT,
          CodedOutputStream::computeSInt32SizeNoTag,
          CodedOutputStream::writeSInt32NoTag,
          in -> (int) inRange(in.readSInt64(), Integer.MIN_VALUE, Integer.MAX_VALUE));
  static final ScalarType<Long> SINT64 =
      new ScalarType<>(
          "sint64",
          WIRETYPE_VARINT,
          CodedOutputStream::computeSInt64SizeNoTag,
          CodedOutputStream::writeSInt64NoTag,
          CodedInputStream::readSInt64);
  static final ScalarType<Integer> SFIXED32 =
      new ScalarType<>(
          "sfixed32",
          WIRETYPE_FIXED32,
          value -> Integer.BYTES,
          CodedOutputStream::writeSFixed32NoTag,
          CodedInputStream::readSFixed32);
  static final ScalarType<Long> SFIXED64 =
      new ScalarType<>(
          "sfixed64",
          WIRETYPE_FIXED64,
          value -> Long.BYTES,
          CodedOutputStream::writeSFixed64NoTag,
          CodedInputStream::readSFixed64);

  static final ScalarType<Boolean> BOOL =
      new ScalarType<>(
          "bool",
          WIRETYPE_VARINT,
          value -> 1,
          CodedOutputStream::writeBoolNoTag,
          CodedInputStream::readBool);
  static final ScalarType<Byte> INT8 =
      new ScalarType<Byte>(
          "int32",
          WIRETYPE_VARINT,
          CodedOutputStream::computeInt32SizeNoTag,
          CodedOutputStream::writeInt32NoTag,
          in -> (byte) inRange(in.readInt64(), Byte.MIN_VALUE, Byte.MAX_VALUE));
  static final ScalarType<Short> INT16 =
      new ScalarType<Short>(
          "int32",
          WIRETYPE_VARINT,
          CodedOutputStream::computeInt32SizeNoTag,
          CodedOutputStream::writeInt32NoTag,
          in -> (short) inRange(in.readInt64(), Short.MIN_VALUE, Short.MAX_VALUE));
  static final ScalarType<Character> CHAR =
      new ScalarType<Character>(
          "uint32",
          WIRETYPE_VARINT,
          CodedOutputStream::computeUInt32SizeNoTag,
          CodedOutputStream::writeUInt32NoTag,
          in -> (char) inRange(in.readUInt64(), Character.MIN_VALUE, Character.MAX_VALUE));
  static final ScalarType<Integer> INT32 =
      new ScalarType<>(
          "int32",
          WIRETYPE_VARINT,
          CodedOutputStream::computeInt32SizeNoTag,
          CodedOutputStream::writeInt32NoTag,
          in -> (int) inRange(in.readInt64(), Integer.MIN_VALUE, Integer.MAX_VALUE));
  static final ScalarType<Long> INT64 =
      new ScalarType<>(
          "int64",
          WIRETYPE_VARINT,
          CodedOutputStream::computeInt64SizeNoTag,
          CodedOutputStream::writeInt64NoTag,
          CodedInputStream::readInt64);
  static final ScalarType<Float> FLOAT =
      new ScalarType<>(
          "float",
          WIRETYPE_FIXED32,
          value -> Float.BYTES,
          CodedOutputStream::writeFloatNoTag,
          CodedInputStream::readFloat);
  static final ScalarType<Double> DOUBLE =
      new ScalarType<>(
          "double",
          WIRETYPE_FIXED64,
          value -> Double.BYTES,
          CodedOutputStream::writeDoubleNoTag,
          CodedInputStream::readDouble);
  static final ScalarType<byte[]> BYTES =
      new ScalarType<>(
          "bytes",
          WIRETYPE_LENGTH_DELIMITED,
          CodedOutputStream::computeByteArraySizeNoTag,
          CodedOutputStream::writeByteArrayNoTag,
          CodedInputStream::readByteArray);
  static final ScalarType<UUID> UUIDS =
      new ScalarType<>(
          "bytes",
          WIRETYPE_LENGTH_DELIMITED,
          value -> 1 + UUID_BYTES,
          (out, value) -> out.writeByteArrayNoTag(writeUuid(value)),
          in -> readUuid(in.readByteArray()));
  static final ScalarType<String> STRING = string(Function.identity(), text -> text);
  static final ScalarType<BigDecimal> DECIMAL =
      string(ScalarTypes::writeDecimal, ScalarTypes::readDecimal);

  private ScalarTypes() {}

  /** Makes a value of what a field had. */
  @FunctionalInterface
  interface Parser<T> {
    T parse(String text) throws InvalidProtocolBufferException;
  }

  /** Values as texts. */
  static <T> ScalarType<T> string(Function<T, String> printer, Parser<T> parser) {
    return new ScalarType<>(
        "string",
        WIRETYPE_LENGTH_DELIMITED,
        value ->
            CodedOutputStream.computeStringSizeNoTag(Utf8.requireEncodable(printer.apply(value))),
        (out, value) -> out.writeStringNoTag(printer.apply(value)),
        in -> parser.parse(in.readStringRequireUtf8()));
  }

  /**
   * Constants of an enum by their names. A number in their place would have to be declared for
   * each, or would change its meaning when they are put in another order; a name needs no
   * declaration, and a constant that was renamed or taken away is noticed.
   */
  static <E extends Enum<E>> ScalarType<E> enumName(Class<E> type) {
    Map<String, E> byName = new HashMap<>();
    for (E constant : type.getEnumConstants()) {
      byName.put(constant.name(), constant);
    }
    return string(
        Enum::name,
        name -> {
          E found = byName.get(name);
          if (found == null) {
            throw new InvalidProtocolBufferException(
                type.getName()
                    + " has no constant "
                    + name
                    + " but "
                    + Arrays.asList(type.getEnumConstants()));
          }
          return found;
        });
  }

  private static long inRange(long value, long min, long max)
      throws InvalidProtocolBufferException {
    if (value < min || value > max) {
      throw new InvalidProtocolBufferException(value + " is not from " + min + " to " + max);
    }
    return value;
  }

  private static String writeDecimal(BigDecimal value) {
    long exponent = (long) value.precision() - value.scale() - 1;
    if (exponent != (int) exponent) {
      // It has a text, but one that BigDecimal does not read.
      throw new IllegalArgumentException(
          "decimal " + value + " has an exponent of more than 4 bytes as text");
    }
    return value.toString();
  }

  private static BigDecimal readDecimal(String text) throws InvalidProtocolBufferException {
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException e) {
      throw Malformed.by("a decimal is written as 12.5 or 1.2E+7", e);
    }
  }

  private static byte[] writeUuid(UUID value) {
    return ByteBuffer.allocate(UUID_BYTES)
        .putLong(value.getMostSignificantBits())
        .putLong(value.getLeastSignificantBits())
        .array();
  }

  private static UUID readUuid(byte[] bytes) throws InvalidProtocolBufferException {
    if (bytes.length != UUID_BYTES) {
      throw new InvalidProtocolBufferException("a UUID is of 16 bytes, and not " + bytes.length);
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new UUID(buffer.getLong(), buffer.getLong());
  }
}
