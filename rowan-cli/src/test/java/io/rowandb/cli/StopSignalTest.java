package io.rowandb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StopSignalTest {
  private static final String SUCCEEDS = "succeeds";
  private static final String READY = "ready";

  /** Says that it listens, waits for the signal, and has done all then, or not. */
  public static void main(String[] arguments) throws InterruptedException {
    try (StopSignal signal = StopSignal.listen()) {
      System.out.println(READY);
      while (!signal.await(Duration.ofMinutes(1))) {
        // whoever reads this has given up
      }
      System.out.print("all is said");
      if (arguments[0].equals(SUCCEEDS)) {
        signal.succeed();
      }
    }
  }

  private static int codeAfter(String signal, String end) throws Exception {
    try (CommandProcess process = CommandProcess.start(StopSignalTest.class, List.of(end))) {
      process.readTo(READY::equals);
      process.signal(signal);
      assertThat(process.readToEnd()).endsWith("all is said\n");
      return process.code();
    }
  }

  @ParameterizedTest
  @CsvSource({"TERM", "INT"})
  void whatWasDoneWhenTheSignalCameEndsWell(String signal) throws Exception {
    assertThat(codeAfter(signal, SUCCEEDS)).isZero();
  }

  @Test
  void whatWasStoppedEndsWithTheSignalsCode() throws Exception {
    assertThat(codeAfter("TERM", "stops")).isEqualTo(CommandProcess.SIGTERM_CODE);
    assertThat(codeAfter("INT", "stops")).isEqualTo(CommandProcess.SIGINT_CODE);
  }
}
