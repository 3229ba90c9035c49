package io.rowandb.schema.packed;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.value.Texts;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** A record with components of all types that have a form, and such records at random. */
record Everything(
    Numbers numbers,
    Boxed boxed,
    Values values,
    Lists lists,
    MoreLists moreLists,
    Forms forms,
    Times times,
    Collections collections) {

  record Numbers(boolean a, byte b, short c, char d, int e, long f, float g, double h) {}

  record Boxed(Boolean a, Byte b, Short c, Character d, Integer e, Long f, Float g, Double h) {}

  record Values(
      String text,
      BigDecimal decimal,
      Instant instant,
      LocalDate date,
      UUID uuid,
      Thread.State state,
      byte[] bytes) {}

  record Lists(
      List<Boolean> a,
      List<Byte> b,
      List<Short> c,
      List<Character> d,
      List<Integer> e,
      List<Long> f,
      List<Float> g,
      List<Double> h) {}

  record MoreLists(
      List<String> texts,
      List<BigDecimal> decimals,
      List<Instant> instants,
      List<LocalDate> dates,
      List<UUID> uuids,
      List<Thread.State> states,
      List<byte[]> arrays,
      List<Boxed> records) {}

  record Collections(
      Set<Integer> numbers,
      Set<String> texts,
      Set<Thread.State> states,
      Map<String, Double> byText,
      Map<Integer, String> byNumber,
      Map<Boolean, Boxed> byTruth,
      Map<LocalDate, Duration> byDate) {}

  record Times(
      LocalTime timeOfDay,
      LocalDateTime local,
      OffsetDateTime offset,
      ZonedDateTime zoned,
      Duration duration,
      Year year,
      YearMonth month,
      List<Duration> durations) {}

  record Forms(int a, long b, int c, long d, List<Integer> e, List<Long> f) {}

  private static final PackedRecord<Forms> FORMS =
      PackedRecord.of(Forms.class)
          .fieldAs(1, Forms::a, PackedTypes.sint32())
          .fieldAs(2, Forms::b, PackedTypes.sint64())
          .fieldAs(3, Forms::c, PackedTypes.sfixed32())
          .fieldAs(4, Forms::d, PackedTypes.sfixed64())
          .fieldAs(5, Forms::e, PackedTypes.list(PackedTypes.sint32()))
          .fieldAs(6, Forms::f, PackedTypes.list(PackedTypes.sfixed64()))
          .build();

  static final PackedRecord<Everything> PACKED =
      PackedRecord.of(Everything.class)
          .field(1, Everything::numbers)
          .field(2, Everything::boxed)
          .field(3, Everything::values)
          .field(4, Everything::lists)
          .field(5, Everything::moreLists)
          .fieldAs(6, Everything::forms, PackedTypes.message(FORMS))
          .field(7, Everything::times)
          .field(8, Everything::collections)
          .build();

  /** Compares arrays by their bytes, and fractions exactly, with NaN equal to itself. */
  static void assertEqual(Everything actual, Everything expected) {
    assertThat(actual)
        .usingRecursiveComparison()
        .withEqualsForType(Double::equals, Double.class)
        .withEqualsForType(Float::equals, Float.class)
        .isEqualTo(expected);
  }

  static Arbitrary<Everything> any() {
    return Combinators.combine(
            orNull(anyNumbers()),
            orNull(anyBoxed()),
            orNull(anyValues()),
            orNull(anyLists()),
            orNull(anyMoreLists()),
            orNull(anyForms()),
            orNull(anyTimes()),
            orNull(anyCollections()))
        .as(Everything::new);
  }

  private static <T> Arbitrary<T> orNull(Arbitrary<T> values) {
    return values.injectNull(0.3);
  }

  private static <T> Arbitrary<List<T>> few(Arbitrary<T> values) {
    return values.list().ofMaxSize(3);
  }

  private static Arbitrary<Boolean> booleans() {
    return Arbitraries.of(true, false);
  }

  private static Arbitrary<Float> floats() {
    return Arbitraries.oneOf(
        Arbitraries.integers().map(Float::intBitsToFloat),
        Arbitraries.of(Float.NaN, -0.0f, Float.NEGATIVE_INFINITY, Float.MIN_VALUE));
  }

  private static Arbitrary<Double> doubles() {
    return Arbitraries.oneOf(
        Arbitraries.longs().map(Double::longBitsToDouble),
        Arbitraries.of(Double.NaN, -0.0, Double.NEGATIVE_INFINITY, Double.MIN_VALUE));
  }

  private static Arbitrary<BigDecimal> decimals() {
    BigInteger most = BigInteger.TEN.pow(30);
    return Combinators.combine(
            Arbitraries.bigIntegers().between(most.negate(), most),
            Arbitraries.integers().between(-2_000_000_000, 2_000_000_000))
        .as(BigDecimal::new);
  }

  private static Arbitrary<Instant> instants() {
    return Combinators.combine(
            Arbitraries.longs().between(Instant.MIN.getEpochSecond(), Instant.MAX.getEpochSecond()),
            Arbitraries.integers().between(0, 999_999_999))
        .as(Instant::ofEpochSecond);
  }

  private static Arbitrary<LocalDate> dates() {
    return Arbitraries.longs()
        .between(LocalDate.MIN.toEpochDay(), LocalDate.MAX.toEpochDay())
        .map(LocalDate::ofEpochDay);
  }

  private static Arbitrary<LocalDateTime> locals() {
    long least = LocalDateTime.MIN.toEpochSecond(ZoneOffset.UTC);
    long most = LocalDateTime.MAX.toEpochSecond(ZoneOffset.UTC);
    return Combinators.combine(
            Arbitraries.longs().between(least, most),
            Arbitraries.integers().between(0, 999_999_999))
        .as((second, nano) -> LocalDateTime.ofEpochSecond(second, nano, ZoneOffset.UTC));
  }

  private static Arbitrary<Duration> durations() {
    return Combinators.combine(Arbitraries.longs(), Arbitraries.integers().between(0, 999_999_999))
        .as(Duration::ofSeconds);
  }

  private static Arbitrary<Times> anyTimes() {
    Arbitrary<Integer> years = Arbitraries.integers().between(Year.MIN_VALUE, Year.MAX_VALUE);
    return Combinators.combine(
            orNull(locals().map(LocalDateTime::toLocalTime)),
            orNull(locals()),
            orNull(locals().map(local -> local.atOffset(ZoneOffset.UTC))),
            orNull(locals().map(local -> local.atZone(ZoneOffset.UTC))),
            orNull(durations()),
            orNull(years.map(Year::of)),
            orNull(years.map(year -> YearMonth.of(year, 1 + Math.floorMod(year, 12)))),
            few(durations()))
        .as(Times::new);
  }

  private static <K, V> Arbitrary<Map<K, V>> few(Arbitrary<K> keys, Arbitrary<V> values) {
    return Arbitraries.maps(keys, values).ofMaxSize(3);
  }

  /** In an order of no meaning. */
  private static <T> Arbitrary<Set<T>> fewOf(Arbitrary<T> values) {
    return values.set().ofMaxSize(4).map(Set::copyOf);
  }

  private static Arbitrary<Collections> anyCollections() {
    return Combinators.combine(
            fewOf(Arbitraries.integers()),
            fewOf(Texts.encodable()),
            fewOf(states()),
            few(Texts.encodable(), doubles()),
            few(Arbitraries.integers(), Texts.encodable()),
            few(booleans(), anyBoxed()),
            few(dates(), durations()))
        .as(Collections::new);
  }

  private static Arbitrary<UUID> uuids() {
    return Combinators.combine(Arbitraries.longs(), Arbitraries.longs()).as(UUID::new);
  }

  private static Arbitrary<Thread.State> states() {
    return Arbitraries.of(Thread.State.class);
  }

  private static Arbitrary<byte[]> arrays() {
    // Up to two bytes of length.
    return Arbitraries.bytes().array(byte[].class).ofMaxSize(200);
  }

  private static Arbitrary<Numbers> anyNumbers() {
    return Combinators.combine(
            booleans(),
            Arbitraries.bytes(),
            Arbitraries.shorts(),
            Arbitraries.chars(),
            Arbitraries.integers(),
            Arbitraries.longs(),
            floats(),
            doubles())
        .as(Numbers::new);
  }

  private static Arbitrary<Boxed> anyBoxed() {
    return Combinators.combine(
            orNull(booleans()),
            orNull(Arbitraries.bytes()),
            orNull(Arbitraries.shorts()),
            orNull(Arbitraries.chars()),
            orNull(Arbitraries.integers()),
            orNull(Arbitraries.longs()),
            orNull(floats()),
            orNull(doubles()))
        .as(Boxed::new);
  }

  private static Arbitrary<Values> anyValues() {
    return Combinators.combine(
            orNull(Texts.encodable()),
            orNull(decimals()),
            orNull(instants()),
            orNull(dates()),
            orNull(uuids()),
            orNull(states()),
            orNull(arrays()))
        .as(Values::new);
  }

  private static Arbitrary<Lists> anyLists() {
    return Combinators.combine(
            few(booleans()),
            few(Arbitraries.bytes()),
            few(Arbitraries.shorts()),
            few(Arbitraries.chars()),
            few(Arbitraries.integers()),
            few(Arbitraries.longs()),
            few(floats()),
            few(doubles()))
        .as(Lists::new);
  }

  private static Arbitrary<MoreLists> anyMoreLists() {
    return Combinators.combine(
            few(Texts.encodable()),
            few(decimals()),
            few(instants()),
            few(dates()),
            few(uuids()),
            few(states()),
            few(arrays()),
            few(anyBoxed()))
        .as(MoreLists::new);
  }

  private static Arbitrary<Forms> anyForms() {
    return Combinators.combine(
            Arbitraries.integers(),
            Arbitraries.longs(),
            Arbitraries.integers(),
            Arbitraries.longs(),
            few(Arbitraries.integers()),
            few(Arbitraries.longs()))
        .as(Forms::new);
  }
}
