package io.rowandb.schema.key;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.rowandb.schema.value.Utf8;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Bytes that are of no value: the message names them and says why. */
class MalformedValuesTest {
  private static String ascii(String text) {
    return HexFormat.of().formatHex(Utf8.encode(text));
  }

  static Stream<Arguments> bytes() {
    return Stream.of(
        arguments(Parts.int32(), "800000", "4 more bytes are expected, and 3 are there"),
        arguments(Parts.unsigned(8), "ffffffffffffffff", "18446744073709551615 is more"),
        arguments(Parts.unsignedInt(4), "80000000", "2147483648 is more than an int"),
        arguments(Parts.maxMinusInt(), "80000000", "2147483648 is more than an int"),
        arguments(Parts.float32(), "ffc00001", "0x7FC00001 is not Java's NaN"),
        arguments(Parts.float64(), "0000000000000000", "0xFFFFFFFFFFFFFFFF is not Java's NaN"),
        arguments(Parts.text(), "6100", "neither 0x00 nor 0xFF"),
        arguments(Parts.text(), "610001", "0x00 that is 1 bytes further"),
        arguments(Parts.text(), "61", "0x00 0x00, the end of a part, is missing"),
        arguments(Parts.text(), "c3280000", "\\xC3( of 2 bytes: text is in UTF-8"),
        // CESU-8: surrogates of their own; and a zero in two bytes.
        arguments(Parts.textToEnd(), "eda080edb080", "text is in UTF-8"),
        arguments(Parts.textToEnd(), "c080", "text is in UTF-8"),
        arguments(Parts.fixedText(2), "80ff", "text is in UTF-8"),
        arguments(Parts.separatedText('-'), "6162", "0x2D, the end of a text, is missing"),
        arguments(Parts.descending(Parts.text()), "9eff", "inverted, as it is descending"),
        arguments(Parts.digits(3), ascii("42 "), "3 digits are expected"),
        arguments(Parts.digits(3), ascii("42"), "3 digits are expected"),
        arguments(Parts.digits(19), ascii("9223372036854775808"), "more than a long holds"),
        // F154: a trimmed time.
        arguments(
            Parts.calendar("yyyyMMddHHmmss"),
            ascii("2024022923595"),
            "14 digits are expected, and 13 are there"),
        arguments(Parts.calendar("yyyyMMddHHmmss"), ascii("20230229000000"), "February 29"),
        arguments(Parts.calendar("yyyyMM"), ascii("202413"), "202413 is no time"),
        arguments(Parts.calendar("yyyyMM"), ascii("202400"), "202400 is no time"),
        arguments(Parts.day(), ascii("20240230"), "FEBRUARY 30"),
        arguments(Parts.seconds().truncatedTo(ChronoUnit.HOURS), "00000001", "no whole one"),
        arguments(Parts.bool(), "02", "neither 0, false, nor 1, true"),
        arguments(Parts.enumByte(Thread.State.class), "06", "Thread$State has no ordinal 6"),
        arguments(Parts.optional(Parts.int8()), "02", "neither 0x00, for no value, nor 0x01"),
        arguments(Parts.optional(Parts.int8()), "", "neither 0x00"),
        arguments(HBaseBytesParts.bool(), "01", "1 is neither 0, false, nor 255"),
        arguments(OrderedBytesParts.int32(), "2c80000000", "OrderedBytes int32 begins with 0x2B"),
        arguments(OrderedBytesParts.numeric(), "05", "no number of OrderedBytes begins so"),
        arguments(OrderedBytesParts.numeric(), "22fbffffffff02", "the exponent is out of"),
        arguments(OrderedBytesParts.numericLong(), "16ff64", "is no long"),
        arguments(OrderedBytesParts.blobVar(), "3701", "bits too many"),
        arguments(PhoenixParts.unsignedTinyint(), "80", "128 is more than 127"),
        arguments(PhoenixParts.varchar(), "00", "is no VARCHAR"),
        arguments(PhoenixParts.character(2), "c3a4", "is no CHAR"));
  }

  @ParameterizedTest
  @MethodSource("bytes")
  void isMalformed(KeyPart<?> part, String hex, String rule) {
    KeyReader in = new KeyReader(HexFormat.of().parseHex(hex));
    assertThatExceptionOfType(MalformedKeyException.class)
        .isThrownBy(() -> part.read(in))
        .withMessageContaining("row key ")
        .withMessageContaining(rule);
  }
}
