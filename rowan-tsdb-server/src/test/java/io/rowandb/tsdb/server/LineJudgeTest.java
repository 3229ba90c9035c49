package io.rowandb.tsdb.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.opentsdb.tsd.LineJudge;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Answers to put lines are those of OpenTSDB's own handler, letter for letter. */
class LineJudgeTest extends TsdbServerCase {
  private static final int LINES = Boolean.getBoolean("rowan.full") ? 50_000 : 5_000;
  private static final String[] METRICS = {"m", "", "m!", "a.b-c_d/e", "\u00e9", "a=b"};
  private static final String[] TIMES = {
    "1",
    "0",
    "-1",
    "",
    "x",
    "1309687200",
    "1309687200000",
    "1309687200.250",
    "+5",
    "-",
    "1e3",
    "99999999999999999999",
    "1.2.3"
  };
  private static final String[] VALUES = {
    "1",
    "",
    "-",
    "+7",
    "-3",
    "1.5",
    ".5",
    "5.",
    "1e400",
    "-1e400",
    "NaN",
    "Infinity",
    "1e",
    "x",
    "0x1p3",
    "0x1.0p3",
    "1.5d",
    "1.5f",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "123456789012345678901",
    "1.0.0",
    "3.4028236e38"
  };
  private static final String[] TAGS = {
    "h=w", "h", "h=", "=w", "h=w=x", "", "h=w", "h=v", "a!=b", "a=b!", "i=1", "j=2", "k=3", "l=4",
    "n=5", "o=6", "p=7", "q=8"
  };

  private static String line(Random random) {
    StringBuilder line = new StringBuilder("put");
    String[][] words = {METRICS, TIMES, VALUES};
    for (String[] each : words) {
      if (random.nextInt(60) == 0) {
        return line.toString();
      }
      // The first of each is right, and often taken: so errors of what is behind are seen.
      line.append(' ').append(each[random.nextInt(2) * random.nextInt(each.length)]);
    }
    for (int i = random.nextInt(12); i > 0; i--) {
      line.append(' ').append(TAGS[random.nextInt(3) == 0 ? 0 : random.nextInt(TAGS.length)]);
    }
    return line.toString();
  }

  @Tag("slow")
  @Test
  void theWordsAreTheSame() throws Exception {
    long seed = 7;
    Random random = new Random(seed);
    LineJudge judge =
        new LineJudge(
            List.of(
                "m",
                "a.b-c_d/e",
                "\u00e9",
                "h",
                "w",
                "v",
                "i",
                "j",
                "k",
                "l",
                "n",
                "o",
                "p",
                "q",
                "1",
                "2",
                "3",
                "4",
                "5",
                "6",
                "7",
                "8"));
    List<String> lines = new ArrayList<>();
    StringBuilder expected = new StringBuilder();
    int taken = 0;
    for (int i = 0; i < LINES; i++) {
      String line = line(random);
      String answer = judge.answer(line);
      // It shows and checks tags in the order of a hash table.
      if (!answer.contains("tags") && !(line.contains("a!=b") && line.contains("a=b!"))) {
        lines.add(line);
        expected.append(answer);
        taken += answer.isEmpty() ? 1 : 0;
      }
    }
    assertThat(taken).isBetween(LINES / 100, LINES * 99 / 100);
    assertThat(raw(String.join("\n", lines) + "\n"))
        .as("seed %s", seed)
        .isEqualTo(expected.toString());
  }
}
