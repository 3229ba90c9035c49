package io.rowandb.schema.key;

import io.rowandb.schema.value.Utf8;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Values for parts, drawn from few odd ones and from all. */
final class PartValues {
  private PartValues() {}

  static Arbitrary<Long> longs(long min, long max) {
    List<Long> odd =
        Stream.of(
                min, min + 1, -256L, -129L, -128L, -2L, -1L, 0L, 1L, 127L, 128L, 255L, 256L,
                max - 1, max)
            .filter(value -> value >= min && value <= max)
            .toList();
    return Arbitraries.oneOf(Arbitraries.of(odd), Arbitraries.longs().between(min, max));
  }

  static Arbitrary<Integer> ints(int min) {
    return longs(min, Integer.MAX_VALUE).map(Long::intValue);
  }

  static Arbitrary<Float> floats() {
    return Arbitraries.oneOf(
        Arbitraries.of(
            Float.NEGATIVE_INFINITY,
            -Float.MAX_VALUE,
            -1f,
            -Float.MIN_VALUE,
            -0.0f,
            0.0f,
            Float.MIN_VALUE,
            Float.MIN_NORMAL,
            1f,
            Float.MAX_VALUE,
            Float.POSITIVE_INFINITY,
            Float.NaN),
        Arbitraries.integers().map(Float::intBitsToFloat));
  }

  static Arbitrary<Double> doubles() {
    return Arbitraries.oneOf(
        floats().map(Float::doubleValue),
        Arbitraries.of(-Double.MAX_VALUE, -Double.MIN_VALUE, Double.MIN_VALUE, Double.MAX_VALUE),
        Arbitraries.longs().map(Double::longBitsToDouble));
  }

  /** Up to 31 digits at any place that the format has, without zeros behind them. */
  static Arbitrary<BigDecimal> decimals() {
    BigInteger bound = BigInteger.TEN.pow(31).subtract(BigInteger.ONE);
    Arbitrary<BigDecimal> any =
        Combinators.combine(
                Arbitraries.bigIntegers().between(bound.negate(), bound),
                Arbitraries.integers().between(-440, 480))
            .as(BigDecimal::new);
    Arbitrary<BigDecimal> few =
        Combinators.combine(
                Arbitraries.of(-101L, -100L, -99L, -1L, 0L, 1L, 9L, 10L, 99L, 100L, 101L)
                    .map(BigInteger::valueOf),
                Arbitraries.integers().between(-3, 3))
            .as(BigDecimal::new);
    return Arbitraries.oneOf(any, few).map(PartValues::canonical);
  }

  private static BigDecimal canonical(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  /** Of code points at the ends of the forms of UTF-8, and those that parts treat specially. */
  static Arbitrary<String> texts() {
    return Arbitraries.of(
            "\0",
            "\u0001",
            "a",
            "b",
            "\u00ff",
            ".",
            "-",
            " ",
            "!",
            "\u007f",
            "\u0080",
            "\u07ff",
            "\u0800",
            "\ud7ff",
            "\ue000",
            "\ufffd",
            "\uffff",
            "\ud800\udc00",
            "\ud83d\ude00",
            "\udbff\udfff")
        .list()
        .ofMaxSize(5)
        .map(list -> String.join("", list));
  }

  static boolean fits(String text, int bytes) {
    return Utf8.encode(text).length <= bytes;
  }

  static Predicate<String> without(char character) {
    return text -> text.indexOf(character) < 0;
  }

  static Arbitrary<byte[]> byteArrays(int min, int max) {
    Arbitrary<Byte> odd = Arbitraries.of(0, 1, 0x7f, 0x80, 0xfe, 0xff).map(Integer::byteValue);
    return Arbitraries.oneOf(odd, Arbitraries.bytes())
        .array(byte[].class)
        .ofMinSize(min)
        .ofMaxSize(max);
  }

  /** Any nanosecond; often one about whole hours, days and months. */
  static Arbitrary<Instant> instants(Instant min, Instant max) {
    Arbitrary<Instant> any =
        Combinators.combine(
                longs(min.getEpochSecond(), max.getEpochSecond()),
                Arbitraries.integers().between(0, 999_999_999))
            .as(Instant::ofEpochSecond);
    Arbitrary<Instant> near =
        Combinators.combine(
                Arbitraries.of(
                    "1970-01-01T00:00:00Z",
                    "2000-02-29T23:00:00Z",
                    "2000-03-01T00:00:00Z",
                    "2023-12-31T23:59:59Z"),
                Arbitraries.of(0L, 1L, 999_999L, 1_000_000L, 999_000_000L, 1_000_000_000L))
            .as((text, nanos) -> Instant.parse(text).plusNanos(nanos));
    return Arbitraries.oneOf(any, near)
        .filter(value -> !value.isBefore(min) && !value.isAfter(max));
  }

  static Arbitrary<Instant> truncated(Arbitrary<Instant> values, ChronoUnit unit) {
    return values.map(value -> value.truncatedTo(unit));
  }

  static Arbitrary<LocalDate> days(LocalDate min, LocalDate max) {
    return longs(min.toEpochDay(), max.toEpochDay()).map(LocalDate::ofEpochDay);
  }
}
