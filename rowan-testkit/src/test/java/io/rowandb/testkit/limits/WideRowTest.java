package io.rowandb.testkit.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A row of two million columns is written, read in pages and compacted in a heap of 512 MB; what
 * each part took is printed.
 */
@Tag("slow")
class WideRowTest {
  private static final int HEAP_MEGABYTES = 512;
  private static final int COLUMNS = Integer.getInteger("rowan.wide.columns", 2_000_000);

  @TempDir private Path directory;

  @Test
  void aRowOfTwoMillionColumnsIsReadInPages() throws Exception {
    List<String> lines =
        new ChildJvm("-Xmx" + HEAP_MEGABYTES + "m")
            .run(
                WideRowProgram.class,
                directory.resolve("store").toString(),
                Integer.toString(COLUMNS));
    System.out.printf(
        "wide row: %,d columns, %d MB of heap: %s%n",
        COLUMNS,
        HEAP_MEGABYTES,
        lines.stream()
            .filter(line -> line.contains(" ms ") || line.startsWith("resident"))
            .collect(Collectors.joining(", ")));
    assertThat(lines).anyMatch(line -> line.startsWith("scan in parts"));
  }
}
