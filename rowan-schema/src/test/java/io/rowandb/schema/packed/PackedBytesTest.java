package io.rowandb.schema.packed;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The bytes of messages: the examples of Protobuf's encoding guide, and those of our own forms. */
class PackedBytesTest {
  record Test1(Integer a) {}

  record Test2(String b) {}

  record Test3(Test1 c) {}

  record Test4(String d, List<Integer> e) {}

  record Long1(Long a) {}

  record Times(Instant instant, LocalDate date) {}

  record MoreTimes(
      Duration duration,
      LocalTime timeOfDay,
      LocalDateTime local,
      OffsetDateTime offset,
      Year year,
      YearMonth month) {}

  record Others(BigDecimal decimal, UUID uuid, Thread.State state, Character unit) {}

  record Zeros(boolean a, byte b, int c, double d, Integer e, String f) {}

  private static <R> void assertForm(PackedRecord<R> type, R record, String hex) {
    byte[] expected = HexFormat.of().parseHex(hex.replace(" ", ""));
    assertThat(type.encode(record)).asHexString().isEqualTo(hex(expected));
    assertThat(type.decode(expected, 0, expected.length)).isEqualTo(record);
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().withUpperCase().formatHex(bytes);
  }

  @Test
  void aVarint() {
    PackedRecord<Test1> type = PackedRecord.of(Test1.class).field(1, Test1::a).build();
    assertForm(type, new Test1(150), "08 96 01");
    assertForm(type, new Test1(-2), "08 fe ff ff ff ff ff ff ff ff 01");
    assertForm(type, new Test1(0), "08 00");
    assertForm(type, new Test1(null), "");
  }

  @Test
  void aString() {
    PackedRecord<Test2> type = PackedRecord.of(Test2.class).field(2, Test2::b).build();
    assertForm(type, new Test2("testing"), "12 07 74 65 73 74 69 6e 67");
    assertForm(type, new Test2(""), "12 00");
    assertForm(type, new Test2(null), "");
  }

  @Test
  void aMessageInAMessage() {
    PackedRecord<Test1> inner = PackedRecord.of(Test1.class).field(1, Test1::a).build();
    PackedRecord<Test3> type =
        PackedRecord.of(Test3.class).fieldAs(3, Test3::c, PackedTypes.message(inner)).build();
    assertForm(type, new Test3(new Test1(150)), "1a 03 08 96 01");
    assertForm(type, new Test3(new Test1(null)), "1a 00");
    assertForm(type, new Test3(null), "");
  }

  @Test
  void aListOfNumbersBehindOneTagOrMany() {
    PackedRecord<Test4> type =
        PackedRecord.of(Test4.class).field(4, Test4::d).field(6, Test4::e).build();
    assertForm(type, new Test4(null, List.of(3, 270, 86942)), "32 06 03 8e 02 9e a7 05");
    assertForm(type, new Test4(null, List.of()), "");
    byte[] one = HexFormat.of().parseHex("220568656c6c6f" + "300130023003");
    byte[] mixed = HexFormat.of().parseHex("3001" + "220568656c6c6f" + "32020203");
    Test4 expected = new Test4("hello", List.of(1, 2, 3));
    assertThat(type.decode(one, 0, one.length)).isEqualTo(expected);
    assertThat(type.decode(mixed, 0, mixed.length)).isEqualTo(expected);
  }

  @Test
  void zigzag() {
    PackedRecord<Test1> type =
        PackedRecord.of(Test1.class).fieldAs(1, Test1::a, PackedTypes.sint32()).build();
    assertForm(type, new Test1(0), "08 00");
    assertForm(type, new Test1(-1), "08 01");
    assertForm(type, new Test1(1), "08 02");
    assertForm(type, new Test1(-2), "08 03");
    assertForm(type, new Test1(Integer.MAX_VALUE), "08 fe ff ff ff 0f");
    assertForm(type, new Test1(Integer.MIN_VALUE), "08 ff ff ff ff 0f");
    PackedRecord<Long1> longs =
        PackedRecord.of(Long1.class).fieldAs(1, Long1::a, PackedTypes.sint64()).build();
    assertForm(longs, new Long1(-1L), "08 01");
  }

  @Test
  void fixedWidths() {
    PackedRecord<Test1> type =
        PackedRecord.of(Test1.class).fieldAs(1, Test1::a, PackedTypes.sfixed32()).build();
    assertForm(type, new Test1(-2), "0d fe ff ff ff");
    PackedRecord<Long1> longs =
        PackedRecord.of(Long1.class).fieldAs(1, Long1::a, PackedTypes.sfixed64()).build();
    assertForm(longs, new Long1(1L), "09 01 00 00 00 00 00 00 00");
  }

  @Test
  void times() {
    PackedRecord<Times> type = PackedRecord.inOrder(Times.class);
    assertForm(type, new Times(Instant.ofEpochSecond(1, 150), null), "0a 05 08 01 10 96 01");
    assertForm(type, new Times(Instant.EPOCH, LocalDate.EPOCH), "0a 00 10 00");
    assertForm(type, new Times(null, LocalDate.of(1969, 12, 31)), "10 01");
  }

  private static MoreTimes moreTimes(Duration duration) {
    return new MoreTimes(duration, null, null, null, null, null);
  }

  @Test
  void durationsAreThoseOfProtobuf() {
    PackedRecord<MoreTimes> type = PackedRecord.inOrder(MoreTimes.class);
    assertForm(type, moreTimes(Duration.ZERO), "0a 00");
    assertForm(type, moreTimes(Duration.ofSeconds(3, 1)), "0a 04 08 03 10 01");
    String minusOne = "ff ff ff ff ff ff ff ff ff 01";
    assertForm(type, moreTimes(Duration.ofNanos(-1)), "0a 0b 10" + minusOne);
    assertForm(
        type, moreTimes(Duration.ofSeconds(-1, -1)), "0a 16 08" + minusOne + "10" + minusOne);
    assertForm(type, moreTimes(Duration.ofSeconds(-1)), "0a 0b 08" + minusOne);
    assertForm(
        type,
        moreTimes(Duration.ofSeconds(Long.MIN_VALUE)),
        "0a 0b 08 80 80 80 80 80 80 80 80 80 01");
  }

  @Test
  void timesWithoutZoneAreTextAndMonthsNumbers() {
    PackedRecord<MoreTimes> type = PackedRecord.inOrder(MoreTimes.class);
    assertForm(
        type,
        new MoreTimes(null, LocalTime.of(10, 15), null, null, null, null),
        "12 05 31303a3135");
    LocalDateTime local = LocalDateTime.of(2007, 12, 3, 0, 0, 0, 5_000_000);
    assertForm(
        type,
        new MoreTimes(null, null, local, null, null, null),
        "1a 17" + HexFormat.of().formatHex("2007-12-03T00:00:00.005".getBytes(US_ASCII)));
    OffsetDateTime offset = OffsetDateTime.of(1970, 1, 1, 0, 0, 1, 150, ZoneOffset.UTC);
    assertForm(
        type,
        new MoreTimes(null, null, null, offset, Year.of(-1), YearMonth.of(1, 2)),
        "22 05 08 01 10 96 01" + "28 01" + "30 1a");
  }

  @Test
  void otherValues() {
    PackedRecord<Others> type = PackedRecord.inOrder(Others.class);
    assertForm(type, new Others(new BigDecimal("-1.50"), null, null, null), "0a 05 2d312e3530");
    assertForm(
        type,
        new Others(null, new UUID(1, 2), null, null),
        "12 10" + "0".repeat(15) + "1" + "0".repeat(15) + "2");
    assertForm(type, new Others(null, null, Thread.State.NEW, null), "1a 03 4e4557");
    assertForm(type, new Others(null, null, null, '\uD83D'), "20 bd b0 03");
  }

  @Test
  void zerosAreWrittenAndMayBeMissing() {
    PackedRecord<Zeros> type = PackedRecord.inOrder(Zeros.class);
    Zeros zeros = new Zeros(false, (byte) 0, 0, 0, null, null);
    assertForm(type, zeros, "08 00 10 00 18 00 21 0000000000000000");
    assertThat(type.decode(new byte[0], 0, 0)).isEqualTo(zeros);
  }

  @Test
  void fieldsStandInTheOrderOfTheirNumbersAndAreReadInAny() {
    PackedRecord<Test4> type =
        PackedRecord.of(Test4.class).field(2000, Test4::d).field(15, Test4::e).build();
    assertForm(type, new Test4("a", List.of(1)), "7a 01 01" + "82 7d 01 61");
    byte[] turned = HexFormat.of().parseHex("827d0161" + "7a0101");
    assertThat(type.decode(turned, 0, turned.length)).isEqualTo(new Test4("a", List.of(1)));
  }

  @Test
  void ofAFieldThatComesTwiceTheLastCountsAndMessagesAreMerged() {
    record Pair(Integer a, Integer b) {}
    record Outer(String name, Pair pair) {}
    PackedRecord<Outer> type = PackedRecord.inOrder(Outer.class);
    byte[] twice = HexFormat.of().parseHex("0a0161" + "120408011002" + "0a0162" + "12021003");
    assertThat(type.decode(twice, 0, twice.length)).isEqualTo(new Outer("b", new Pair(1, 3)));
  }
}
