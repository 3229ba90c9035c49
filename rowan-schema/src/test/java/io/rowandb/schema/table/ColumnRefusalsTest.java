package io.rowandb.schema.table;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.packed.PackedRecord;
import io.rowandb.schema.value.MalformedValueException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Values without a form and bytes without a value are refused, with the value and the rule. */
class ColumnRefusalsTest {
  record Point(int x, int y) {}

  record Fixed(ColumnType<?> type, int width) {}

  static List<Fixed> fixedWidths() {
    return List.of(
        new Fixed(ColumnTypes.bool(), 1),
        new Fixed(ColumnTypes.int8(), 1),
        new Fixed(ColumnTypes.int16(), 2),
        new Fixed(ColumnTypes.char16(), 2),
        new Fixed(ColumnTypes.int32(), 4),
        new Fixed(ColumnTypes.int64(), 8),
        new Fixed(ColumnTypes.float32(), 4),
        new Fixed(ColumnTypes.float64(), 8),
        new Fixed(ColumnTypes.instant(), 8),
        new Fixed(ColumnTypes.instantNanos(), 12),
        new Fixed(ColumnTypes.localDate(), 4),
        new Fixed(ColumnTypes.localTime(), 8),
        new Fixed(ColumnTypes.localDateTime(), 12),
        new Fixed(ColumnTypes.offsetDateTime(), 12),
        new Fixed(ColumnTypes.zonedDateTime(), 12),
        new Fixed(ColumnTypes.duration(), 12),
        new Fixed(ColumnTypes.year(), 4),
        new Fixed(ColumnTypes.yearMonth(), 8),
        new Fixed(ColumnTypes.uuid(), 16));
  }

  private static void assertUnreadable(ColumnType<?> type, byte[] bytes, String... words) {
    byte[] within = new byte[bytes.length + 40];
    System.arraycopy(bytes, 0, within, 20, bytes.length);
    assertThatThrownBy(() -> type.decode(within, 20, bytes.length))
        .isInstanceOf(MalformedValueException.class)
        .hasMessageContaining(Bytes.toStringBinary(bytes))
        .hasMessageContainingAll(words);
  }

  @ParameterizedTest
  @MethodSource("fixedWidths")
  void otherLengths(Fixed fixed) {
    assertUnreadable(fixed.type(), new byte[0], "of 0 bytes", "of " + fixed.width() + " byte");
    byte[] longer = new byte[fixed.width() + 1];
    longer[fixed.width()] = 7;
    assertUnreadable(fixed.type(), longer, "\\x07", "of " + fixed.width() + " byte");
  }

  @Test
  void longBytesAreShownInPart() {
    assertThatThrownBy(() -> ColumnTypes.int32().decode(new byte[1000], 0, 1000))
        .hasMessageMatching("value (\\\\x00){64}\\.\\.\\. of 1000 bytes: int32 is of 4 bytes");
  }

  @Test
  void decimalsWithoutDigits() {
    assertUnreadable(ColumnTypes.decimal(), new byte[4], "4 bytes of scale");
  }

  @Test
  void textThatIsNotUtf8() {
    assertUnreadable(ColumnTypes.text(), new byte[] {'a', (byte) 0xC3}, "UTF-8");
    // The form of U+0000 that Java's class files have, and half a surrogate pair.
    assertUnreadable(ColumnTypes.text(), new byte[] {(byte) 0xC0, (byte) 0x80}, "UTF-8");
    assertUnreadable(
        ColumnTypes.text(), new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80}, "UTF-8");
    assertThatThrownBy(() -> ColumnTypes.text().encode("x\uDC00"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\\uDC00");
  }

  @Test
  void namesThatAreNone() {
    assertUnreadable(
        ColumnTypes.enumName(Thread.State.class),
        Bytes.toBytes("Running"),
        "java.lang.Thread$State",
        "RUNNABLE");
  }

  @Test
  void digitsThatAreNone() {
    for (String text : List.of("", "-", "+1", "1 ", "0x1", "1-", "--1", "\u0661")) {
      assertUnreadable(ColumnTypes.decimalText(), Bytes.toBytes(text), "decimal digits");
    }
    assertUnreadable(
        ColumnTypes.decimalText(), Bytes.toBytes("9223372036854775808"), "9223372036854775807");
  }

  @Test
  void instantsBetweenMillisecondsOrTooFarAway() {
    for (long nanos : List.of(1L, -1L, 999_999L, 1_500_000L)) {
      Instant between = Instant.EPOCH.plusNanos(nanos);
      assertThatThrownBy(() -> ColumnTypes.instant().encode(between))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(between.toString())
          .hasMessageContaining("instantNanos");
    }
    assertThatThrownBy(() -> ColumnTypes.instant().encode(Instant.MAX))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(Instant.MAX.toString());
  }

  @Test
  void nanosecondsThatMakeASecondAndSecondsThatNoInstantHas() {
    byte[] second = Bytes.add(Bytes.toBytes(0L), Bytes.toBytes(1_000_000_000));
    assertUnreadable(ColumnTypes.instantNanos(), second, "1000000000", "999999999");
    byte[] negative = Bytes.add(Bytes.toBytes(0L), Bytes.toBytes(-1));
    assertUnreadable(ColumnTypes.instantNanos(), negative, "-1 nanoseconds");
    byte[] far = Bytes.add(Bytes.toBytes(Long.MIN_VALUE), Bytes.toBytes(0));
    assertUnreadable(ColumnTypes.instantNanos(), far, "Instant.MIN");
  }

  @Test
  void nanosecondsAndSecondsThatNoTimeHas() {
    for (ColumnType<?> type :
        List.of(
            ColumnTypes.duration(),
            ColumnTypes.localDateTime(),
            ColumnTypes.offsetDateTime(),
            ColumnTypes.zonedDateTime())) {
      byte[] second = Bytes.add(Bytes.toBytes(0L), Bytes.toBytes(1_000_000_000));
      assertUnreadable(type, second, "1000000000 nanoseconds");
      byte[] negative = Bytes.add(Bytes.toBytes(0L), Bytes.toBytes(-1));
      assertUnreadable(type, negative, "-1 nanoseconds");
    }
    byte[] far = Bytes.add(Bytes.toBytes(Long.MAX_VALUE), Bytes.toBytes(0));
    assertUnreadable(ColumnTypes.localDateTime(), far, "LocalDateTime.MAX");
    // An instant before the first of these, which has the same form.
    byte[] first = ColumnTypes.instantNanos().encode(Instant.MIN);
    assertUnreadable(ColumnTypes.offsetDateTime(), first, "LocalDateTime.MIN");
    assertUnreadable(ColumnTypes.zonedDateTime(), first, "LocalDateTime.MIN");
  }

  @Test
  void timesOfDayYearsAndMonthsThatAreNone() {
    assertUnreadable(ColumnTypes.localTime(), Bytes.toBytes(-1L), "86399999999999");
    assertUnreadable(ColumnTypes.localTime(), Bytes.toBytes(86_400_000_000_000L), "86399999999999");
    assertUnreadable(ColumnTypes.year(), Bytes.toBytes(1_000_000_000), "999999999");
    assertUnreadable(ColumnTypes.year(), Bytes.toBytes(Integer.MIN_VALUE), "999999999");
    assertUnreadable(ColumnTypes.yearMonth(), Bytes.toBytes(12_000_000_000L), "999999999");
    assertUnreadable(ColumnTypes.yearMonth(), Bytes.toBytes(Long.MIN_VALUE), "999999999");
  }

  @Test
  void timesInAnotherZone() {
    OffsetDateTime offset = OffsetDateTime.parse("2026-01-01T00:00+01:00");
    assertThatThrownBy(() -> ColumnTypes.offsetDateTime().encode(offset))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(offset.toString(), "withOffsetSameInstant(ZoneOffset.UTC)");
    for (String region : List.of("2026-01-01T00:00Z[UTC]", "2026-07-01T00:00+02:00[Europe/Rome]")) {
      ZonedDateTime zoned = ZonedDateTime.parse(region);
      assertThatThrownBy(() -> ColumnTypes.zonedDateTime().encode(zoned))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll(zoned.toString(), "withZoneSameInstant(ZoneOffset.UTC)");
    }
  }

  @Test
  void datesTooFarAway() {
    LocalDate first = LocalDate.ofEpochDay(Integer.MAX_VALUE + 1L);
    assertThatThrownBy(() -> ColumnTypes.localDate().encode(first))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(first.toString());
    assertThatThrownBy(() -> ColumnTypes.localDate().encode(LocalDate.MIN))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void recordsOfWhichAPartHasNoNumber() {
    PackedRecord<Point> part = PackedRecord.of(Point.class).field(1, Point::x).build();
    assertThatThrownBy(() -> ColumnTypes.packed(part))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Point.y");
  }
}
