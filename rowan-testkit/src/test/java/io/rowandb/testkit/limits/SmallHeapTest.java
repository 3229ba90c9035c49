package io.rowandb.testkit.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A store of many times the heap, block cache and memstores at their default shares of it: a
 * process of 256 MB fills it, and another opens, reads, scans, writes and compacts it. The figures
 * are printed. {@code -Drowan.small.heap.megabytes=5000} is the long run.
 */
@Tag("slow")
class SmallHeapTest {
  private static final int HEAP_MEGABYTES = 256;
  private static final long STORE_MEGABYTES = Long.getLong("rowan.small.heap.megabytes", 300);

  /** A row with its value takes a little more than a thousand bytes. */
  private static final long ROWS = STORE_MEGABYTES * 1_000;

  @TempDir private Path directory;

  @Test
  void aStoreLargerThanTheHeapIsUsed() throws Exception {
    ChildJvm jvm = new ChildJvm("-Xmx" + HEAP_MEGABYTES + "m");
    String[] arguments = {directory.resolve("store").toString(), Long.toString(ROWS)};
    List<String> filled = jvm.run(SmallHeapProgram.class, "fill", arguments[0], arguments[1]);
    List<String> used = jvm.run(SmallHeapProgram.class, "use", arguments[0], arguments[1]);
    System.out.printf(
        "small heap: %d MB of heap, store of %d MB: %s; %s%n",
        HEAP_MEGABYTES, STORE_MEGABYTES, figures(filled), figures(used));
    assertThat(used).anyMatch(line -> line.startsWith("scan ") && line.endsWith(ROWS + " rows"));
  }

  /** Lines of the program; a logging library may print others. */
  private static String figures(List<String> lines) {
    return lines.stream().filter(line -> line.contains(" ms ")).collect(Collectors.joining(", "));
  }
}
