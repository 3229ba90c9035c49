package io.rowandb.schema.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.value.MalformedValueException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.Size;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.apache.hbase.thirdparty.com.google.protobuf.UnknownFieldSet;
import org.junit.jupiter.api.Test;

/** Bytes that are no message are named with the rule that they break; no other failure comes. */
class PackedDamageTest {
  record Simple(int a, String b, List<Integer> c, byte[] d, Inner e) {}

  record Inner(double f) {}

  record Keeping(int a, UnknownFields rest) {}

  record Odd(
      char unit,
      Instant instant,
      LocalDate date,
      BigDecimal decimal,
      UUID uuid,
      Thread.State state) {}

  record Times(
      Duration duration,
      LocalTime timeOfDay,
      LocalDateTime local,
      OffsetDateTime offset,
      ZonedDateTime zoned,
      Year year,
      YearMonth month) {}

  record Percent(int value) {}

  record Strict(Percent percent) {
    Strict {
      if (percent.value() > 99) {
        throw new IllegalArgumentException(percent.value() + " is above 99");
      }
    }
  }

  record Outer(Strict strict) {}

  private static final PackedRecord<Odd> ODD = PackedRecord.inOrder(Odd.class);
  private static final PackedRecord<Times> TIMES = PackedRecord.inOrder(Times.class);
  private static final PackedRecord<Strict> STRICT = PackedRecord.inOrder(Strict.class);
  private static final PackedRecord<Simple> SIMPLE = PackedRecord.inOrder(Simple.class);
  private static final PackedRecord<Keeping> KEEPING = PackedRecord.inOrder(Keeping.class);

  private static boolean isRead(PackedRecord<?> type, byte[] bytes) {
    try {
      type.decode(bytes, 0, bytes.length);
      return true;
    } catch (MalformedValueException e) {
      return false;
    }
  }

  private static void assertUnreadable(PackedRecord<?> type, String hex, String... words) {
    byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
    assertThatThrownBy(() -> type.decode(bytes, 0, bytes.length))
        .isInstanceOf(MalformedValueException.class)
        .hasMessageContaining("of " + bytes.length + " bytes")
        .hasMessageContainingAll(words);
  }

  @Provide
  Arbitrary<Everything> everything() {
    return Everything.any();
  }

  @Property
  void randomBytes(@ForAll byte[] bytes) throws InvalidProtocolBufferException {
    isRead(SIMPLE, bytes);
    if (isRead(KEEPING, bytes)) {
      UnknownFieldSet.parseFrom(bytes); // What we take is a message to Protobuf.
    }
  }

  @Tag("slow")
  @Property
  void flippedBytes(@ForAll("everything") Everything record, @ForAll int place, @ForAll byte flip) {
    byte[] bytes = Everything.PACKED.encode(record);
    if (bytes.length > 0) {
      bytes[Math.floorMod(place, bytes.length)] ^= flip;
    }
    if (isRead(Everything.PACKED, bytes)) {
      Everything read = Everything.PACKED.decode(bytes, 0, bytes.length);
      byte[] again = Everything.PACKED.encode(read);
      Everything.assertEqual(Everything.PACKED.decode(again, 0, again.length), read);
    }
  }

  @Tag("slow")
  @Property
  void aMessageThatIsCutIsRefusedOrEndsWithAField(
      @ForAll int a, @ForAll @Size(max = 5) List<Integer> c, @ForAll byte[] d) {
    byte[] bytes = SIMPLE.encode(new Simple(a, "text", c, d, new Inner(0.5)));
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      boolean wholeFields = isProtobuf(cut);
      assertThat(isRead(SIMPLE, cut))
          .as("%d of %d bytes", length, bytes.length)
          .isEqualTo(wholeFields);
    }
  }

  private static boolean isProtobuf(byte[] bytes) {
    try {
      UnknownFieldSet.parseFrom(bytes);
      return true;
    } catch (InvalidProtocolBufferException e) {
      return false;
    }
  }

  @Test
  void lengthsThatTheBytesDoNotHave() {
    assertUnreadable(SIMPLE, "12 05 61 62", "Simple.b, field 2");
    assertUnreadable(SIMPLE, "22 ff ff ff ff 07", "Simple.d, field 4");
    assertUnreadable(SIMPLE, "22 ff ff ff ff 0f", "Simple.d, field 4", "negative");
    assertUnreadable(SIMPLE, "1a ff ff ff ff 07 01", "Simple.c, field 3");
    assertUnreadable(SIMPLE, "1a ff ff ff ff 0f", "Simple.c, field 3", "negative");
    assertUnreadable(SIMPLE, "2a ff ff ff ff 07", "Simple.e, field 5");
    assertUnreadable(SIMPLE, "2a 09 09 00 00", "Simple.e, field 5");
    assertUnreadable(SIMPLE, "32 ff ff ff ff 07", "at byte 6");
  }

  @Test
  void anElementThatReachesBehindItsListOrMessage() {
    assertUnreadable(SIMPLE, "1a 01 96 01", "Simple.c, field 3");
    assertUnreadable(SIMPLE, "2a 03 09 00 00 00000000 0000", "Inner.f, field 1");
  }

  @Test
  void tagsAndNumbersThatAreNone() {
    assertUnreadable(SIMPLE, "00", "at byte 1", "invalid tag");
    assertUnreadable(SIMPLE, "08", "Simple.a, field 1");
    assertUnreadable(SIMPLE, "08 ff ff ff ff ff ff ff ff ff ff 01", "Simple.a, field 1", "varint");
    assertUnreadable(SIMPLE, "12 01 ff", "Simple.b, field 2", "UTF-8");
  }

  @Test
  void aFieldOfAnotherForm() {
    assertUnreadable(SIMPLE, "0a 01 61", "Simple.a, field 1", "int32 is of wire type 0 and not 2");
    assertUnreadable(SIMPLE, "10 01", "Simple.b, field 2", "string is of wire type 2 and not 0");
    assertUnreadable(SIMPLE, "1d 00000000", "Simple.c, field 3", "of wire type 0 and not 5");
  }

  @Test
  void groupsHoweverDeep() {
    assertUnreadable(KEEPING, "1b 1c", "field 3", "wire type 3");
    assertUnreadable(KEEPING, "1b".repeat(1_000_000), "field 3", "wire type 3");
    assertUnreadable(KEEPING, "1c", "field 3", "wire type 4");
    assertUnreadable(KEEPING, "0b 0c", "Keeping.a, field 1", "wire type 0 and not 3");
    assertUnreadable(KEEPING, "1e", "field 3", "wire type 6");
  }

  @Test
  void valuesOutOfRange() {
    assertUnreadable(SIMPLE, "08 80 80 80 80 08", "2147483648 is not from");
    assertUnreadable(ODD, "08 80 80 04", "Odd.unit, field 1", "65536 is not from 0 to 65535");
    String most = "ff ff ff ff ff ff ff ff 7f";
    assertUnreadable(ODD, "12 0a 08" + most, "Odd.instant, field 2", "Instant.MAX");
    assertUnreadable(ODD, "12 06 10 80 94 eb dc 03", "nanoseconds are from 0", "not 1000000000");
    assertUnreadable(ODD, "12 0b 10 ff" + most + "01", "nanoseconds are from 0", "not -");
    assertUnreadable(ODD, "18" + most, "Odd.date, field 3", "LocalDate.MIN");
  }

  @Test
  void textAndBytesThatAreNoValue() {
    assertUnreadable(ODD, "22 02 31 78", "Odd.decimal, field 4", "12.5");
    assertUnreadable(ODD, "22 00", "Odd.decimal, field 4", "12.5");
    assertUnreadable(ODD, "2a 01 00", "Odd.uuid, field 5", "16 bytes, and not 1");
    assertUnreadable(ODD, "32 03 6e 65 77", "Odd.state, field 6", "no constant new", "NEW");
  }

  @Test
  void timesThatAreNone() {
    String minusOne = "ff ff ff ff ff ff ff ff ff 01";
    assertUnreadable(TIMES, "0a 06 10 80 94 eb dc 03", "Times.duration, field 1", "1000000000");
    assertUnreadable(TIMES, "0a 0d 08 01 10" + minusOne, "both numbers of one sign");
    assertUnreadable(
        TIMES, "0a 16 08 80 80 80 80 80 80 80 80 80 01 10" + minusOne, "-9223372036854775808");
    assertUnreadable(TIMES, "0a 03 08 01", "Times.duration, field 1");
    assertUnreadable(TIMES, "12 05 32343a3030", "Times.timeOfDay, field 2", "10:15:30.5");
    assertUnreadable(TIMES, "12 00", "Times.timeOfDay, field 2");
    assertUnreadable(TIMES, "1a 0a 323032362d30322d3330", "Times.local, field 3", "2007-12-03T");
    assertUnreadable(TIMES, "22 0b 10" + minusOne, "Times.offset, field 4", "and not -1");
    String far = "0b 08 ff ff ff ff ff ff ff ff 7f";
    assertUnreadable(TIMES, "22 0a" + far.substring(2), "Times.offset", "LocalDateTime.MAX");
    assertUnreadable(TIMES, "2a 0a" + far.substring(2), "Times.zoned", "LocalDateTime.MAX");
    assertUnreadable(TIMES, "30 80 a8 d6 b9 07", "Times.year, field 6", "999999999");
    assertUnreadable(TIMES, "30 fe ff ff ff ff ff ff ff ff 01", "Times.year", "999999999");
    assertUnreadable(TIMES, "38 fe ff ff ff ff ff ff ff ff 01", "Times.month, field 7");
  }

  @Test
  void timesInAnotherZoneAreNotWritten() {
    OffsetDateTime offset = OffsetDateTime.parse("2026-01-01T00:00+01:00");
    assertThatThrownBy(() -> TIMES.encode(new Times(null, null, null, offset, null, null, null)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("Times.offset", "+01:00", "withOffsetSameInstant");
    ZonedDateTime region = ZonedDateTime.parse("2026-01-01T00:00Z[UTC]");
    assertThatThrownBy(() -> TIMES.encode(new Times(null, null, null, null, region, null, null)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("Times.zoned", "[UTC]", "withZoneSameInstant");
  }

  @Test
  void valuesThatTheRecordRefuses() {
    assertUnreadable(STRICT, "0a 02 08 64", "Strict refuses its values", "above 99");
    PackedRecord<Outer> outer = PackedRecord.inOrder(Outer.class);
    assertUnreadable(outer, "0a 00", "Strict refuses its values", "NullPointerException");
  }

  @Test
  void manyMessagesInOneFieldAreMergedOneAfterTheOther() {
    byte[] bytes = HexFormat.of().parseHex("2a00".repeat(200_000));
    assertThat(SIMPLE.decode(bytes, 0, bytes.length).e()).isEqualTo(new Inner(0));
  }
}
