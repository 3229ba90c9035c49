package io.rowandb.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.mapreduce.CellCounter;
import org.apache.hadoop.hbase.mapreduce.RowCounter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code RowCounter} and {@code CellCounter}. */
@Tag("slow")
class CountersTest extends ToolTest {
  @ParameterizedTest
  @EnumSource(Door.class)
  void countsRows(Door door) throws Exception {
    open(door);
    loadSource();
    assertThat(rowCounter("source", "--expectedCount=" + ROWS)).isZero();
    assertThat(rowCounter("source", "--expectedCount=" + (ROWS - 1))).isEqualTo(1);
    assertThat(rowCounter("source", "--expectedCount=" + ROWS / 2, "g:even")).isZero();
    assertThat(rowCounter("source", "--expectedCount=30", "--range=r010,r025;r030,r045")).isZero();
    assertThat(rowCounter("source", "--expectedCount=0", "--endtime=1000")).isZero();
    assertThat(rowCounter("source", "--expectedCount=" + ROWS, "--starttime=1000")).isZero();
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void countsCells(Door door) throws Exception {
    open(door);
    loadSource();
    Path output = directory.resolve("counts");
    assertThat(run(new CellCounter(), "source", output.toString(), ";")).isZero();
    Map<String, Long> counts = new HashMap<>();
    for (String line : Files.readAllLines(output.resolve("part-r-00000"))) {
      List<String> fields = List.of(line.split("\t"));
      counts.put(fields.get(0), Long.valueOf(fields.get(1)));
    }
    assertThat(counts)
        .as("each map, which is each region, counts the families for itself")
        .containsEntry("Total Families Across all Rows", 2L * REGIONS)
        .containsEntry("Total ROWS", (long) ROWS)
        .containsEntry("f;number", (long) ROWS)
        .containsEntry("g;even", ROWS / 2L);
  }

  private int rowCounter(String... arguments) throws Exception {
    return run(new RowCounter(), arguments);
  }
}
