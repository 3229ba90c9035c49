package io.rowandb.tsdb.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.aggregate.Samples;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import net.opentsdb.query.expression.Absolute;
import net.opentsdb.query.expression.DiffSeries;
import net.opentsdb.query.expression.DivideSeries;
import net.opentsdb.query.expression.Expression;
import net.opentsdb.query.expression.ExpressionJudge;
import net.opentsdb.query.expression.HighestCurrent;
import net.opentsdb.query.expression.HighestMax;
import net.opentsdb.query.expression.MovingAverage;
import net.opentsdb.query.expression.MultiplySeries;
import net.opentsdb.query.expression.Scale;
import net.opentsdb.query.expression.SumSeries;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random formulas and functions, by OpenTSDB's classes and by ours. */
class ExpressionJudgeTest {
  private static final long BASE = 1_309_687_200_000L;
  private static final Range ASKED = new Range(BASE + 60_000, BASE + 1_800_000);

  private static final Work FREE =
      new Work() {
        @Override
        public void did(long steps) {}

        @Override
        public void makes(long numbers) {}
      };

  private final Random random = new Random(7);

  @Test
  @Tag("slow")
  void formulas() {
    Map<String, Double> values = new TreeMap<>();
    for (int i = 0; i < 5_000; i++) {
      for (String name : List.of("a", "b", "c1")) {
        values.put(name, number());
      }
      String text = random.nextInt(4) == 0 ? truth(4) : numeric(4);
      Formula formula = Formula.parse(text);
      double[] own = formula.variables().stream().mapToDouble(values::get).toArray();
      assertThat(Double.valueOf(formula.value(own) + 0.0))
          .as("%d: %s of %s", i, text, values)
          .isEqualTo(Double.valueOf(ExpressionJudge.formula(text, values) + 0.0));
    }
  }

  private double number() {
    return switch (random.nextInt(8)) {
      case 0 -> 0;
      case 1 -> Double.NaN;
      case 2 -> random.nextInt(5) - 2;
      case 3 -> Double.POSITIVE_INFINITY;
      default -> random.nextGaussian() * 100;
    };
  }

  private String pick(String... of) {
    return of[random.nextInt(of.length)];
  }

  private String numeric(int depth) {
    if (depth == 0 || random.nextInt(5) == 0) {
      return pick("a", "b", "c1", "2.5", "0.0", "1.0e2");
    }
    return switch (random.nextInt(8)) {
      case 0 -> "(" + numeric(depth - 1) + ")";
      case 1 -> "-" + pick("a", "b", "(" + numeric(depth - 1) + ")");
      case 2 ->
          "(" + truth(depth - 1) + " ? " + numeric(depth - 1) + " : " + numeric(depth - 1) + ")";
      default ->
          numeric(depth - 1)
              + pick(" + ", " - ", "*", " / ", " % ", " div ", " mod ")
              + numeric(depth - 1);
    };
  }

  private String truth(int depth) {
    if (depth <= 1 || random.nextInt(3) == 0) {
      return numeric(1)
          + pick(
              " < ", "<=", " > ", ">=", " == ", "!=", " lt ", " le ", " gt ", " ge ", " eq ",
              " ne ")
          + numeric(1);
    }
    return switch (random.nextInt(4)) {
      case 0 -> "!(" + truth(depth - 1) + ")";
      case 1 -> "(" + truth(depth - 1) + ")";
      default -> truth(depth - 1) + pick(" && ", " || ", " and ", " or ") + truth(depth - 1);
    };
  }

  private Samples series(boolean aligned, boolean positive) {
    Samples made = new Samples();
    boolean whole = random.nextBoolean();
    for (int i = 0; i < 40; i++) {
      if (!aligned && random.nextInt(4) == 0) {
        continue;
      }
      double number = positive ? random.nextInt(1000) + 1 : random.nextInt(2000) - 1000;
      if (whole) {
        made.add(BASE + i * 60_000L, (long) number);
      } else {
        made.add(BASE + i * 60_000L, number / 8);
      }
    }
    return made;
  }

  private static NamedSeries named(Samples samples) {
    return new NamedSeries(
        new TreeSet<>(Set.of("m")), new TreeMap<>(), new TreeSet<>(), samples, List.of());
  }

  private static Samples within(Samples all) {
    return named(all).within(ASKED).numbers();
  }

  private List<Samples> own(String function, List<Samples> series, String texts)
      throws IOException {
    SeriesExpression expression = SeriesExpression.parse(function + "(sum:m" + texts + ")");
    return SeriesFunctions.evaluate(
            expression,
            (question, back) -> series.stream().map(ExpressionJudgeTest::named).toList(),
            ASKED,
            FREE)
        .stream()
        .map(NamedSeries::numbers)
        .toList();
  }

  private void same(String function, Expression judge, boolean aligned, String... texts)
      throws Exception {
    List<Samples> series = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(4); i++) {
      series.add(series(aligned, aligned));
    }
    StringBuilder parameters = new StringBuilder();
    for (String each : texts) {
      parameters.append(',').append(each);
    }
    assertThat(own(function, series, parameters.toString()))
        .as("%s%s of %s", function, List.of(texts), series)
        .isEqualTo(ExpressionJudge.function(judge, series, List.of(texts), ASKED));
  }

  @Test
  void functions() throws Exception {
    for (int i = 0; i < 200; i++) {
      same("absolute", new Absolute(), false);
      same("scale", new Scale(), false, pick("3", "-2", "0.5", "0", "-0.125", "10.0"));
      same("movingAverage", new MovingAverage(), false, pick("1", "2", "5", "50"));
      same("movingAverage", new MovingAverage(), false, pick("'3min'", "'90sec'", "'1hr'"));
      same("highestMax", new HighestMax(), true, pick("1", "2", "9"));
      same("highestCurrent", new HighestCurrent(), true, pick("1", "2", "9"));
    }
  }

  @Test
  void functionsOfSeveral() throws Exception {
    Map<String, Expression> judges =
        Map.of(
            "sumSeries", new SumSeries(null),
            "diffSeries", new DiffSeries(null),
            "multiply", new MultiplySeries(null),
            "divide", new DivideSeries(null));
    for (int i = 0; i < 50; i++) {
      List<Samples> series = List.of(series(true, false), series(true, false));
      for (Map.Entry<String, Expression> each : judges.entrySet()) {
        SeriesExpression expression = SeriesExpression.parse(each.getKey() + "(sum:a,sum:b)");
        List<NamedSeries> own =
            SeriesFunctions.evaluate(
                expression,
                (question, back) -> List.of(named(series.get(question.equals("sum:a") ? 0 : 1))),
                ASKED,
                FREE);
        assertThat(own.get(0).numbers())
            .as("%s of %s", each.getKey(), series)
            .isEqualTo(ExpressionJudge.combined(each.getValue(), series, ASKED));
      }
    }
  }

  @Test
  void joined() throws Exception {
    for (int i = 0; i < 200; i++) {
      boolean union = random.nextBoolean();
      String text =
          pick("a + b", "a > b", "a / b - 2.0 * c", "(a + b) * c", "a - b > c && b > 1.0");
      Formula formula = Formula.parse(text);
      Map<String, Samples> series = new TreeMap<>();
      List<SeriesJoin.Variable> variables = new ArrayList<>();
      for (String each : formula.variables()) {
        series.put(each, series(false, false));
        variables.add(new SeriesJoin.Variable(List.of(named(series.get(each))), Set.of(), 0));
      }
      List<NamedSeries> own =
          JoinedSeries.atAllTimes(formula, new SeriesJoin(!union, false, true), variables, FREE);
      assertThat(own).hasSize(1);
      assertThat(within(own.get(0).numbers()))
          .as("%s of %s", text, series)
          .isEqualTo(within(ExpressionJudge.formula(text, series, union)));
    }
  }
}
