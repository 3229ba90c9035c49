package io.rowandb.schema.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.value.Texts;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What was written is read as an equal value, wherever in an array it stands. */
class ColumnRoundTripTest {
  private static <T> void assertComesBack(ColumnType<T> type, T value) {
    byte[] bytes = type.encode(value);
    byte[] within = new byte[bytes.length + 5];
    System.arraycopy(bytes, 0, within, 3, bytes.length);
    T read = type.decode(within, 3, bytes.length);
    assertThat(read).isEqualTo(value);
    assertThat(type.encode(read)).isEqualTo(bytes);
  }

  @Provide
  Arbitrary<String> texts() {
    return Texts.encodable();
  }

  @Provide
  Arbitrary<BigDecimal> decimals() {
    Arbitrary<BigInteger> digits =
        Arbitraries.bigIntegers().between(BigInteger.TEN.pow(40).negate(), BigInteger.TEN.pow(40));
    return Combinators.combine(digits, Arbitraries.integers()).as(BigDecimal::new);
  }

  @Provide
  Arbitrary<Instant> instants() {
    Arbitrary<Long> seconds =
        Arbitraries.longs().between(Instant.MIN.getEpochSecond(), Instant.MAX.getEpochSecond());
    Arbitrary<Integer> nanos = Arbitraries.integers().between(0, 999_999_999);
    return Combinators.combine(seconds, nanos).as(Instant::ofEpochSecond);
  }

  @Property
  void wholeNumbers(
      @ForAll byte int8,
      @ForAll short int16,
      @ForAll char unit,
      @ForAll int int32,
      @ForAll long int64) {
    assertComesBack(ColumnTypes.int8(), int8);
    assertComesBack(ColumnTypes.int16(), int16);
    assertComesBack(ColumnTypes.char16(), unit);
    assertComesBack(ColumnTypes.int32(), int32);
    assertComesBack(ColumnTypes.int64(), int64);
    assertComesBack(ColumnTypes.decimalText(), int64);
    assertComesBack(ColumnTypes.bool(), int8 < 0);
  }

  @Property
  void fractions(@ForAll int floatBits, @ForAll long doubleBits) {
    // All there are, the infinities and NaNs among them; Java need not keep the bits of a NaN.
    assertComesBack(ColumnTypes.float32(), Float.intBitsToFloat(floatBits));
    assertComesBack(ColumnTypes.float64(), Double.longBitsToDouble(doubleBits));
  }

  @Property
  void decimals(@ForAll("decimals") BigDecimal value) {
    assertComesBack(ColumnTypes.decimal(), value);
  }

  @Property
  void textsAndBytes(@ForAll("texts") String text, @ForAll byte[] bytes) {
    assertComesBack(ColumnTypes.text(), text);
    assertComesBack(ColumnTypes.bytes(), bytes);
  }

  @Property
  void times(@ForAll long millis, @ForAll int day, @ForAll("instants") Instant instant) {
    assertComesBack(ColumnTypes.instant(), Instant.ofEpochMilli(millis));
    assertComesBack(ColumnTypes.localDate(), LocalDate.ofEpochDay(day));
    assertComesBack(ColumnTypes.instantNanos(), instant);
  }

  @Property
  void timesOfCalendars(
      @ForAll("locals") LocalDateTime local, @ForAll long seconds, @ForAll int number) {
    assertComesBack(ColumnTypes.localDateTime(), local);
    assertComesBack(ColumnTypes.offsetDateTime(), local.atOffset(ZoneOffset.UTC));
    assertComesBack(ColumnTypes.zonedDateTime(), local.atZone(ZoneOffset.UTC));
    assertComesBack(ColumnTypes.localTime(), local.toLocalTime());
    assertComesBack(ColumnTypes.yearMonth(), YearMonth.from(local));
    assertComesBack(ColumnTypes.year(), Year.from(local));
    assertComesBack(ColumnTypes.duration(), Duration.ofSeconds(seconds, number & 0xFFFFFF));
  }

  @Provide
  Arbitrary<LocalDateTime> locals() {
    long least = LocalDateTime.MIN.toEpochSecond(ZoneOffset.UTC);
    long most = LocalDateTime.MAX.toEpochSecond(ZoneOffset.UTC);
    return Combinators.combine(
            Arbitraries.longs().between(least, most),
            Arbitraries.integers().between(0, 999_999_999))
        .as((second, nano) -> LocalDateTime.ofEpochSecond(second, nano, ZoneOffset.UTC));
  }

  @Property
  void uuids(@ForAll long high, @ForAll long low) {
    assertComesBack(ColumnTypes.uuid(), new UUID(high, low));
  }

  @Property
  void names(@ForAll Thread.State constant) {
    assertComesBack(ColumnTypes.enumName(Thread.State.class), constant);
  }
}
