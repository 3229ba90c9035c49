package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.pattern.details.RowBatch;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Puts of one row that follow each other become one, and nothing else does. */
class RowBatchTest {
  private static final byte[] FAMILY = Bytes.toBytes("f");

  private static Put put(String row, String column) {
    return new Put(Bytes.toBytes(row)).addColumn(FAMILY, Bytes.toBytes(column), new byte[1]);
  }

  @Test
  void putsOfOneRowAreOne() throws IOException {
    Row deletion = new Delete(Bytes.toBytes("b"));
    List<Row> joined =
        RowBatch.joined(
            List.of(put("a", "1"), put("a", "2"), put("b", "3"), deletion, put("b", "4")));
    assertThat(joined).extracting(row -> Bytes.toString(row.getRow())).isEqualTo(rows("abbb"));
    assertThat(((Put) joined.get(0)).has(FAMILY, Bytes.toBytes("1"))).isTrue();
    assertThat(((Put) joined.get(0)).has(FAMILY, Bytes.toBytes("2"))).isTrue();
    assertThat(((Put) joined.get(0)).size()).isEqualTo(2);
    assertThat(((Put) joined.get(1)).size()).isEqualTo(1);
    assertThat(joined.get(2)).isSameAs(deletion);
    assertThat(((Put) joined.get(3)).size()).isEqualTo(1);
  }

  private static List<String> rows(String letters) {
    return letters.chars().mapToObj(Character::toString).toList();
  }
}
