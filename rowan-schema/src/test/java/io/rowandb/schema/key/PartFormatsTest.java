package io.rowandb.schema.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The bytes of each part: a change here makes keys unreadable that are in tables. */
class PartFormatsTest {
  private static final Instant TIME = Instant.parse("2024-02-29T23:59:58.123Z");
  private static final Instant SECOND = Instant.parse("2024-02-29T23:59:58Z");

  static Stream<Arguments> numbers() {
    return Stream.of(
        arguments(Parts.signed(1), -128L, "00"),
        arguments(Parts.signed(2), -2L, "7ffe"),
        arguments(Parts.signed(3), 0L, "800000"),
        arguments(Parts.int64(), 1L, "8000000000000001"),
        arguments(Parts.int64(), Long.MIN_VALUE, "0000000000000000"),
        arguments(Parts.int32(), -1, "7fffffff"),
        arguments(Parts.int16(), (short) 258, "8102"),
        arguments(Parts.int8(), (byte) 127, "ff"),
        arguments(Parts.unsigned(3), 66051L, "010203"),
        arguments(Parts.unsigned(8), Long.MAX_VALUE, "7fffffffffffffff"),
        arguments(Parts.unsignedInt(2), 65535, "ffff"),
        arguments(Parts.maxMinusInt(), 0, "7fffffff"),
        arguments(Parts.maxMinusInt(), Integer.MAX_VALUE, "00000000"),
        arguments(Parts.maxMinusLong(), 1L, "7ffffffffffffffe"),
        arguments(Parts.float32(), -0.0f, "7fffffff"),
        arguments(Parts.float32(), 0.0f, "80000000"),
        arguments(Parts.float32(), 1.5f, "bfc00000"),
        arguments(Parts.float32(), -1.5f, "403fffff"),
        arguments(Parts.float32(), Float.intBitsToFloat(0xffc00001), "ffc00000"),
        arguments(Parts.float64(), Double.NEGATIVE_INFINITY, "000fffffffffffff"),
        arguments(Parts.float64(), Double.NaN, "fff8000000000000"),
        arguments(Parts.digits(4), 42L, "30303432"));
  }

  static Stream<Arguments> texts() {
    return Stream.of(
        arguments(Parts.text(), "", "0000"),
        arguments(Parts.text(), "a\0b", "6100ff620000"),
        arguments(Parts.text(), "\0\0", "00ff00ff0000"),
        arguments(Parts.text(), "\ud83d\ude00", "f09f98800000"),
        arguments(Parts.textToEnd(), "a\0", "6100"),
        arguments(Parts.fixedText(4), "\u00e4b", "c3a46200"),
        arguments(Parts.fixedText(2), "", "0000"),
        arguments(Parts.separatedText('-'), "ab", "61622d"),
        arguments(Parts.reversed(Parts.textToEnd()), "ab\ud83d\ude00", "f09f98806261"),
        arguments(Parts.hex(2), "00ff", "00ff"),
        arguments(Parts.descending(Parts.text()), "a\0", "9eff00ffff"));
  }

  static Stream<Arguments> times() {
    return Stream.of(
        arguments(Parts.millis(), Instant.EPOCH, "8000000000000000"),
        arguments(Parts.millis(), Instant.ofEpochMilli(-1), "7fffffffffffffff"),
        arguments(Parts.seconds(), Instant.ofEpochSecond(0xFFFF_FFFFL), "ffffffff"),
        arguments(Parts.seconds().truncated(), TIME, "65e11a7e"),
        arguments(Parts.seconds().truncatedTo(ChronoUnit.HOURS), TIME, "65e10c70"),
        arguments(Parts.hours().truncated(), TIME, "00073ea7"),
        arguments(Parts.epochDay(), LocalDate.of(1969, 12, 31), "7fffffff"));
  }

  static Stream<Arguments> others() {
    return Stream.of(
        arguments(Parts.bool(), true, "01"),
        arguments(Parts.enumByte(TimeUnit.class), TimeUnit.SECONDS, "03"),
        arguments(
            Parts.uuid(),
            UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"),
            "00112233445566778899aabbccddeeff"),
        arguments(Parts.bytes(2), new byte[] {0, -1}, "00ff"),
        arguments(Parts.escapedBytes(), new byte[] {0, -1}, "00ffff0000"),
        arguments(Parts.bytesToEnd(), new byte[] {0, -1}, "00ff"),
        arguments(Parts.optional(Parts.int8()), null, "00"),
        arguments(Parts.optional(Parts.int8()), (byte) 0, "0180"),
        arguments(Parts.descending(Parts.optional(Parts.int8())), null, "ff"));
  }

  @ParameterizedTest
  @MethodSource({"numbers", "texts", "times", "others"})
  <T> void isWritten(KeyPart<T> part, T value, String hex) {
    KeyWriter out = new KeyWriter();
    part.write(value, out);
    assertThat(HexFormat.of().formatHex(out.toByteArray())).isEqualTo(hex);
  }

  static Stream<Arguments> asciiKeys() {
    return Stream.of(
        arguments(Parts.calendar("yyyyMMddHHmmssSSS"), TIME, "20240229235958123"),
        arguments(Parts.calendar("yyyyMMddHHmmss"), SECOND, "20240229235958"),
        arguments(Parts.calendar("yyyyMMddHHmm").truncated(), TIME, "202402292359"),
        arguments(Parts.calendar("yyyyMMddHH").truncated(), TIME, "2024022923"),
        arguments(Parts.calendar("yyyyMMdd").truncated(), TIME, "20240229"),
        arguments(Parts.calendar("yyyyMM").truncated(), TIME, "202402"),
        arguments(Parts.calendar("yyyy").truncated(), TIME, "2024"),
        arguments(Parts.calendar("yyyyMMdd").truncatedTo(ChronoUnit.MONTHS), TIME, "20240201"),
        arguments(
            Parts.calendar("yyyyMMddHHmmss"),
            Instant.parse("0007-01-01T00:00:00Z"),
            "00070101000000"),
        arguments(Parts.day(), LocalDate.of(2024, 2, 29), "20240229"),
        arguments(reversedDomain(), "www.apache.org", "org.apache.www"),
        arguments(reversedDomain(), ".a..b.", ".b..a."),
        arguments(reversedDomain(), "..", ".."),
        arguments(reversedDomain(), "localhost", "localhost"),
        arguments(reversedDomain(), "", ""),
        arguments(Parts.digits(19), Long.MAX_VALUE, "9223372036854775807"));
  }

  private static KeyPart<String> reversedDomain() {
    return Parts.reversedDomain(Parts.textToEnd());
  }

  @ParameterizedTest
  @MethodSource("asciiKeys")
  <T> void isWrittenAsText(KeyPart<T> part, T value, String text) {
    KeyWriter out = new KeyWriter();
    part.write(value, out);
    assertThat(out.toByteArray()).asString().isEqualTo(text);
  }
}
