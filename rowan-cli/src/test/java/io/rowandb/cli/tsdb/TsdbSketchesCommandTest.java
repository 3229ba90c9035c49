package io.rowandb.cli.tsdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rowandb.cli.systems.SystemCommandTrial;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code ./rowan tsdb query --sketches}, as a user types it. */
class TsdbSketchesCommandTest extends SystemCommandTrial {
  TsdbSketchesCommandTest() {
    super(TsdbCommand::new);
  }

  private List<String> asked(String options) {
    String question =
        "query %s --start 2011/07/03-10:00 --end 2011/07/03-12:00 -m max:1h-p99:sys.cpu{host=*}";
    String[] typed = (question.formatted(store()) + options).split(" ", -1);
    assertThat(run(typed)).as("%s", err).isZero();
    return lines();
  }

  private static double number(String line) {
    return Double.parseDouble(line.split(" ", -1)[2]);
  }

  @Test
  void percentilesAreEstimated() {
    assertThat(run("import", store(), "--create", "--hosts", "3", "--points", "1500")).isZero();
    List<String> exact = asked("");
    assertThat(asked(" --sketches")).as("none are kept").isEqualTo(exact);
    assertThat(run("keep", store(), "--metric", "sys.cpu", "--all")).isZero();
    assertThat(asked("")).isEqualTo(exact);
    List<String> estimated = asked(" --sketches");
    assertThat(estimated).hasSameSizeAs(exact).isNotEmpty().isNotEqualTo(exact);
    for (int i = 0; i < exact.size(); i++) {
      double number = number(exact.get(i));
      assertThat(number(estimated.get(i))).isCloseTo(number, within(0.01 * Math.abs(number)));
    }
  }

  @Test
  void itDoesNotGoWithOtherWays() {
    String[] question = {"query", store(), "--start", "1h-ago", "-m", "sum:m", "--sketches", ""};
    for (String other : List.of("--explain", "--rollups=10m")) {
      question[question.length - 1] = other;
      assertThat(run(question)).isEqualTo(2);
      assertThat(err.toString())
          .contains(
              "--sketches is about rollups that are kept, and does not go with "
                  + other.split("=", -1)[0]);
    }
  }
}
