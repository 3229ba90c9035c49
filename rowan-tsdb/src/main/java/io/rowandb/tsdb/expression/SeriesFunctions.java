package io.rowandb.tsdb.expression;

import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.aggregate.Samples;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Functions of whole series, with OpenTSDB's names.
 *
 * <p>OpenTSDB's own are wrong in places, which are not kept: {@code alias} makes negative numbers
 * positive; {@code timeShift} refuses every unit, and would move numbers out of the answer, where
 * here those of before are read; {@code highestCurrent} and {@code highestMax} mix series up of
 * which one has ended, and take negative doubles for 0; {@code sumSeries} and its like pair the
 * numbers of two series by their position, and not by their time.
 */
public final class SeriesFunctions {
  /** All names, sorted. */
  public static final Set<String> NAMES =
      Collections.unmodifiableSet(
          new TreeSet<>(
              List.of(
                  "absolute",
                  "alias",
                  "diffSeries",
                  "difference",
                  "divide",
                  "divideSeries",
                  "highestCurrent",
                  "highestMax",
                  "movingAverage",
                  "multiply",
                  "multiplySeries",
                  "scale",
                  "shift",
                  "sum",
                  "sumSeries",
                  "timeShift")));

  private static final int MOST_OPERANDS = 26;

  /** Further back there is nothing. */
  private static final long BEFORE_ALL = 1L << 50;

  /** Letters of an alias that take the place of a number. */
  private static final int LETTERS_A_NUMBER = 8;

  private SeriesFunctions() {}

  /** Where the series of a question come from. */
  public interface Answers {
    /**
     * The series of a question.
     *
     * @param question as {@link SeriesExpression.Question} has it
     * @param backMillis how far before the times of the answer they are wanted; from 0
     */
    List<NamedSeries> of(String question, long backMillis) throws IOException;
  }

  /**
   * What an expression comes to.
   *
   * @param asked times of the answer
   * @throws IllegalArgumentException when an argument is wrong
   * @throws IOException when the work is ended
   */
  public static List<NamedSeries> evaluate(
      SeriesExpression expression, Answers answers, Range asked, Work work) throws IOException {
    List<NamedSeries> made = new ArrayList<>();
    for (NamedSeries each : evaluate(expression, answers, 0, asked, work)) {
      work.did(each.numbers().size());
      made.add(each.within(asked));
    }
    return made;
  }

  private static List<NamedSeries> evaluate(
      SeriesExpression expression, Answers answers, long backMillis, Range asked, Work work)
      throws IOException {
    boolean shifts = expression.function().endsWith("hift");
    long back =
        shifts
            ? Math.min(BEFORE_ALL, backMillis + SeriesWindow.ofShift(expression.texts()))
            : backMillis;
    List<List<NamedSeries>> arguments = new ArrayList<>();
    for (SeriesExpression.Argument each : expression.arguments()) {
      arguments.add(
          each instanceof SeriesExpression.Nested nested
              ? evaluate(nested.expression(), answers, back, asked, work)
              : answers.of(((SeriesExpression.Question) each).text(), back));
    }
    if (arguments.isEmpty()) {
      return List.of();
    }
    Range times = back(asked, backMillis);
    List<String> texts = expression.texts();
    return switch (expression.function()) {
      case "absolute" -> absolute(all(arguments), work);
      case "alias" -> alias(all(arguments), texts, work);
      case "scale" -> scale(all(arguments), factor(texts), work);
      case "shift", "timeShift" -> shift(arguments.get(0), SeriesWindow.ofShift(texts), work);
      case "movingAverage" -> averages(all(arguments), SeriesWindow.ofAverage(texts), times, work);
      case "highestMax" -> highest(all(arguments), top(texts), true, times, work);
      case "highestCurrent" -> highest(all(arguments), top(texts), false, times, work);
      case "sum", "sumSeries" -> combine('+', arguments, work);
      case "difference", "diffSeries" -> combine('-', arguments, work);
      case "multiply", "multiplySeries" -> combine('*', arguments, work);
      case "divide", "divideSeries" -> combine('/', arguments, work);
      default -> throw new IllegalArgumentException("no function: " + expression.function());
    };
  }

  private static Range back(Range asked, long millis) {
    long to = Math.max(1, asked.toMillis() - millis);
    return new Range(Math.max(0, Math.min(to - 1, asked.fromMillis() - millis)), to);
  }

  private static List<NamedSeries> all(List<List<NamedSeries>> arguments) {
    return arguments.stream().flatMap(List::stream).toList();
  }

  private static List<NamedSeries> absolute(List<NamedSeries> series, Work work)
      throws IOException {
    List<NamedSeries> made = new ArrayList<>();
    for (NamedSeries each : series) {
      Samples from = each.numbers();
      work.makes(from.size());
      Samples to = new Samples(from.size());
      for (int i = 0; i < from.size(); i++) {
        if (from.isInteger(i) && from.longValue(i) != Long.MIN_VALUE) {
          to.add(from.timeMillis(i), Math.abs(from.longValue(i)));
        } else {
          to.add(from.timeMillis(i), Math.abs(from.doubleValue(i)));
        }
      }
      made.add(each.with(to));
    }
    return made;
  }

  /** Names of tags after an at sign stand for their values. */
  private static List<NamedSeries> alias(List<NamedSeries> series, List<String> texts, Work work)
      throws IOException {
    if (texts.isEmpty()) {
      throw new IllegalArgumentException("Missing the alias");
    }
    String pattern = String.join(",", texts);
    List<NamedSeries> made = new ArrayList<>();
    for (NamedSeries each : series) {
      String name = pattern;
      // The longest first, so that @host is not taken for @hostname.
      List<String> keys =
          each.tags().keySet().stream()
              .sorted(Comparator.comparing(String::length).reversed())
              .toList();
      for (String key : keys) {
        name = name.replace("@" + key, each.tags().get(key));
        if (name.length() > SeriesExpression.MAX_LENGTH) {
          throw new IllegalArgumentException(
              "an alias has at most " + SeriesExpression.MAX_LENGTH + " letters");
        }
      }
      work.makes(name.length() / LETTERS_A_NUMBER);
      made.add(
          new NamedSeries(
              new TreeSet<>(Set.of(name)),
              new TreeMap<>(),
              new TreeSet<>(),
              each.numbers(),
              each.source()));
    }
    return made;
  }

  private static double factor(List<String> texts) {
    if (texts.isEmpty()) {
      throw new IllegalArgumentException("Missing scaling factor");
    }
    String text = texts.get(0);
    if (!text.matches("[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?")) {
      throw new IllegalArgumentException("Unparseable scale factor value: " + text);
    }
    return Double.parseDouble(text);
  }

  private static List<NamedSeries> scale(List<NamedSeries> series, double factor, Work work)
      throws IOException {
    boolean whole = factor == Math.rint(factor) && Math.abs(factor) < 0x1p53;
    List<NamedSeries> made = new ArrayList<>();
    for (NamedSeries each : series) {
      Samples from = each.numbers();
      work.makes(from.size());
      Samples to = new Samples(from.size());
      for (int i = 0; i < from.size(); i++) {
        if (whole && from.isInteger(i) && fits(from.longValue(i), (long) factor)) {
          to.add(from.timeMillis(i), from.longValue(i) * (long) factor);
        } else {
          to.add(from.timeMillis(i), from.doubleValue(i) * factor);
        }
      }
      made.add(each.with(to));
    }
    return made;
  }

  private static boolean fits(long a, long b) {
    return Math.multiplyHigh(a, b) == (a * b) >> 63;
  }

  /**
   * Series whose numbers are later.
   *
   * @param millis by how much
   * @throws IOException that the work throws to end it
   */
  public static List<NamedSeries> shift(List<NamedSeries> series, long millis, Work work)
      throws IOException {
    List<NamedSeries> made = new ArrayList<>();
    for (NamedSeries each : series) {
      Samples from = each.numbers();
      work.makes(from.size());
      Samples to = new Samples(from.size());
      for (int i = 0; i < from.size(); i++) {
        if (from.isInteger(i)) {
          to.add(from.timeMillis(i) + millis, from.longValue(i));
        } else {
          to.add(from.timeMillis(i) + millis, from.doubleValue(i));
        }
      }
      made.add(each.with(to));
    }
    return made;
  }

  private static List<NamedSeries> averages(
      List<NamedSeries> series, SeriesWindow window, Range asked, Work work) throws IOException {
    List<NamedSeries> made = new ArrayList<>();
    for (NamedSeries each : series) {
      made.add(each.with(window.averages(each.numbers(), asked, work)));
    }
    return made;
  }

  private static int top(List<String> texts) {
    if (texts.isEmpty()) {
      throw new IllegalArgumentException("Missing top n value (number of series to return)");
    }
    String text = texts.get(0);
    if (!text.matches("[0-9]{1,9}") || Integer.parseInt(text) < 1) {
      throw new IllegalArgumentException(
          "Top n value must be an integer greater than zero: " + text);
    }
    return Integer.parseInt(text);
  }

  private record Ranked(NamedSeries series, double number) {}

  /** Those with the greatest number of all, or else with the greatest last number. */
  private static List<NamedSeries> highest(
      List<NamedSeries> series, int most, boolean ofAll, Range asked, Work work)
      throws IOException {
    List<Ranked> ranked = new ArrayList<>();
    for (NamedSeries each : series) {
      Samples numbers = each.numbers();
      work.did(numbers.size());
      double best = Double.NEGATIVE_INFINITY;
      boolean any = false;
      for (int i = 0; i < numbers.size(); i++) {
        long time = numbers.timeMillis(i);
        double number = numbers.doubleValue(i);
        if (time >= asked.fromMillis() && time <= asked.toMillis() && !Double.isNaN(number)) {
          best = ofAll && any ? Math.max(best, number) : number;
          any = true;
        }
      }
      if (any) {
        ranked.add(new Ranked(each, best));
      }
    }
    return ranked.stream()
        .sorted(Comparator.comparingDouble(Ranked::number).reversed())
        .limit(most)
        .map(Ranked::series)
        .collect(Collectors.toList());
  }

  private static List<NamedSeries> combine(
      char operator, List<List<NamedSeries>> arguments, Work work) throws IOException {
    if (arguments.size() < 2 || arguments.size() > MOST_OPERANDS) {
      throw new IllegalArgumentException(
          "Must have 2 to " + MOST_OPERANDS + " series, got " + arguments.size() + " instead");
    }
    StringBuilder text = new StringBuilder();
    List<SeriesJoin.Variable> variables = new ArrayList<>();
    for (List<NamedSeries> each : arguments) {
      text.append(variables.isEmpty() ? "" : operator).append('v').append(variables.size());
      variables.add(new SeriesJoin.Variable(each, Set.of(), 0));
    }
    return JoinedSeries.atOwnTimes(
        Formula.parse(text.toString()), SeriesJoin.PLAIN_UNION, variables, work);
  }
}
