package io.rowandb.schema.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a part cannot write is refused, by name. */
class RefusedValuesTest {
  private static final Instant FRACTION = Instant.parse("2024-02-29T23:59:58.123456Z");

  static Stream<Arguments> numbers() {
    return Stream.of(
        arguments(Parts.signed(1), 128L, "128 has no form", "from -128 to 127"),
        arguments(Parts.signed(1), -129L, "-129 has no form", "from -128 to 127"),
        arguments(Parts.signed(7), 1L << 55, "36028797018963968", "to 36028797018963967"),
        arguments(Parts.unsigned(1), 256L, "256 has", "from 0 to 255"),
        arguments(Parts.unsigned(1), -1L, "-1 has", "from 0 to 255"),
        arguments(Parts.unsigned(8), -1L, "-1 has", "from 0 to 9223372036854775807"),
        arguments(Parts.unsignedInt(4), -1, "-1 has", "from 0"),
        arguments(Parts.unsignedInt(2), 65536, "65536 has", "from 0 to 65535"),
        arguments(Parts.maxMinusInt(), -1, "-1 ", "from 0 on"),
        arguments(Parts.maxMinusLong(), Long.MIN_VALUE, "-9223372036854775808 ", "from 0 on"),
        arguments(Parts.digits(3), 1000L, "1000 has", "from 0 to 999"),
        arguments(Parts.digits(3), -1L, "-1 has", "from 0 to 999"));
  }

  static Stream<Arguments> texts() {
    return Stream.of(
        arguments(Parts.text(), "a\ud800", "\"a\\ud800\"", "half a surrogate pair, \\uD800, at 1"),
        arguments(
            Parts.textToEnd(),
            "\udc00\ud800",
            "\\udc00\\ud800",
            "half a surrogate pair, \\uDC00, at 0"),
        arguments(Parts.reversed(Parts.text()), "\udc00\ud800", "\\udc00", "half a surrogate pair"),
        arguments(
            Parts.reversedDomain(Parts.text()),
            "\ud800.\udc00",
            "\\udc00.\\ud800",
            "half a surrogate pair"),
        arguments(Parts.fixedText(2), "abc", "\"abc\"", "it has 3"),
        arguments(Parts.fixedText(2), "\u20ac", "\\u20ac", "it has 3"),
        arguments(Parts.fixedText(2), "a\0", "\"a\\u0000\"", "padding"),
        arguments(Parts.separatedText('-'), "a-b", "\"a-b\"", "ended by 0x2D"),
        arguments(Parts.hex(2), "00FF", "\"00FF\"", "upper case"),
        arguments(Parts.hex(2), "00f", "\"00f\"", "4 digits"),
        arguments(Parts.hex(2), "00fg", "\"00fg\"", "from 0 to f"),
        arguments(PhoenixParts.varchar(), "", "\"\"", "empty"),
        arguments(PhoenixParts.varchar(), "a\0b", "a\\u0000b", "0x00"),
        arguments(PhoenixParts.lastVarchar(), "a\0", "a\\u0000", "0x00"),
        arguments(PhoenixParts.character(3), "a ", "\"a \"", "padding"),
        arguments(PhoenixParts.character(3), "\u00e4", "\\u00e4", "one byte"),
        arguments(OrderedBytesParts.text(), "a\0", "a\\u0000", "0x00"));
  }

  static Stream<Arguments> times() {
    return Stream.of(
        arguments(Parts.millis(), FRACTION, FRACTION.toString(), "truncated form"),
        arguments(Parts.millis(), Instant.MAX, "+1000000000-12-31", "from -292275055-"),
        arguments(Parts.millis().truncated(), Instant.MIN, "-1000000000-01-01", "to +292278994"),
        arguments(
            Parts.millis().truncatedTo(ChronoUnit.DAYS),
            Instant.ofEpochMilli(Long.MIN_VALUE),
            "-292275055-05-16T16:47",
            "-292275055-05-16T00:00:00Z"),
        arguments(Parts.seconds(), FRACTION, FRACTION.toString(), "truncated form"),
        arguments(Parts.seconds(), Instant.ofEpochSecond(-1), "1969-12-31T23:59:59Z", "from 1970"),
        arguments(
            Parts.seconds().truncated(),
            Instant.ofEpochSecond(1L << 32),
            "2106-02-07T06:28:16Z",
            "to 2106"),
        arguments(
            Parts.hours(), Instant.ofEpochSecond(60), "1970-01-01T00:01:00Z", "truncated form"),
        arguments(Parts.calendar("yyyyMMddHHmmss"), FRACTION, FRACTION.toString(), "truncated"),
        arguments(
            Parts.calendar("yyyy").truncated(),
            Instant.parse("+10000-01-01T00:00:00Z"),
            "+10000",
            "to 9999"),
        arguments(
            Parts.calendar("yyyy").truncated(),
            Instant.parse("-0001-12-31T23:59:59Z"),
            "-0001",
            "from 0000"),
        arguments(Parts.day(), LocalDate.of(10_000, 1, 1), "+10000-01-01", "four digits"),
        arguments(Parts.day(), LocalDate.of(-1, 1, 1), "-0001-01-01", "four digits"),
        arguments(Parts.epochDay(), LocalDate.MAX, LocalDate.MAX.toString(), "days from 1970"));
  }

  static Stream<Arguments> others() {
    return Stream.of(
        arguments(Parts.bytes(2), new byte[] {0, 1, -1}, "\\x00\\x01\\xFF", "it has 3"),
        arguments(OrderedBytesParts.numeric(), new BigDecimal("1.50"), "1.50", "read as 1.5"),
        arguments(OrderedBytesParts.numeric(), new BigDecimal("1E+2"), "1E+2", "read as 100"),
        arguments(OrderedBytesParts.numeric(), new BigDecimal("1E-481"), "1E-481", "from 1E-480"),
        arguments(OrderedBytesParts.numeric(), new BigDecimal("1E+2000000000"), "1E+2", "below"),
        arguments(OrderedBytesParts.numeric(), new BigDecimal("1E-2000000000"), "1E-2", "from"),
        arguments(
            OrderedBytesParts.numeric(),
            BigDecimal.TEN.pow(480).setScale(0),
            "1000",
            "below 1E480"),
        arguments(
            OrderedBytesParts.numeric(),
            new BigDecimal("12345678901234567890123456789012"),
            "12345678901234567890123456789012",
            "31 digits"));
  }

  @ParameterizedTest
  @MethodSource({"numbers", "texts", "times", "others"})
  <T> void isRefused(KeyPart<T> part, T value, String named, String rule) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> part.write(value, new KeyWriter()))
        .withMessageContaining(named)
        .withMessageContaining(rule);
  }

  @Test
  void nullIsRefusedByAllPartsThatAreNotOptional() {
    List<PartCase<?>> required =
        PartCases.all().stream().filter(row -> !row.part().isOptional()).toList();
    assertThat(required).hasSizeGreaterThan(50);
    assertThat(required)
        .allSatisfy(
            row ->
                assertThatIllegalArgumentException()
                    .isThrownBy(() -> row.part().write(null, new KeyWriter()))
                    .withMessageContaining("null has no form as"));
  }
}
