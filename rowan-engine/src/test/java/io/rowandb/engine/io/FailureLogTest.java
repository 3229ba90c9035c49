package io.rowandb.engine.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** A logger that fails, and a standard error stream that fails too. */
@Isolated("the standard error stream is the process's")
class FailureLogTest {
  private final Logger logger = Logger.getLogger(FailureLogTest.class.getName());
  private final PrintStream standardError = System.err;
  private final Handler failing =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          throw new OutOfMemoryError("injected");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void breakTheLogger() {
    logger.setUseParentHandlers(false);
    logger.addHandler(failing);
  }

  @AfterEach
  void restore() {
    logger.removeHandler(failing);
    System.setErr(standardError);
  }

  @Test
  void whatTheLoggerDoesNotTakeIsPrinted() {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setErr(new PrintStream(printed, true, UTF_8));
    FailureLog.error(FailureLogTest.class, "a flush failed", new IOException("disk"));
    assertThat(printed.toString(UTF_8))
        .contains("ERROR a flush failed: java.io.IOException: disk")
        .contains("not logged: java.lang.OutOfMemoryError: injected");
  }

  @Test
  void whoeverLogsGoesOnWhenNothingTakesIt() {
    System.setErr(
        new PrintStream(OutputStream.nullOutputStream(), true, UTF_8) {
          @Override
          public void println(String line) {
            throw new OutOfMemoryError("injected, too");
          }
        });
    long before = FailureLog.untold();
    FailureLog.error(FailureLogTest.class, "a flush failed", new IOException("disk"));
    assertThat(FailureLog.untold()).isEqualTo(before + 1);
  }
}
