package io.rowandb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import org.junit.jupiter.api.Test;

/** One line for a failure. */
class FailuresTest {
  @Test
  void takesTheInnermostMessage() {
    IOException failure =
        new IOException(
            "outer", new IllegalStateException(new IOException("/x is in use by process 7")));
    assertThat(Failures.oneLine(failure)).isEqualTo("/x is in use by process 7");
  }

  @Test
  void leavesOutClassNameAndStackInTheText() {
    IOException failure =
        new IOException(
            "org.apache.hadoop.hbase.TableNotFoundException: demo:x\n\tat a.B.c(B.java:1)");
    assertThat(Failures.oneLine(failure)).isEqualTo("demo:x");
  }

  @Test
  void saysWhatIsWrongWithABarePath() {
    assertThat(Failures.oneLine(new AccessDeniedException("/root/x")))
        .isEqualTo("/root/x: AccessDeniedException");
    assertThat(Failures.oneLine(new RuntimeException())).isEqualTo("RuntimeException");
  }
}
