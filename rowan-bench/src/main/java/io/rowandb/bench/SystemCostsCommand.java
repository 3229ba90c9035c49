package io.rowandb.bench;

import io.rowandb.bench.systems.SystemCosts;
import io.rowandb.bench.systems.SystemCosts.Answers;
import io.rowandb.bench.systems.SystemCosts.Figures;
import io.rowandb.bench.systems.SystemCosts.Subject;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code rowan bench systems}: loads the worked systems, and asks their questions. */
@Command(
    name = "systems",
    description =
        "The worked systems with --rows made-up records each: how long they load, and how long each question takes, in --seconds of it, beside writes at a steady rate. In this JVM.")
final class SystemCostsCommand implements Callable<Integer> {
  private static final int DEFAULT_ROWS = 1_000_000;
  private static final int MIN_ROWS = 1_000;
  private static final int MOST_RATE = 1_000_000;
  private static final Set<String> FOLLOWED =
      Set.of("--rows", "--seconds", "--path", "--rate", "--system");

  private final BenchOptions options;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Writes a second while questions are asked; ${DEFAULT-VALUE}. 0 for none.")
  private int rate;

  @Option(
      names = "--system",
      paramLabel = "NAME",
      split = ",",
      description = "Only these of ${COMPLETION-CANDIDATES}.")
  private List<Subject> systems = List.of(Subject.values());

  SystemCostsCommand(BenchOptions options) {
    this.options = options;
  }

  @Override
  public Integer call() throws Exception {
    options.refuseOthersThan(FOLLOWED, "systems measures stores in this JVM");
    if (rate < 0 || rate > MOST_RATE) {
      throw options.refused("--rate must be from 0 to " + MOST_RATE + ": " + rate);
    }
    int rows = options.rowsInMemory(MIN_ROWS, DEFAULT_ROWS);
    PrintStream out = System.out;
    out.println(Machine.line());
    out.println("load average before " + Machine.load());
    List<List<String>> loads = new ArrayList<>();
    loads.add(List.of("loaded", "", "s", "a second", "processor s", "MB of files", "peak MB"));
    List<List<String>> answers = new ArrayList<>();
    answers.add(List.of("question", "", "asked", "found", "p50 ms", "p99 ms", "writes/s"));
    for (Subject system : systems) {
      try (ScratchDirectory scratch = ScratchDirectory.in(options.directory(), "systems")) {
        Figures figures = new SystemCosts(scratch.path(), rows, rate).of(system, options.seconds());
        loads.add(load(system, figures));
        figures.answers().forEach(each -> answers.add(answer(each, figures.writes())));
      }
    }
    out.print(ReportTable.align(loads));
    out.println();
    out.print(ReportTable.align(answers));
    out.println("load average after " + Machine.load());
    return 0;
  }

  private static List<String> load(Subject system, Figures figures) {
    return List.of(
        system.toString(),
        String.format(Locale.ROOT, "%,d %s", figures.loaded(), figures.what()),
        text("%.1f", figures.loadSeconds()),
        text("%,.0f", figures.loaded() / figures.loadSeconds()),
        text("%.1f", figures.loadProcessorSeconds()),
        text("%,.0f", figures.bytes() / (double) (1 << 20)),
        text("%,.0f", figures.peakResidentBytes() / (double) (1 << 20)));
  }

  private static List<String> answer(Answers answers, double writes) {
    return List.of(
        answers.name(),
        "",
        String.format(Locale.ROOT, "%,d", answers.asked()),
        text("%,.1f", answers.found()),
        text("%.2f", answers.p50Millis()),
        text("%.2f", answers.p99Millis()),
        text("%,.0f", writes));
  }

  private static String text(String form, double figure) {
    return String.format(Locale.ROOT, form, figure);
  }
}
