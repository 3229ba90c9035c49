package io.rowandb.tsdb.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random lines and bodies: each that is wrong gets an error, those around it are stored. */
class HostileInputTest extends TsdbServerCase {
  private static final int ROUNDS = Boolean.getBoolean("rowan.full") ? 20_000 : 2_000;
  private static final String LETTERS =
      "put 0123456789.eE+-=\t\\\"{}[],:!\u0000\u0007\u007f\u00e9\u00ff_/abcXYZ";

  private static String mutated(String good, Random random) {
    StringBuilder text = new StringBuilder(good);
    for (int i = random.nextInt(1, 6); i > 0; i--) {
      char letter = LETTERS.charAt(random.nextInt(LETTERS.length()));
      int at = random.nextInt(text.length());
      switch (random.nextInt(4)) {
        case 0 -> text.setCharAt(at, letter);
        case 1 -> text.insert(at, letter);
        case 2 -> text.insert(at, String.valueOf(letter).repeat(random.nextInt(40)));
        default -> {
          if (text.length() > 2) {
            text.deleteCharAt(at);
          }
        }
      }
    }
    return text.toString();
  }

  @Test
  void linesHarmNoOther() throws Exception {
    long seed = 20110703;
    Random random = new Random(seed);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < ROUNDS; i++) {
      lines.append("put " + metric + " " + (BASE + i) + " " + i + " host=web1\n");
      String wrong = mutated("put other." + metric + " " + BASE + " 1.5 host=web1", random);
      if (!wrong.startsWith("exit")) {
        lines.append(wrong.replace("\n", "")).append('\n');
      }
    }
    // The session is one of lines, whatever its first letter is.
    String answer = raw("\n" + lines);
    assertThat(answer.lines())
        .as("seed %s", seed)
        .allMatch(
            each ->
                each.matches(
                    "(?s)put: (illegal argument|invalid value|HBase error): .*|unknown command: .*"
                        + "|.*\\.  Try `help'\\.|.*"));
    assertThat(answer.lines().filter(each -> each.startsWith("put: ")).count())
        .isGreaterThan(ROUNDS / 4);
    assertThat(answer).doesNotContain("HBase error", "error: null");
    assertThat(stored()).hasSize(ROUNDS);
  }

  @Test
  @Tag("slow")
  void pointsHarmNoOther() throws Exception {
    Random random = new Random(20110704);
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < ROUNDS / 10; i++) {
      String good =
          "{\"metric\":\"%s\",\"timestamp\":%d,\"value\":%d,\"tags\":{\"host\":\"web1\"}}"
              .formatted(metric, BASE + i, i);
      String wrong =
          mutated(good.replace(metric, "other." + metric), random).replaceAll("[\\x00-\\x1f]", "?");
      HttpResponse<String> answer = post("/api/put?details", "[" + good + "," + wrong + "]");
      assertThat(answer.statusCode()).as(wrong).isIn(200, 400);
      if (answer.body().startsWith("{\"error\":")) {
        assertThat(answer.body()).startsWith("{\"error\":{\"code\":400,\"message\":\"");
      } else {
        assertThat(answer.body())
            .as(wrong)
            .matches("(?s)\\{\"failed\":[0-9]+,\"success\":[0-9]+,.*");
        expected.add((BASE + i) + " " + i);
      }
    }
    assertThat(expected).isNotEmpty();
    assertThat(stored()).isEqualTo(expected);
    assertThat(server.bodyBytes()).isZero();
  }

  @Test
  void questionsGetErrorsOfTheRightForm() throws Exception {
    Random random = new Random(20110705);
    String good =
        "{\"start\":1,\"end\":100,\"queries\":[{\"aggregator\":\"sum\",\"metric\":\"no.such\","
            + "\"rate\":true,\"rateOptions\":{\"counter\":true,\"counterMax\":9},"
            + "\"downsample\":\"1m-avg-zero\",\"filters\":[{\"type\":\"regexp\",\"tagk\":\"host\","
            + "\"filter\":\"web.*\",\"groupBy\":true}]}]}";
    for (int i = 0; i < ROUNDS / 10; i++) {
      HttpResponse<String> answer = post("/api/query", mutated(good, random));
      assertThat(answer.statusCode()).as(answer.body()).isIn(400, 501);
      assertThat(answer.body())
          .startsWith("{\"error\":{\"code\":" + answer.statusCode() + ",\"message\":\"");
    }
  }

  @Tag("slow")
  @Test
  void deepAndHugeJsonIsRefused() throws Exception {
    for (String each :
        List.of(
            "[".repeat(1_000_000),
            "{\"a\":".repeat(500_000),
            "{\"start\":" + "9".repeat(1_000_000) + "}",
            "\"" + "x".repeat(1_000_000) + "\"")) {
      assertThat(post("/api/query", each).statusCode()).isEqualTo(400);
      assertThat(post("/api/put", each).statusCode()).isEqualTo(400);
    }
  }
}
