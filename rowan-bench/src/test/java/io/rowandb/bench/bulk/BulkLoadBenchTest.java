package io.rowandb.bench.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.Rowan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Some lines through the load as a user starts it, and what is in the table afterwards. */
@Tag("slow")
class BulkLoadBenchTest {
  private static final long ROWS = 2_000;
  private static final long HEAP_BYTES = 256 << 20;

  @TempDir private Path directory;

  @Test
  void linesAndTheirIndexRowsAreInTheTable() throws Exception {
    BulkLoadBench load = new BulkLoadBench(directory, ROWS, HEAP_BYTES);
    long lineBytes = load.makeLines();
    List<String> printed = new ArrayList<>();
    BulkFigures figures = load.load(printed::add);

    assertThat(figures.rows()).isEqualTo(ROWS);
    assertThat(figures.writtenBytes()).isGreaterThan(lineBytes);
    assertThat(figures.readBytes()).isGreaterThan(lineBytes);
    assertThat(figures.peakResidentBytes()).isGreaterThan(10_000_000);
    assertThat(String.join("\n", printed))
        .contains("calls: 2,000 lines, ")
        .doesNotContain("@process");
    try (Connection connection =
            ConnectionFactory.createConnection(
                Rowan.configuration(directory.resolve("store").toString()));
        Table table = connection.getTable(TableName.valueOf("calls"))) {
      for (long line : new long[] {0, 1_234, ROWS - 1}) {
        String[] fields = CallLines.line(line).strip().split("\t", -1);
        Result row = table.get(new Get(Bytes.toBytes(fields[0])));
        assertThat(value(row, "callee")).isEqualTo(fields[2]);
        assertThat(value(row, "seconds")).isEqualTo(fields[4]);
        assertThat(indexed(table, "to:" + fields[2], fields[0])).isTrue();
        assertThat(indexed(table, "at:" + fields[3], fields[0])).isTrue();
      }
    }
  }

  @Test
  void loadThatFailsIsReportedInItsOwnWords() {
    BulkLoadBench load = new BulkLoadBench(directory, ROWS, HEAP_BYTES);
    assertThatThrownBy(() -> load.load(line -> {}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("ended with code 2")
        .hasMessageContaining("calls.tsv: no such file");
  }

  @Test
  void linesFollowFromTheirNumber() throws IOException {
    Path first = directory.resolve("first");
    Path second = directory.resolve("second");
    long bytes = CallLines.write(first, 1_000);
    CallLines.write(second, 1_000);
    assertThat(second).hasSameBinaryContentAs(first).hasSize(bytes);
    List<String> lines = Files.readAllLines(first, StandardCharsets.US_ASCII);
    assertThat(lines).hasSize(1_000).doesNotHaveDuplicates();
    assertThat(lines.get(7) + "\n").isEqualTo(CallLines.line(7));
    assertThat(lines)
        .allSatisfy(
            line ->
                assertThat(line)
                    .matches("(138\\d{9})-\\d{12}\\t\\1\\t139\\d{9}\\tB\\d{6}\\t\\d{1,4}"));
    assertThat(LongStream.range(0, 1_000).mapToObj(CallLines::line).sorted().toList())
        .as("they come in no order")
        .isNotEqualTo(lines.stream().map(line -> line + "\n").toList());
  }

  @Test
  void dayIsExtrapolatedFromEnoughRowsOnly() {
    BulkFigures many = BulkFigures.of(20_000_000, 72_000_000_000L, "5000000 3000000000 1");
    assertThat(many.dayHours()).isEqualTo(1.0);
    assertThat(many.lines(1_000_000_000))
        .contains(
            "20,000,000 rows, each with two index rows: 72.0 s, 277,778 rows/s",
            "peak RSS 5 MB",
            "a billion rows with two index rows each would take 1.0 h at this rate")
        .anySatisfy(line -> assertThat(line).startsWith("written 3,000 MB, 3.00 times the lines"));
    BulkFigures few = BulkFigures.of(19_999_999, 1, "1 2 3");
    assertThat(few.lines(1)).noneMatch(line -> line.contains("would take"));
    assertThatThrownBy(() -> BulkFigures.of(1, 1, "1 2")).hasMessageContaining("something else");
  }

  private static boolean indexed(Table table, String key, String qualifier) throws IOException {
    return table.exists(
        new Get(Bytes.toBytes(key)).addColumn(Bytes.toBytes("f"), Bytes.toBytes(qualifier)));
  }

  private static String value(Result row, String qualifier) {
    return Bytes.toString(row.getValue(Bytes.toBytes("f"), Bytes.toBytes(qualifier)));
  }
}
