package io.rowandb.engine.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which operations are timed, and that what was recorded is said again. */
class LatenciesTest {
  private static LatencyHistogram of(Latencies latencies, Operation operation) {
    return latencies.histograms().stream()
        .filter(each -> each.operation() == operation)
        .findFirst()
        .orElseThrow();
  }

  private static void run(Latencies latencies, Operation operation, int times) {
    OperationTimer timer = latencies.timer(operation);
    for (int i = 0; i < times; i++) {
      timer.end(timer.begin());
    }
  }

  @Test
  void ofFrequentOperationsTheFirstAndThenOneInAPeriodAreTimed() {
    for (Operation operation : Operation.values()) {
      Latencies latencies = new Latencies(true);
      int period = operation.timedEvery();
      assertThat(of(latencies, operation).count()).isZero();
      run(latencies, operation, 1);
      assertThat(of(latencies, operation).count()).as(operation.name()).isEqualTo(1);
      run(latencies, operation, period - 1);
      assertThat(of(latencies, operation).count()).as(operation.name()).isEqualTo(1);
      run(latencies, operation, 9 * period);
      assertThat(of(latencies, operation).count()).as(operation.name()).isEqualTo(10);
    }
  }

  @Test
  void nothingIsTimedWhenItIsOff() {
    Latencies latencies = new Latencies(false);
    run(latencies, Operation.FLUSH, 10);
    assertThat(of(latencies, Operation.FLUSH).count()).isZero();
    latencies.turn(true);
    run(latencies, Operation.FLUSH, 3);
    latencies.turn(false);
    run(latencies, Operation.FLUSH, 10);
    assertThat(of(latencies, Operation.FLUSH).count()).as("what was recorded stays").isEqualTo(3);
  }

  @Test
  void anOperationThatFailsIsNotRecorded() {
    Latencies latencies = new Latencies(true);
    assertThat(latencies.timer(Operation.FLUSH).begin())
        .as("is timed")
        .isNotEqualTo(Long.MIN_VALUE);
    assertThat(of(latencies, Operation.FLUSH).count()).isZero();
  }

  @Test
  void percentilesAreThoseOfTheTimesToTwoDigits() {
    OperationTimer timer = new OperationTimer(Operation.WRITE, true);
    for (int micros = 1; micros <= 1_000; micros++) {
      timer.record(TimeUnit.MICROSECONDS.toNanos(micros));
    }
    LatencyHistogram times = timer.histogram();
    assertThat(times.count()).isEqualTo(1_000);
    assertThat(times.nanosAt(50)).isBetween(500_000L, 505_000L);
    assertThat(times.nanosAt(99)).isBetween(990_000L, 1_000_000L);
    assertThat(times.maxNanos()).isBetween(1_000_000L, 1_010_000L);
    assertThat(times.meanNanos()).isBetween(495_000L, 506_000L);
    assertThat(times).asString().contains("WRITE: 1000 timed, one in 7");
  }

  @Test
  void whatTakesLongerThanCanBeCountedCountsAsTheLongest() {
    OperationTimer timer = new OperationTimer(Operation.COMPACTION, true);
    timer.record(TimeUnit.DAYS.toNanos(1));
    timer.record(-1); // a clock that went back
    assertThat(timer.histogram().count()).isEqualTo(2);
    assertThat(timer.histogram().maxNanos())
        .isBetween(LatencyHistogram.MAX_NANOS, LatencyHistogram.MAX_NANOS / 100 * 101);
    assertThat(timer.histogram().nanosAt(50)).isZero();
  }

  @Test
  void whatHappenedBetweenTwoMomentsIsTheDifference() {
    OperationTimer timer = new OperationTimer(Operation.FLUSH, true);
    LatencyHistogram empty = timer.histogram();
    timer.record(5_000_000);
    timer.record(5_000_000);
    LatencyHistogram before = timer.histogram();
    timer.record(1_000);
    LatencyHistogram after = timer.histogram();
    assertThat(before.count()).as("does not change").isEqualTo(2);
    assertThat(after.since(empty).count()).isEqualTo(3);
    assertThat(after.since(before).count()).isEqualTo(1);
    assertThat(after.since(before).maxNanos()).isBetween(1_000L, 1_010L);
    assertThat(after.since(after).count()).isZero();
    assertThat(after.since(after).maxNanos()).isZero();
    assertThatThrownBy(() -> before.since(after))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not an earlier one of");
    assertThatThrownBy(
            () -> after.since(new OperationTimer(Operation.COMPACTION, true).histogram()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void allPercentilesArePrinted() {
    OperationTimer timer = new OperationTimer(Operation.FLUSH, true);
    timer.record(5_000_000);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    timer.histogram().print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    assertThat(bytes.toString(StandardCharsets.UTF_8)).contains("Percentile", "50");
    bytes.reset();
    new OperationTimer(Operation.GET, true)
        .histogram()
        .print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  /** Two threads may share a counter of what is due; no time that was taken is lost. */
  @Test
  @Timeout(60)
  void noTimeIsLostAmongThreads() throws InterruptedException {
    Latencies latencies = new Latencies(true);
    int each = 50_000;
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread thread =
          new Thread(
              () -> {
                run(latencies, Operation.LOG_FORCE, each);
                run(latencies, Operation.GET, each);
              },
              "timed " + i);
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(of(latencies, Operation.LOG_FORCE).count()).isEqualTo(4L * each);
    long due = 4L * each / Operation.GET.timedEvery();
    assertThat(of(latencies, Operation.GET).count()).isBetween(due / 2, due * 2);
  }
}
