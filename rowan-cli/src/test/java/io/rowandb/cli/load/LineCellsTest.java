package io.rowandb.cli.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellCodec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Cells of lines by ImportTsv's rules, and what is wrong with the others. */
class LineCellsTest {
  private static final LoadColumns COLUMNS =
      LoadColumns.parse("f:a,HBASE_ROW_KEY,HBASE_TS_KEY,g,f:b");

  private final List<String> made = new ArrayList<>();

  private String take(boolean skipEmpty, List<IndexRow> indexes, String text) {
    byte[] line = ("##" + text + "##").getBytes(StandardCharsets.UTF_8);
    return new LineCells(COLUMNS, indexes, (byte) '|', skipEmpty, this::add)
        .take(line, 2, line.length - 2, 7);
  }

  private void add(Cell cell) {
    assertThat(CellCodec.check(cell.array(), cell.offset(), cell.length())).isNull();
    made.add(cell + "=" + new String(cell.value(), StandardCharsets.UTF_8));
  }

  @Test
  void makesACellOfEachColumn() {
    assertThat(take(false, List.of(), "one|row|12||four")).isNull();
    assertThat(made)
        .containsExactly(
            "row/f:a/12/Put/vlen=3/seqid=0=one",
            "row/g:/12/Put/vlen=0/seqid=0=",
            "row/f:b/12/Put/vlen=4/seqid=0=four");
  }

  /** HBase's job writes no cell with the time that means the present either. */
  @Test
  void theTimeOfThePresentIsThatOfTheLoad() {
    List<IndexRow> indexes = List.of(IndexRow.parse("I=f:a", COLUMNS));
    assertThat(take(false, indexes, "one|row|9223372036854775807")).isNull();
    assertThat(take(false, List.of(), "two|row|9223372036854775806")).isNull();
    assertThat(made)
        .containsExactly(
            "row/f:a/7/Put/vlen=3/seqid=0=one",
            "Ione/f:row/7/Put/vlen=0/seqid=0=",
            "row/f:a/9223372036854775806/Put/vlen=3/seqid=0=two");
  }

  @Test
  void fieldsMayBeMissingAtTheEndAndEmptyOnesBeSkipped() {
    assertThat(take(true, List.of(), "|row|12|")).isNull();
    assertThat(made).isEmpty();
    assertThat(take(true, List.of(), "x|row|12")).isNull();
    assertThat(made).containsExactly("row/f:a/12/Put/vlen=1/seqid=0=x");
  }

  @Test
  void anIndexRowLeadsToTheRow() {
    List<IndexRow> indexes =
        List.of(IndexRow.parse("I-1_=f:a", COLUMNS), IndexRow.parse("I-2_=f:b", COLUMNS));
    assertThat(take(true, indexes, "one|row|12")).isNull();
    assertThat(made)
        .containsExactly(
            "row/f:a/12/Put/vlen=3/seqid=0=one", "I-1_one/f:row/12/Put/vlen=0/seqid=0=");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "nothing; no separator",
        "a||5; a row key of 0 bytes",
        "a|row; no time",
        "a|row|; no time in milliseconds",
        "a|row|-1; no time in milliseconds",
        "a|row|99999999999999999999; no time in milliseconds",
        "a|row|5|g|b|more; more fields than columns",
      })
  void aBadLineGivesNothing(String line, String fault) {
    assertThat(take(false, List.of(), line)).startsWith(fault);
    assertThat(made).isEmpty();
  }

  @Test
  void aRowKeyHasItsBound() {
    String longest = "x".repeat(Cell.MAX_ROW_BYTES);
    assertThat(take(false, List.of(), "a|" + longest + "|5")).isNull();
    assertThat(take(false, List.of(), "a|x" + longest + "|5")).contains("32768 bytes");
    List<IndexRow> indexes = List.of(IndexRow.parse("I=f:a", COLUMNS));
    assertThat(take(false, indexes, longest + "|row|5")).contains("index I=f:a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "f:a",
        "HBASE_ROW_KEY",
        "HBASE_ROW_KEY,HBASE_ROW_KEY,f:a",
        "HBASE_ROW_KEY,:a",
        "HBASE_ROW_KEY,,f:a",
        "HBASE_ROW_KEY,HBASE_ATTRIBUTES_KEY,f:a"
      })
  void aSpecificationThatBreaksARuleIsRefused(String spec) {
    assertThatThrownBy(() -> LoadColumns.parse(spec)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"f:a", "=f:a", "I=f:none", "I="})
  void anIndexThatBreaksARuleIsRefused(String spec) {
    assertThatThrownBy(() -> IndexRow.parse(spec, COLUMNS))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
