package io.rowandb.bench.typed;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs {@link TypedCalls} and compares each typed call with the handwritten one. */
public final class TypedCost {
  private static final int WARM_UPS = 5;
  private static final int MEASUREMENTS = 5;

  private TypedCost() {}

  /**
   * The table: a line for each call, with columns separated by tabs.
   *
   * @param scratch where the stores are
   * @param forks JVMs for each benchmark
   * @param seconds of each of its measurements, of which there are five, and as many before to warm
   *     up
   */
  public static List<List<String>> table(Path scratch, int forks, double seconds)
      throws RunnerException {
    long millis = Math.round(seconds * 1_000);
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include(TypedCalls.class.getName() + ".*")
                    .param("path", scratch.resolve("store").toString())
                    .forks(forks)
                    .warmupIterations(WARM_UPS)
                    .warmupTime(TimeValue.milliseconds(millis))
                    .measurementIterations(MEASUREMENTS)
                    .measurementTime(TimeValue.milliseconds(millis))
                    .jvmArgsAppend("-Xmx2g")
                    .shouldFailOnError(true)
                    .verbosity(VerboseMode.SILENT)
                    .build())
            .run();
    return List.of(
        List.of("ns of a call, median (least .. greatest)", "by hand", "typed", "typed / by hand"),
        line("put", results),
        line("get", results));
  }

  private static List<String> line(String call, Collection<RunResult> results) {
    RunResult byHand = result(call + "ByHand", results);
    RunResult typed = result(call + "Typed", results);
    return List.of(
        call,
        text(byHand),
        text(typed),
        String.format(Locale.ROOT, "%.2f", median(typed) / median(byHand)));
  }

  private static RunResult result(String benchmark, Collection<RunResult> results) {
    return results.stream()
        .filter(result -> result.getParams().getBenchmark().endsWith("." + benchmark))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("JMH did not run " + benchmark));
  }

  private static double median(RunResult result) {
    return result.getPrimaryResult().getStatistics().getPercentile(50);
  }

  private static String text(RunResult result) {
    return String.format(
        Locale.ROOT,
        "%,.0f (%,.0f .. %,.0f)",
        median(result),
        result.getPrimaryResult().getStatistics().getMin(),
        result.getPrimaryResult().getStatistics().getMax());
  }
}
