package io.rowandb.bench.applications;

import com.sun.management.OperatingSystemMXBean;
import io.rowandb.client.Rowan;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * Runs both ways of each application in turn, in one process, and adds up the processor time that
 * the process takes: that of the store's own threads too. Each round writes all records again, from
 * the second on over those that are there, and asks all questions; the first does not count.
 */
public final class ApplicationCost {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  /** Records of a call. */
  private static final int BATCH = 500;

  private static final double NANOS_PER_MILLI = 1e6;

  private ApplicationCost() {}

  /** What a round took, in nanoseconds of processor time. */
  private record Round(long writing, long asking) {}

  /**
   * A table of text: its title, and a row for each application.
   *
   * @param store where the store is made
   * @param sources the sources of this package; lines are counted if they are there
   * @param records how many are written in each round, at least one
   * @param rounds at least one, behind one that does not count
   * @throws IllegalStateException when the two ways give different answers
   */
  public static List<List<String>> table(Path store, Path sources, int records, int rounds)
      throws IOException {
    List<List<String>> table = new ArrayList<>();
    table.add(
        List.of(
            "", "lines", "by hand", "write ms", "by hand", "ratio", "ask ms", "by hand", "ratio"));
    try (Connection connection =
        ConnectionFactory.createConnection(Rowan.configuration(store.toString()))) {
      for (ApplicationPair pair : ApplicationPair.all()) {
        table.add(row(connection, pair, sources, records, rounds));
      }
    }
    return table;
  }

  private static List<String> row(
      Connection connection, ApplicationPair pair, Path sources, int records, int rounds)
      throws IOException {
    List<Round> typed = new ArrayList<>();
    List<Round> plain = new ArrayList<>();
    try (Application one = pair.typed().opening().open(connection);
        Application other = pair.plain().opening().open(connection)) {
      for (int round = 0; round <= rounds; round++) {
        Round ofTyped = round(one, records);
        Round ofPlain = round(other, records);
        if (round > 0) {
          typed.add(ofTyped);
          plain.add(ofPlain);
        }
      }
      checkAnswers(pair, one, other, records);
    }
    List<String> row = new ArrayList<>();
    row.add(pair.name());
    row.add(lines(sources, pair.typed()));
    row.add(lines(sources, pair.plain()));
    row.addAll(
        compared(
            typed.stream().mapToLong(Round::writing).toArray(),
            plain.stream().mapToLong(Round::writing).toArray()));
    row.addAll(
        compared(
            typed.stream().mapToLong(Round::asking).toArray(),
            plain.stream().mapToLong(Round::asking).toArray()));
    return row;
  }

  private static Round round(Application application, int records) throws IOException {
    long begin = SYSTEM.getProcessCpuTime();
    for (int from = 0; from < records; from += BATCH) {
      application.write(from, Math.min(records, from + BATCH));
    }
    long written = SYSTEM.getProcessCpuTime();
    for (int number = 0; number < questions(records); number++) {
      application.ask(number);
    }
    return new Round(written - begin, SYSTEM.getProcessCpuTime() - written);
  }

  private static int questions(int records) {
    return Math.max(1, records / 10);
  }

  private static void checkAnswers(
      ApplicationPair pair, Application one, Application other, int records) throws IOException {
    for (int number = 0; number < questions(records); number++) {
      String typed = one.ask(number);
      String plain = other.ask(number);
      if (!typed.equals(plain)) {
        throw new IllegalStateException(
            pair.name() + ", question " + number + ": " + typed + " and by hand " + plain);
      }
    }
  }

  private static List<String> compared(long[] typed, long[] plain) {
    double[] ratios = new double[typed.length];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = (double) typed[i] / plain[i];
    }
    Arrays.sort(ratios);
    return List.of(
        millis(typed),
        millis(plain),
        String.format(Locale.ROOT, "%.2f", ratios[ratios.length / 2]));
  }

  private static String millis(long[] nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return String.format(Locale.ROOT, "%.0f", sorted[sorted.length / 2] / NANOS_PER_MILLI);
  }

  private static String lines(Path sources, ApplicationPair.Way way) throws IOException {
    OptionalLong count = linesOf(sources.resolve(way.source().getSimpleName() + ".java"));
    return count.isPresent() ? Long.toString(count.getAsLong()) : "-";
  }

  /** Lines of code: without empty ones, comments, and imports; empty when there is no file. */
  static OptionalLong linesOf(Path source) throws IOException {
    if (!Files.exists(source)) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(
        Files.readAllLines(source).stream()
            .map(String::strip)
            .filter(ApplicationCost::isCode)
            .count());
  }

  private static boolean isCode(String line) {
    return !(line.isEmpty()
        || line.startsWith("//")
        || line.startsWith("/*")
        || line.startsWith("*")
        || line.startsWith("import ")
        || line.startsWith("package "));
  }
}
