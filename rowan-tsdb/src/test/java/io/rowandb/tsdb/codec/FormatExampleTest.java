package io.rowandb.tsdb.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The worked example of the package's description, and each width of a value. */
class FormatExampleTest {
  private static final PointKeyLayout LAYOUT = PointKeyLayout.DEFAULT;
  private static final long BASE = 1_309_687_200L;
  private static final PointTime TEN_MINUTES = PointTime.ofSeconds(BASE + 600);
  private static final PointTime QUARTER_LATER = PointTime.ofMillis((BASE + 600) * 1_000 + 250);

  static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  static String hex(byte[] bytes) {
    return HexFormat.ofDelimiter(" ").withUpperCase().formatHex(bytes);
  }

  @Test
  void rowKey() throws Exception {
    SeriesId series = LAYOUT.series(bytes("000001"), List.of(bytes("000001000002")));
    byte[] row = LAYOUT.rowKey(series, BASE);
    assertThat(hex(row)).isEqualTo("00 00 01 4E 10 3D A0 00 00 01 00 00 02");
    assertThat(LAYOUT.seriesOf(row)).isEqualTo(series).hasToString("000001000001000002");
    assertThat(LAYOUT.baseSecondsOf(row)).isEqualTo(BASE);
  }

  @Test
  void columnsOfPoints() {
    PointValue three = PointValue.of(300);
    assertThat(hex(PointColumn.qualifier(TEN_MINUTES, three))).isEqualTo("25 81");
    assertThat(hex(three.toBytes())).isEqualTo("01 2C");
    PointValue half = PointValue.of(1.5f);
    assertThat(hex(PointColumn.qualifier(QUARTER_LATER, half))).isEqualTo("F2 4A 2E 8B");
    assertThat(hex(half.toBytes())).isEqualTo("3F C0 00 00");
  }

  @Test
  void compactedColumn() throws Exception {
    RowDecoder decoder = new RowDecoder(BASE);
    decoder.add(bytes("F24A2E8B"), bytes("3FC00000"), 1);
    decoder.add(bytes("2581"), bytes("012C"), 2);
    CompactedColumn compacted = CompactedColumn.of(BASE, decoder.points(DuplicateRule.LAST));
    assertThat(hex(compacted.qualifier())).isEqualTo("25 81 F2 4A 2E 8B");
    assertThat(hex(compacted.value())).isEqualTo("01 2C 3F C0 00 00 01");
  }

  @Test
  void appendedPoints() throws Exception {
    assertThat(hex(AppendedPoint.qualifier())).isEqualTo("05 00 00");
    assertThat(hex(AppendedPoint.toBytes(TEN_MINUTES, PointValue.of(300))))
        .isEqualTo("25 81 01 2C");
    RowDecoder decoder = new RowDecoder(BASE);
    decoder.add(AppendedPoint.qualifier(), bytes("2581012C F24A2E8B3FC00000"), 1);
    Points points = decoder.points(DuplicateRule.LAST);
    assertThat(points.size()).isEqualTo(2);
    assertThat(points.time(0)).isEqualTo(TEN_MINUTES);
    assertThat(points.value(0)).isEqualTo(PointValue.of(300));
    assertThat(points.time(1)).isEqualTo(QUARTER_LATER);
    assertThat(points.value(1)).isEqualTo(PointValue.of(1.5f));
    assertThat(decoder.hasAppends()).isTrue();
  }

  @Test
  void annotation() throws Exception {
    ObjectColumn column = ObjectColumn.annotation(TEN_MINUTES);
    assertThat(hex(column.toBytes())).isEqualTo("01 02 58");
    assertThat(ObjectColumn.parse(column.toBytes())).isEqualTo(column);
    ObjectColumn later = ObjectColumn.annotation(QUARTER_LATER);
    assertThat(hex(later.toBytes())).isEqualTo("01 00 09 28 BA");
    assertThat(ObjectColumn.parse(later.toBytes())).isEqualTo(later);
    RowDecoder decoder = new RowDecoder(BASE);
    byte[] json = "{\"description\":\"started\"}".getBytes(StandardCharsets.UTF_8);
    assertThat(decoder.add(column.toBytes(), json, 1)).isFalse();
    assertThat(decoder.points(DuplicateRule.LAST).size()).isZero();
  }

  /** Lengths 1, 2, 4 and 8 are the flags 000, 001, 011 and 111. */
  @ParameterizedTest
  @CsvSource({
    "127, 00 00, 7F",
    "-128, 00 00, 80",
    "128, 00 01, 00 80",
    "-129, 00 01, FF 7F",
    "32767, 00 01, 7F FF",
    "32768, 00 03, 00 00 80 00",
    "2147483647, 00 03, 7F FF FF FF",
    "2147483648, 00 07, 00 00 00 00 80 00 00 00",
    "-9223372036854775808, 00 07, 80 00 00 00 00 00 00 00",
  })
  void integersTakeTheSmallestWidth(long number, String qualifier, String value) throws Exception {
    PointValue point = PointValue.of(number);
    byte[] column = PointColumn.qualifier(PointTime.ofSeconds(BASE), point);
    assertThat(hex(column)).isEqualTo(qualifier);
    assertThat(hex(point.toBytes())).isEqualTo(value);
    RowDecoder decoder = new RowDecoder(BASE);
    decoder.add(column, point.toBytes(), 1);
    assertThat(decoder.points(DuplicateRule.LAST).value(0)).isEqualTo(point);
  }

  @Test
  void doublesTakeEightBytes() {
    PointValue tenth = PointValue.of(0.1);
    assertThat(hex(PointColumn.qualifier(PointTime.ofSeconds(BASE + 3_599), tenth)))
        .isEqualTo("E0 FF");
    assertThat(hex(tenth.toBytes())).isEqualTo("3F B9 99 99 99 99 99 9A");
  }

  @Test
  void aNumberIsSecondsWhileItFitsFourBytes() {
    assertThat(PointTime.of(4_294_967_295L).inMillis()).isFalse();
    assertThat(PointTime.of(4_294_967_296L).inMillis()).isTrue();
    assertThatThrownBy(() -> PointTime.of(-1)).hasMessageContaining("-1");
    assertThatThrownBy(() -> PointTime.of(9_999_999_999_999L))
        .as("OpenTSDB takes it and stores it in a row of 2014")
        .hasMessageContaining("9999999999999");
    assertThat(PointTime.ofMillis(PointTime.MAX_MILLIS).baseSeconds()).isEqualTo(4_294_965_600L);
  }

  @Test
  void valuesMustBeFinite() {
    assertThatThrownBy(() -> PointValue.of(Float.NaN)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> PointValue.of(Double.NEGATIVE_INFINITY))
        .hasMessageContaining("-Infinity");
  }

  @Test
  void seriesNamesWhatIsWrong() {
    byte[] metric = bytes("000001");
    assertThatThrownBy(() -> LAYOUT.series(metric, List.of())).hasMessageContaining("one tag");
    assertThatThrownBy(() -> LAYOUT.series(bytes("01"), List.of(bytes("000001000002"))))
        .hasMessageContaining("3 bytes: \\x01");
    assertThatThrownBy(() -> LAYOUT.series(metric, List.of(bytes("0001"))))
        .hasMessageContaining("6 bytes");
    assertThatThrownBy(
            () -> LAYOUT.series(metric, List.of(bytes("000001000002"), bytes("000001000003"))))
        .hasMessageContaining("key once");
    assertThatThrownBy(() -> new PointKeyLayout(0, 1, 8, 3, 3)).hasMessageContaining("7 bytes: 8");
    assertThatThrownBy(() -> new PointKeyLayout(1, 257, 3, 3, 3)).hasMessageContaining("256");
  }

  @Test
  void tagsAreSortedByTheirBytes() {
    SeriesId one =
        LAYOUT.series(bytes("000001"), List.of(bytes("800000000001"), bytes("000002FFFFFF")));
    assertThat(one).hasToString("000001000002FFFFFF800000000001");
  }
}
