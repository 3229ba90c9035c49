package io.rowandb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

/** What the engine warns of, as the terminal shows it. */
class LoggingTest {
  @Test
  void showsOneLineWithoutAStack() {
    LogRecord warning = new LogRecord(Level.WARNING, "flush of region {0} failed");
    warning.setParameters(new Object[] {"demo:air"});
    warning.setThrown(new IOException("No space left on device"));
    assertThat(new Logging.OneLine().format(warning))
        .isEqualToIgnoringNewLines(
            "rowan: flush of region demo:air failed: No space left on device");
  }
}
