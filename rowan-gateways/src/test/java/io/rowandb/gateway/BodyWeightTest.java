package io.rowandb.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hbase.rest.model.CellModel;
import org.apache.hadoop.hbase.rest.model.CellSetModel;
import org.apache.hadoop.hbase.rest.model.RowModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What bodies of requests over HTTP are taken for, in whatever pieces they come. */
class BodyWeightTest {
  private static final String PROTOBUF = "application/x-protobuf";

  private static long weight(String type, byte[] body) {
    long whole = BodyWeight.ofType(type).of(body, 0, body.length);
    BodyWeight byByte = BodyWeight.ofType(type);
    long pieces = 0;
    for (int i = 0; i < body.length; i++) {
      pieces += byByte.of(body, i, 1);
    }
    assertThat(pieces).isEqualTo(whole);
    return whole;
  }

  @ParameterizedTest
  @CsvSource({
    "application/octet-stream, '{{{', 0",
    "application/json, '{}', 400",
    "Application/JSON; charset=x, '{},{}', 864",
    "text/xml, <a/>, 400",
    "text/xml, L{<, 800",
    "*/*, '[', 400"
  })
  void marksOfJsonAndXmlAreCounted(String type, String body, long expected) {
    assertThat(weight(type, body.getBytes(StandardCharsets.US_ASCII))).isEqualTo(expected);
  }

  @Test
  void aLongValueWeighsLittle() {
    CellSetModel model = new CellSetModel();
    RowModel row = new RowModel(new byte[100]);
    row.addCell(new CellModel(new byte[50], new byte[10_000]));
    row.addCell(new CellModel(new byte[50], new byte[10_000]));
    model.addRow(row);
    model.addRow(row);
    // Two rows, each with a key and two cells, each with a column and a value.
    long cell = 400 + 2 * 64;
    assertThat(weight(PROTOBUF, model.createProtobufOutput()))
        .isEqualTo(2 * (400 + 400 + 2 * cell));
  }

  @Test
  void elementsOfProtobufAreCounted() {
    assertThat(weight(PROTOBUF, new byte[] {10, 0, 10, 0})).isEqualTo(800);
    assertThat(weight(PROTOBUF, new byte[] {10, 4, 18, 0, 18, 0, 10, 0})).isEqualTo(1600);
    // A field that bodies with rows do not have may hold anything.
    assertThat(weight(PROTOBUF, new byte[] {26, 4, 18, 0, 18, 0})).isEqualTo(400 + 4 * 200);
  }
}
