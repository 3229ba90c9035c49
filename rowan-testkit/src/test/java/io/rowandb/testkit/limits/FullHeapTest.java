package io.rowandb.testkit.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A virtual machine whose heap is full refuses writes, and takes them when it is not; and ends. */
@Tag("slow")
class FullHeapTest {
  @TempDir private Path directory;

  @Test
  void f76_aFullHeapRefusesWritesAndTakesThemAgain() throws Exception {
    // The serial collector moves everything together: what is left is there for small objects.
    ChildJvm jvm = new ChildJvm("-Xmx96m", "-XX:+UseSerialGC");
    List<String> lines = jvm.run(FullHeapProgram.class, directory.resolve("store").toString());
    assertThat(lines).anyMatch(line -> line.startsWith("refused 5, acknowledged "));
  }

  /** What forces the log, and what looks after regions, are there when there is memory again. */
  @Test
  void threadsOutliveATimeWithoutAnyMemory() throws Exception {
    ChildJvm jvm = new ChildJvm("-Xmx40m");
    List<String> lines = jvm.run(NoMemoryProgram.class, directory.resolve("store").toString());
    assertThat(lines).anyMatch(line -> line.startsWith("the log has it after "));
  }

  @Test
  void aThreadOfAStoreMayEndTheProgram() throws Exception {
    assertThat(new ChildJvm().run(ExitProgram.class)).containsExactly("closed");
  }
}
