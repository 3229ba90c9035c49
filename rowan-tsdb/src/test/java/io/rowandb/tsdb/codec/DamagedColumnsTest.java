package io.rowandb.tsdb.codec;

import static io.rowandb.tsdb.codec.FormatExampleTest.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is none of the formats is named; old faults are mended. */
class DamagedColumnsTest {
  private static Points read(String qualifier, String value) throws DamagedDataException {
    RowDecoder decoder = new RowDecoder(0);
    decoder.add(bytes(qualifier), bytes(value), 1);
    return decoder.points(DuplicateRule.LAST);
  }

  @ParameterizedTest
  @CsvSource({
    "2580, 010203, '1, 2, 4 or 8 bytes: 3'",
    "2580, , '1, 2, 4 or 8 bytes: 0'",
    "2588, 01, '4 or 8 bytes: 1'",
    "258B, 0000000100000001, 'zeros in front'",
    "F24A2E83, 01, 'say 4 bytes, but its value has 1'",
    "F24A2E82, 010203, '1, 2, 4 or 8 bytes: 3'",
    "25802590, 0101, '2 bytes and one, but its value has 2|more bytes than its value'",
    "25802590, 01010000, '2 bytes and one, but its value has 4'",
    "25802590, 010102, 'ends with 0 or 1: 2'",
    "2580F24A, 010100, 'half a qualifier'",
    "E100, 01, 'below an hour: 3600000'",
    "FFFFFFC0, 01, 'below an hour: 4194303'",
    "050000, 25, 'ends in a qualifier'",
    "050000, 258101, 'ends in a point'",
    "050000, 258201, '1, 2, 4 or 8 bytes: 3'",
  })
  void namesTheColumnAndTheRule(String qualifier, String value, String rule) {
    assertThatThrownBy(() -> read(qualifier, value == null ? "" : value))
        .isInstanceOf(DamagedDataException.class)
        .hasMessageStartingWith("column ")
        .hasMessageFindingMatch(rule);
  }

  @Test
  void aQualifierHasBytes() {
    assertThatThrownBy(() -> new RowDecoder(0).add(new byte[0], bytes("01"), 1))
        .hasMessageContaining("qualifier");
  }

  @Test
  void anObjectIsInItsHour() {
    assertThatThrownBy(() -> ObjectColumn.parse(bytes("010E10"))).hasMessageContaining("hour");
    assertThatThrownBy(() -> ObjectColumn.parse(bytes("01"))).hasMessageContaining("3 or 5");
  }

  /** A float of 4 bytes, written as 8, and an integer whose flags say 8. */
  @Test
  void readsOldFaults() throws Exception {
    assertThat(read("258B", "000000003FC00000").value(0)).isEqualTo(PointValue.of(1.5f));
    assertThat(read("2587", "05").value(0)).isEqualTo(PointValue.of(5));
    assertThat(CompactedColumn.of(0, read("2587", "05")).qualifier()).isEqualTo(bytes("2580"));
  }

  @Test
  void duplicatesGoByTheRule() throws Exception {
    assertThat(twoValues(DuplicateRule.LAST).value(0)).isEqualTo(PointValue.of(2));
    assertThat(twoValues(DuplicateRule.FIRST).value(0)).isEqualTo(PointValue.of(1));
    assertThatThrownBy(() -> twoValues(DuplicateRule.REFUSE))
        .hasMessage("two values at 600000 ms: 1 and 2");
  }

  /** Written as one byte, then in milliseconds, in another order than they are read. */
  private static Points twoValues(DuplicateRule rule) throws DamagedDataException {
    RowDecoder decoder = new RowDecoder(0);
    decoder.add(bytes("F249F000"), bytes("02"), 20);
    decoder.add(bytes("2580"), bytes("01"), 10);
    Points points = decoder.points(rule);
    assertThat(points.size()).isEqualTo(1);
    return points;
  }

  /** A point that came in the same millisecond as the newest of a compacted column. */
  @Test
  void aPointIsNewerThanACompactedColumnOfItsTime() throws Exception {
    RowDecoder decoder = new RowDecoder(0);
    decoder.add(bytes("2580"), bytes("09"), 10);
    decoder.add(bytes("25802590"), bytes("010200"), 10);
    assertThat(decoder.points(DuplicateRule.LAST).value(0)).isEqualTo(PointValue.of(9));
  }

  @Test
  void anyBytesAreReadOrRefused() {
    Random random = new Random(7);
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] qualifier = new byte[random.nextInt(9)];
      byte[] value = new byte[random.nextInt(20)];
      random.nextBytes(qualifier);
      random.nextBytes(value);
      RowDecoder decoder = new RowDecoder(0);
      try {
        decoder.add(qualifier, value, 1);
        decoder.points(DuplicateRule.LAST);
      } catch (DamagedDataException e) {
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }

  @Test
  void rowKeysHaveTheLayout() {
    PointKeyLayout layout = PointKeyLayout.DEFAULT;
    assertThatThrownBy(() -> layout.seriesOf(bytes("0000014E103DA0")))
        .hasMessageContaining("6 for each tag, but here are 7");
    assertThatThrownBy(() -> layout.baseSecondsOf(bytes("0000014E103DA1000001000002")))
        .hasMessageContaining("no whole hour");
    assertThatThrownBy(() -> layout.baseSecondsOf(bytes("000001")))
        .hasMessageContaining("at least 7");
  }
}
