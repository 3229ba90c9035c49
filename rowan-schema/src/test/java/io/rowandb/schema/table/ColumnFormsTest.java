package io.rowandb.schema.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.packed.PackedRecord;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.UUID;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** The bytes of values, as HBase's {@code Bytes} writes them or as written down here. */
class ColumnFormsTest {
  enum Suit {
    HEARTS,
    SPADES {
      @Override
      public String toString() {
        return "black";
      }
    }
  }

  record Point(int x, int y) {}

  private static <T> void assertForm(ColumnType<T> type, T value, String hex) {
    assertThat(HexFormat.of().formatHex(type.encode(value))).isEqualTo(hex);
    byte[] within = HexFormat.of().parseHex("ff" + hex + "00");
    T read = type.decode(within, 1, within.length - 2);
    assertThat(read).isEqualTo(value);
  }

  @Test
  void numbersAreAsBytesWritesThem() {
    assertThat(ColumnTypes.int16().encode((short) -2)).isEqualTo(Bytes.toBytes((short) -2));
    assertThat(ColumnTypes.int32().encode(-2)).isEqualTo(Bytes.toBytes(-2));
    assertThat(ColumnTypes.int64().encode(-2L)).isEqualTo(Bytes.toBytes(-2L));
    assertThat(ColumnTypes.float32().encode(1.5f)).isEqualTo(Bytes.toBytes(1.5f));
    assertThat(ColumnTypes.float64().encode(1.5)).isEqualTo(Bytes.toBytes(1.5));
    assertThat(ColumnTypes.bool().encode(true)).isEqualTo(Bytes.toBytes(true));
    BigDecimal decimal = new BigDecimal("-12.50");
    assertThat(ColumnTypes.decimal().encode(decimal)).isEqualTo(Bytes.toBytes(decimal));
  }

  @Test
  void wholeNumbers() {
    assertForm(ColumnTypes.bool(), true, "ff");
    assertForm(ColumnTypes.bool(), false, "00");
    assertForm(ColumnTypes.int8(), (byte) -1, "ff");
    assertForm(ColumnTypes.int16(), Short.MIN_VALUE, "8000");
    assertForm(ColumnTypes.char16(), '\uD83D', "d83d");
    assertForm(ColumnTypes.int32(), Integer.MAX_VALUE, "7fffffff");
    assertForm(ColumnTypes.int64(), 258L, "0000000000000102");
    assertForm(ColumnTypes.int64(), Long.MIN_VALUE, "8000000000000000");
  }

  @Test
  void anyByteButZeroIsTrue() {
    assertThat(ColumnTypes.bool().decode(new byte[] {1}, 0, 1)).isTrue();
  }

  @Test
  void fractions() {
    assertForm(ColumnTypes.float32(), Float.NaN, "7fc00000");
    assertForm(ColumnTypes.float64(), -0.0, "8000000000000000");
    assertForm(ColumnTypes.decimal(), new BigDecimal("1.00"), "0000000264");
    assertForm(ColumnTypes.decimal(), BigDecimal.ZERO, "0000000000");
    assertForm(ColumnTypes.decimal(), new BigDecimal("-1E+3"), "fffffffdff");
  }

  @Test
  void textAndBytes() {
    assertForm(ColumnTypes.text(), "", "");
    assertForm(ColumnTypes.text(), "\u00E9\uD83D\uDE00\0", "c3a9f09f988000");
    assertForm(ColumnTypes.bytes(), new byte[] {0, -1}, "00ff");
    assertForm(ColumnTypes.decimalText(), -120L, "2d313230");
    assertForm(
        ColumnTypes.decimalText(), Long.MIN_VALUE, "2d39323233333732303336383534373735383038");
    assertForm(ColumnTypes.enumName(Suit.class), Suit.SPADES, "535041444553");
    UUID uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    assertForm(ColumnTypes.uuid(), uuid, "00112233445566778899aabbccddeeff");
  }

  @Test
  void digitsThatOthersWroteMayHaveZerosInFront() {
    byte[] digits = Bytes.toBytes("-007");
    assertThat(ColumnTypes.decimalText().decode(digits, 0, digits.length)).isEqualTo(-7);
  }

  @Test
  void times() {
    Instant lastMilli = Instant.ofEpochMilli(-1);
    assertForm(ColumnTypes.instant(), lastMilli, "ffffffffffffffff");
    assertForm(ColumnTypes.instant(), Instant.ofEpochMilli(Long.MAX_VALUE), "7fffffffffffffff");
    assertForm(ColumnTypes.instantNanos(), lastMilli, "ffffffffffffffff" + "3b8b87c0");
    assertForm(ColumnTypes.localDate(), LocalDate.of(1970, 1, 2), "00000001");
    assertForm(ColumnTypes.localDate(), LocalDate.of(1969, 12, 31), "ffffffff");
  }

  @Test
  void timesWithAndWithoutZone() {
    LocalDateTime local = LocalDateTime.of(1969, 12, 31, 23, 59, 59, 1);
    assertForm(ColumnTypes.localDateTime(), local, "ffffffffffffffff" + "00000001");
    OffsetDateTime offset = local.atOffset(ZoneOffset.UTC);
    assertForm(ColumnTypes.offsetDateTime(), offset, "ffffffffffffffff" + "00000001");
    assertForm(
        ColumnTypes.zonedDateTime(), offset.toZonedDateTime(), "ffffffffffffffff" + "00000001");
    assertForm(ColumnTypes.instantNanos(), offset.toInstant(), "ffffffffffffffff" + "00000001");
    assertForm(ColumnTypes.localTime(), LocalTime.MIDNIGHT, "0000000000000000");
    assertForm(ColumnTypes.localTime(), LocalTime.MAX, "00004e94914effff");
  }

  @Test
  void durationsAndParts() {
    assertForm(ColumnTypes.duration(), Duration.ofNanos(-1), "ffffffffffffffff" + "3b9ac9ff");
    assertForm(
        ColumnTypes.duration(),
        Duration.ofSeconds(Long.MIN_VALUE),
        "8000000000000000" + "00000000");
    assertForm(ColumnTypes.year(), Year.of(2026), "000007ea");
    assertForm(ColumnTypes.year(), Year.of(-1), "ffffffff");
    assertForm(ColumnTypes.yearMonth(), YearMonth.of(0, 1), "0000000000000000");
    assertForm(ColumnTypes.yearMonth(), YearMonth.of(-1, 12), "ffffffffffffffff");
    assertForm(ColumnTypes.yearMonth(), YearMonth.of(1, 2), "000000000000000d");
  }

  /** Tables keep these words, so that they stay; tools read the values without their program. */
  @Test
  void theWordsOfTimes() {
    assertWords(LocalTime.class, ColumnTypes.localTime(), "time of day, nanoseconds as int64");
    assertWords(
        LocalDateTime.class,
        ColumnTypes.localDateTime(),
        "date and time without a zone, seconds since 1970 as int64 and nanoseconds as int32");
    assertWords(
        Duration.class,
        ColumnTypes.duration(),
        "duration, seconds as int64 and nanoseconds as int32");
    assertWords(Year.class, ColumnTypes.year(), "year as int32");
    assertWords(
        YearMonth.class,
        ColumnTypes.yearMonth(),
        "month, months since the beginning of year 0 as int64");
    String instant = "instant, seconds since 1970 as int64 and nanoseconds as int32";
    assertWords(Instant.class, ColumnTypes.offsetDateTime(), instant);
    assertWords(Instant.class, ColumnTypes.zonedDateTime(), instant);
  }

  private static void assertWords(Class<?> shown, ColumnType<?> type, String words) {
    assertThat(type.describe()).isEqualTo(words);
    assertThat(ColumnForms.of(words).type()).isEqualTo(shown);
  }

  @Test
  void records() {
    ColumnType<Point> type = ColumnTypes.packed(PackedRecord.inOrder(Point.class));
    assertForm(type, new Point(150, 1), "0896011001");
    assertThat(type.describe())
        .isEqualTo("Protobuf message Point { optional int32 x = 1; optional int32 y = 2; }");
  }
}
