package io.rowandb.schema.key;

import static io.rowandb.schema.key.PartValues.byteArrays;
import static io.rowandb.schema.key.PartValues.days;
import static io.rowandb.schema.key.PartValues.decimals;
import static io.rowandb.schema.key.PartValues.doubles;
import static io.rowandb.schema.key.PartValues.fits;
import static io.rowandb.schema.key.PartValues.floats;
import static io.rowandb.schema.key.PartValues.instants;
import static io.rowandb.schema.key.PartValues.ints;
import static io.rowandb.schema.key.PartValues.longs;
import static io.rowandb.schema.key.PartValues.texts;
import static io.rowandb.schema.key.PartValues.truncated;
import static io.rowandb.schema.key.PartValues.without;

import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * All parts with values, for the laws that hold for each: a new part is tested by adding a row.
 * Values are drawn from few and from all, so that equal ones and neighbours come together often.
 */
final class PartCases {
  private static final long MAX_UINT = 0xFFFF_FFFFL;
  private static final Instant YEAR_0 = Instant.parse("0000-01-01T00:00:00Z");
  private static final Instant YEAR_9999 = Instant.parse("9999-12-31T23:59:59.999999999Z");

  private PartCases() {}

  static List<PartCase<?>> all() {
    return Stream.of(
            numbers(),
            text(),
            times(),
            others(),
            nested(),
            ofBytes(),
            ofOrderedBytes(),
            ofPhoenix())
        .flatMap(List::stream)
        .<PartCase<?>>map(row -> row)
        .toList();
  }

  private static <T> PartCase<T> row(KeyPart<T> part, Arbitrary<T> values) {
    return new PartCase<>(part.describe(), part, values);
  }

  private static List<PartCase<?>> numbers() {
    return List.of(
        row(Parts.signed(1), longs(-128, 127)),
        row(Parts.signed(3), longs(-(1 << 23), (1 << 23) - 1)),
        row(Parts.signed(7), longs(-(1L << 55), (1L << 55) - 1)),
        row(Parts.int64(), longs(Long.MIN_VALUE, Long.MAX_VALUE)),
        row(Parts.unsigned(1), longs(0, 255)),
        row(Parts.unsigned(5), longs(0, (1L << 40) - 1)),
        row(Parts.unsigned(8), longs(0, Long.MAX_VALUE)),
        row(Parts.int8(), longs(-128, 127).map(Long::byteValue)),
        row(Parts.int16(), longs(Short.MIN_VALUE, Short.MAX_VALUE).map(Long::shortValue)),
        row(Parts.int32(), ints(Integer.MIN_VALUE)),
        row(Parts.unsignedInt(2), longs(0, 65535).map(Long::intValue)),
        row(Parts.unsignedInt(4), ints(0)),
        row(Parts.maxMinusInt(), ints(0)),
        row(Parts.maxMinusLong(), longs(0, Long.MAX_VALUE)),
        row(Parts.float32(), floats()),
        row(Parts.float64(), doubles()),
        row(Parts.digits(1), longs(0, 9)),
        row(Parts.digits(14), longs(0, 99_999_999_999_999L)),
        row(Parts.digits(19), longs(0, Long.MAX_VALUE)));
  }

  private static List<PartCase<?>> text() {
    return List.of(
        row(Parts.text(), texts()),
        row(Parts.textToEnd(), texts()),
        row(Parts.fixedText(12), texts().filter(text -> fits(text, 12) && !text.endsWith("\0"))),
        row(Parts.separatedText('-'), texts().filter(without('-'))),
        row(Parts.separatedText('\0'), texts().filter(without('\0'))),
        row(Parts.separatedText('\u007f'), texts().filter(without('\u007f'))),
        row(Parts.reversed(Parts.text()), texts()),
        row(
            Parts.reversed(Parts.fixedText(12)),
            texts().filter(text -> fits(text, 12) && !text.startsWith("\0"))),
        row(Parts.reversedDomain(Parts.text()), texts()),
        row(Parts.reversedDomain(Parts.textToEnd()), texts()),
        row(
            Parts.hex(2),
            byteArrays(2, 2).map(bytes -> String.format("%02x%02x", bytes[0], bytes[1]))));
  }

  private static List<PartCase<?>> times() {
    Arbitrary<Instant> since1970 = instants(Instant.EPOCH, Instant.ofEpochSecond(MAX_UINT));
    Arbitrary<Instant> calendar = instants(YEAR_0, YEAR_9999);
    Arbitrary<Instant> millis = longs(Long.MIN_VALUE, Long.MAX_VALUE).map(Instant::ofEpochMilli);
    return List.of(
        row(Parts.millis(), millis),
        row(Parts.millis().truncated(), calendar),
        row(Parts.millis().truncatedTo(ChronoUnit.DAYS), calendar),
        row(Parts.seconds(), longs(0, MAX_UINT).map(Instant::ofEpochSecond)),
        row(Parts.seconds().truncated(), since1970),
        row(Parts.seconds().truncatedTo(ChronoUnit.HOURS), since1970),
        row(Parts.hours(), longs(0, MAX_UINT).map(hour -> Instant.ofEpochSecond(hour * 3600))),
        row(Parts.hours().truncated(), since1970),
        row(Parts.calendar("yyyyMMddHHmmssSSS"), truncated(calendar, ChronoUnit.MILLIS)),
        row(Parts.calendar("yyyyMMddHHmmss"), truncated(calendar, ChronoUnit.SECONDS)),
        row(Parts.calendar("yyyyMMddHHmmss").truncated(), calendar),
        row(Parts.calendar("yyyyMMddHHmm").truncated(), calendar),
        row(Parts.calendar("yyyyMMddHH"), truncated(calendar, ChronoUnit.HOURS)),
        row(Parts.calendar("yyyyMMdd"), truncated(calendar, ChronoUnit.DAYS)),
        row(Parts.calendar("yyyyMM").truncated(), calendar),
        row(Parts.calendar("yyyy").truncated(), calendar),
        row(Parts.calendar("yyyyMMdd").truncatedTo(ChronoUnit.YEARS), calendar),
        row(Parts.day(), days(LocalDate.of(0, 1, 1), LocalDate.of(9999, 12, 31))),
        row(
            Parts.epochDay(),
            days(
                LocalDate.ofEpochDay(Integer.MIN_VALUE), LocalDate.ofEpochDay(Integer.MAX_VALUE))));
  }

  private static List<PartCase<?>> others() {
    return List.of(
        row(Parts.bool(), Arbitraries.of(true, false)),
        row(Parts.enumByte(ChronoUnit.class), Arbitraries.of(ChronoUnit.class)),
        row(
            Parts.uuid(),
            Combinators.combine(
                    longs(Long.MIN_VALUE, Long.MAX_VALUE), longs(Long.MIN_VALUE, Long.MAX_VALUE))
                .as(UUID::new)),
        row(Parts.bytes(1), byteArrays(1, 1)),
        row(Parts.bytes(3), byteArrays(3, 3)),
        row(Parts.escapedBytes(), byteArrays(0, 5)),
        row(Parts.bytesToEnd(), byteArrays(0, 5)),
        row(
            Parts.mapped(
                Parts.digits(3),
                BigInteger::valueOf,
                BigInteger::longValueExact,
                Comparator.<BigInteger>naturalOrder()),
            longs(0, 999).map(BigInteger::valueOf)));
  }

  private static List<PartCase<?>> nested() {
    return List.of(
        row(Parts.descending(Parts.int32()), ints(Integer.MIN_VALUE)),
        row(Parts.descending(Parts.text()), texts()),
        row(Parts.descending(Parts.reversed(Parts.text())), texts()),
        row(Parts.descending(Parts.separatedText('-')), texts().filter(without('-'))),
        row(Parts.descending(Parts.maxMinusInt()), ints(0)),
        row(Parts.descending(Parts.float64()), doubles()),
        row(
            Parts.descending(Parts.seconds().truncatedTo(ChronoUnit.HOURS)),
            instants(Instant.EPOCH, Instant.ofEpochSecond(MAX_UINT))),
        row(Parts.optional(Parts.int64()), longs(-1, 1).injectNull(0.3)),
        row(Parts.optional(Parts.text()), texts().injectNull(0.3)),
        row(Parts.optional(Parts.textToEnd()), texts().injectNull(0.3)),
        row(Parts.descending(Parts.optional(Parts.text())), texts().injectNull(0.3)),
        row(Parts.optional(Parts.descending(Parts.text())), texts().injectNull(0.3)),
        row(Parts.descending(Parts.descending(Parts.escapedBytes())), byteArrays(0, 5)));
  }

  private static List<PartCase<?>> ofBytes() {
    return List.of(
        row(HBaseBytesParts.int16(), longs(Short.MIN_VALUE, Short.MAX_VALUE).map(Long::shortValue)),
        row(HBaseBytesParts.int32(), ints(Integer.MIN_VALUE)),
        row(HBaseBytesParts.int64(), longs(Long.MIN_VALUE, Long.MAX_VALUE)),
        row(HBaseBytesParts.float32(), floats()),
        row(HBaseBytesParts.float64(), doubles()),
        row(HBaseBytesParts.bool(), Arbitraries.of(true, false)),
        row(HBaseBytesParts.textToEnd(), texts()));
  }

  private static List<PartCase<?>> ofOrderedBytes() {
    return List.of(
        row(OrderedBytesParts.int8(), longs(-128, 127).map(Long::byteValue)),
        row(
            OrderedBytesParts.int16(),
            longs(Short.MIN_VALUE, Short.MAX_VALUE).map(Long::shortValue)),
        row(OrderedBytesParts.int32(), ints(Integer.MIN_VALUE)),
        row(OrderedBytesParts.int64(), longs(Long.MIN_VALUE, Long.MAX_VALUE)),
        row(OrderedBytesParts.float32(), floats()),
        row(OrderedBytesParts.float64(), doubles()),
        row(OrderedBytesParts.numeric(), decimals()),
        row(Parts.descending(OrderedBytesParts.numeric()), decimals()),
        row(OrderedBytesParts.numericLong(), longs(Long.MIN_VALUE, Long.MAX_VALUE)),
        row(OrderedBytesParts.text(), texts().filter(without('\0'))),
        row(Parts.descending(OrderedBytesParts.text()), texts().filter(without('\0'))),
        row(OrderedBytesParts.blobVar(), byteArrays(0, 17)),
        row(Parts.descending(OrderedBytesParts.blobVar()), byteArrays(0, 17)));
  }

  private static List<PartCase<?>> ofPhoenix() {
    Arbitrary<String> filled = texts().filter(without('\0').and(text -> !text.isEmpty()));
    Arbitrary<String> ascii =
        Arbitraries.of("\0", "\t", "a", "b", " ", "!", "~", "\u007f")
            .list()
            .ofMaxSize(4)
            .map(list -> String.join("", list))
            .filter(text -> !text.endsWith(" "));
    return List.of(
        row(PhoenixParts.unsignedTinyint(), longs(0, 127).map(Long::byteValue)),
        row(PhoenixParts.unsignedSmallint(), longs(0, 32767).map(Long::shortValue)),
        row(PhoenixParts.unsignedInt(), ints(0)),
        row(PhoenixParts.unsignedLong(), longs(0, Long.MAX_VALUE)),
        row(PhoenixParts.tinyint(), longs(-128, 127).map(Long::byteValue)),
        row(PhoenixParts.smallint(), longs(Short.MIN_VALUE, Short.MAX_VALUE).map(Long::shortValue)),
        row(PhoenixParts.integer(), ints(Integer.MIN_VALUE)),
        row(PhoenixParts.bigint(), longs(Long.MIN_VALUE, Long.MAX_VALUE)),
        row(PhoenixParts.date(), longs(-1000, 1000).map(Instant::ofEpochMilli)),
        row(PhoenixParts.varchar(), filled),
        row(Parts.descending(PhoenixParts.varchar()), filled),
        row(PhoenixParts.lastVarchar(), filled),
        row(PhoenixParts.character(4), ascii),
        row(Parts.descending(PhoenixParts.character(4)), ascii));
  }
}
