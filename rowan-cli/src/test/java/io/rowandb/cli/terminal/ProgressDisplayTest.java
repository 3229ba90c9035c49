package io.rowandb.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** When progress is shown, and how. */
class ProgressDisplayTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final AtomicLong nanos = new AtomicLong();

  @Test
  void printsPlainLinesSeldom() {
    ProgressDisplay progress = progress(false);
    for (int i = 1; i <= 12; i++) {
      nanos.addAndGet(1_000_000_000L);
      progress.update(i * 100L, i / 12.0);
    }
    progress.finish(1200);
    assertThat(text().lines())
        .containsExactly(
            "load: 41%, 500 rows, 100 rows/s, 7 s left",
            "load: 83%, 1,000 rows, 100 rows/s, 2 s left",
            "load: 100%, 1,200 rows, 100 rows/s, 12.0 s");
  }

  @Test
  void rewritesOneLineOnAScreen() {
    ProgressDisplay progress = progress(true);
    nanos.addAndGet(50_000_000L);
    progress.update(1, 0.1);
    assertThat(text()).isEmpty();
    nanos.addAndGet(60_000_000L);
    progress.update(2, 0.2);
    progress.finish(10);
    assertThat(text()).startsWith("\rload").endsWith("\u001b[K" + System.lineSeparator());
    assertThat(text().lines().toList()).hasSizeLessThanOrEqualTo(3);
  }

  @Test
  void neverShowsUnfinishedWorkAsFinished() {
    ProgressDisplay progress = progress(false);
    nanos.addAndGet(6_000_000_000L);
    progress.update(10, 1);
    assertThat(text()).contains("99%");
  }

  private ProgressDisplay progress(boolean screen) {
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    return new ProgressDisplay(new Terminal(out, screen, 80), "load", nanos::get);
  }

  private String text() {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
