package io.rowandb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.junit.jupiter.api.Test;

/** One line for a failure. */
class FailuresTest {
  @Test
  void passesOverWrappersThatSayNothing() {
    IOException cause = new IOException("/x is in use by process 7");
    IOException failure = new IOException(new InvocationTargetException(cause));
    assertThat(Failures.oneLine(failure)).isEqualTo("/x is in use by process 7");
  }

  @Test
  void keepsAMessageThatSaysMoreThanItsCause() {
    IOException failure =
        new IOException("file.gz: damaged after line 3", new IOException("Unexpected end"));
    assertThat(Failures.oneLine(failure)).isEqualTo("file.gz: damaged after line 3");
  }

  @Test
  void saysWhyTheFirstOfManyWritesFailed() {
    IOException full = new IOException("The log cannot be written: No space left on device");
    Put put = new Put(new byte[] {1});
    IOException failure =
        new RetriesExhaustedWithDetailsException(
            List.of(full, full), List.of(put, put), List.of("here:1", "here:1"));
    assertThat(Failures.oneLine(failure)).isEqualTo(full.getMessage());
  }

  @Test
  void endsWhereCausesGoRound() {
    IOException inner = new IOException((String) null);
    IOException outer = new IOException(null, inner);
    inner.initCause(outer);
    assertThat(Failures.oneLine(outer)).isEqualTo("IOException");
  }

  @Test
  void leavesOutClassNameAndStackInTheText() {
    IOException failure =
        new IOException(
            "org.apache.hadoop.hbase.TableNotFoundException: demo:x\n\tat a.B.c(B.java:1)");
    assertThat(Failures.oneLine(failure)).isEqualTo("demo:x");
    IOException twice =
        new IOException("java.io.IOException: java.lang.IllegalArgumentException: a.b.C: no x");
    assertThat(Failures.oneLine(twice)).isEqualTo("no x");
  }

  @Test
  void saysWhatIsWrongWithABarePath() {
    assertThat(Failures.oneLine(new AccessDeniedException("/root/x")))
        .isEqualTo("cannot read or write /root/x: permission denied");
    assertThat(Failures.oneLine(new FileNotFoundException("/root/x (1) (Permission denied)")))
        .isEqualTo("cannot read or write /root/x (1): permission denied");
    assertThat(
            Failures.wholeText(
                new RuntimeException(new FileNotFoundException("/c/h.xml (Permission denied)"))))
        .isEqualTo("cannot read or write /c/h.xml: permission denied");
    assertThat(Failures.oneLine(new FileNotFoundException("/x (Is a directory)")))
        .isEqualTo("/x: is a directory");
    assertThat(Failures.oneLine(new FileNotFoundException("no brackets"))).isEqualTo("no brackets");
    assertThat(Failures.oneLine(new NoSuchFileException("/proc/x")))
        .isEqualTo("/proc/x: no such file or directory");
    assertThat(Failures.oneLine(new DirectoryNotEmptyException("/x")))
        .isEqualTo("/x: is not empty");
    assertThat(Failures.oneLine(new FileSystemException("/x", null, "Not a directory")))
        .isEqualTo("/x: Not a directory");
    assertThat(Failures.oneLine(new RuntimeException())).isEqualTo("RuntimeException");
  }
}
