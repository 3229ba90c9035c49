package io.rowandb.engine.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process is known as long as it runs. */
@Timeout(60)
class RunningProcessTest {
  private static Process sleeper() throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return new ProcessBuilder(
            java,
            "-cp",
            System.getProperty("java.class.path"),
            LocalFileSystemTest.class.getName(),
            Path.of(System.getProperty("java.io.tmpdir"), "no", "such", "lock").toString())
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  @Test
  void isTheSameWheneverItIsAskedFor() {
    long self = ProcessHandle.current().pid();
    long start = RunningProcess.startOf(self);
    assertThat(start).isPositive().isEqualTo(RunningProcess.startOf(self));
  }

  @Test
  void isNothingWhenItHasEnded() throws Exception {
    Process process = sleeper();
    process.waitFor();
    assertThat(RunningProcess.startOf(process.pid())).isZero();
    assertThat(RunningProcess.startOf(999_999_999)).isZero();
  }
}
