package io.rowandb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StopSignalTest {
  private static final String SUCCEEDS = "succeeds";
  private static final String ENDS = "ends";
  private static final String READY = "ready";

  /** Says that it listens, waits for the signal, and has done all then, or not. */
  public static void main(String[] arguments) throws InterruptedException {
    if (arguments[0].equals(ENDS)) {
      try (StopSignal signal = StopSignal.listen()) {
        Runtime.getRuntime().addShutdownHook(new Thread(StopSignalTest::sayWhenItHasStopped));
        signal.succeed();
      }
      return;
    }
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

  private static void sayWhenItHasStopped() {
    Thread[] threads = new Thread[Thread.activeCount() + 10];
    int count = Thread.enumerate(threads);
    try {
      for (int i = 0; i < count; i++) {
        if (threads[i].getName().equals("rowan-stop")) {
          threads[i].join();
        }
      }
    } catch (InterruptedException e) {
      throw new AssertionError("nobody interrupts it", e);
    }
    System.out.println("all is said by others");
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
  void whatEndsByItselfLetsOthersEndToo() throws Exception {
    try (CommandProcess process = CommandProcess.start(StopSignalTest.class, List.of(ENDS))) {
      assertThat(process.readToEnd()).isEqualTo("all is said by others\n");
      assertThat(process.code()).isZero();
    }
  }

  @Test
  void whatWasStoppedEndsWithTheSignalsCode() throws Exception {
    assertThat(codeAfter("TERM", "stops")).isEqualTo(CommandProcess.SIGTERM_CODE);
    assertThat(codeAfter("INT", "stops")).isEqualTo(CommandProcess.SIGINT_CODE);
  }
}
