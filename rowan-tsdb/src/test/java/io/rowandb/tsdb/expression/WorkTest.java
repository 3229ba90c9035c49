package io.rowandb.tsdb.expression;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.aggregate.Samples;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever takes many steps tells of them, so that it can be ended. */
class WorkTest {
  private static final int POINTS = 20_000;

  private static final class Enough extends IOException {
    private static final long serialVersionUID = 1L;
  }

  /** Ends work after some steps. */
  private static Work upTo(long most) {
    return new Work() {
      private long done;

      @Override
      public void did(long steps) throws IOException {
        done += steps;
        if (done > most) {
          throw new Enough();
        }
      }

      @Override
      public void makes(long numbers) throws IOException {
        did(numbers);
      }
    };
  }

  private static NamedSeries series() {
    Samples numbers = new Samples();
    for (int i = 0; i < POINTS; i++) {
      numbers.add(i + 1, i);
    }
    return new NamedSeries(
        new TreeSet<>(Set.of("m")), new TreeMap<>(), new TreeSet<>(), numbers, List.of());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "absolute(sum:m)",
        "scale(sum:m,2)",
        "shift(sum:m,'1sec')",
        "highestMax(sum:m,1)",
        "highestCurrent(sum:m,1)",
        "sum(sum:m,sum:m)",
        "movingAverage(sum:m,1)"
      })
  void functions(String text) {
    assertThatThrownBy(() -> evaluate(text, POINTS - 1)).isInstanceOf(Enough.class);
  }

  @Tag("slow")
  @Test
  void aWideWindowIsManySteps() {
    assertThatThrownBy(() -> evaluate("movingAverage(sum:m,20000)", 100_000_000))
        .isInstanceOf(Enough.class);
  }

  private static void evaluate(String text, long most) throws IOException {
    SeriesFunctions.evaluate(
        SeriesExpression.parse(text),
        (question, back) -> List.of(series()),
        new Range(0, POINTS),
        upTo(most));
  }

  @Test
  void aLongFormulaIsManySteps() {
    Formula formula = Formula.parse("a" + "+a".repeat(4_000));
    assertThatThrownBy(
            () ->
                JoinedSeries.atAllTimes(
                    formula,
                    SeriesJoin.PLAIN_UNION,
                    List.of(new SeriesJoin.Variable(List.of(series()), Set.of(), 0)),
                    upTo(100_000_000)))
        .isInstanceOf(Enough.class);
  }
}
