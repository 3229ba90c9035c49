package io.rowandb.bench.points;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All forms of points are written, found on disk, and give the same answer. */
@Tag("slow")
class PointCostsTest {
  @TempDir Path directory;

  @Test
  void packedHoursAreTheSmallest() throws IOException {
    List<List<String>> table = new PointCosts(directory, 100_000, 1).table();
    assertThat(table.stream().map(line -> line.get(0)))
        .containsExactly(
            "form",
            "a row a point",
            "hour rows, a column a point",
            "hour rows, compacted",
            "hour rows, packed");
    List<Double> bytes = table.stream().skip(1).map(line -> Double.valueOf(line.get(2))).toList();
    assertThat(bytes.get(2)).isPositive().isLessThan(bytes.get(1)).isLessThan(bytes.get(0));
    assertThat(bytes.get(3)).isPositive().isLessThan(bytes.get(2));
  }
}
