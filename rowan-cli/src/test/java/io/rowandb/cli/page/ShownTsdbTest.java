package io.rowandb.cli.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.CommandProcess;
import io.rowandb.cli.page.ShownRequest.Answer;
import io.rowandb.cli.program.RowanCommand;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The servers of tsdb.md start as the page says, and answer its requests in their order. */
@Tag("slow")
class ShownTsdbTest {
  private static final String PAGE = "docs/systems/tsdb.md";
  private static final String SERVE = "./rowan tsdb serve ";
  private static final Pattern SERVING = Pattern.compile("Serving .* at http://\\S+:([0-9]+)");

  /** The page's second expression divides by it. */
  private static final String MORE = "put sys.mem 1309687200 42 host=web1\n";

  @TempDir private Path directory;

  /** What is asked, and the answer. */
  private final Map<String, String> answers = new LinkedHashMap<>();

  private int port;

  @Test
  void requestsAreAnswered() throws Exception {
    CommandProcess server = null;
    try {
      for (PageBlock block : PageBlock.of(PAGE)) {
        if (block.text().startsWith(SERVE)) {
          end(server);
          server = start(block.text().strip());
        } else if (block.kind() == PageBlock.Kind.REQUESTS) {
          for (ShownRequest request : ShownRequest.of(block, Map.of())) {
            Answer answer = request.send(port);
            assertThat(answer.status()).as("%s: %s", request, answer).isBetween(200, 299);
            answers.put(request.target() + request.body().orElse(""), answer.text());
          }
        }
      }
      end(server);
    } finally {
      if (server != null) {
        server.close();
      }
    }
    compare();
  }

  private CommandProcess start(String line) throws Exception {
    List<String> words = new ArrayList<>();
    for (String word : line.substring("./rowan ".length()).split(" ", -1)) {
      words.add(word.replace("PATH", directory + "/store").replace("4242", "0"));
    }
    CommandProcess server = CommandProcess.start(RowanCommand.class, words);
    Matcher serving = SERVING.matcher(server.readTo(each -> SERVING.matcher(each).matches()));
    assertThat(serving.matches()).isTrue();
    port = Integer.parseInt(serving.group(1));
    new ShownRequest("", List.of(), Optional.of(MORE)).send(port);
    return server;
  }

  private static void end(CommandProcess server) throws Exception {
    if (server != null) {
      server.signal("TERM");
      assertThat(server.code()).isEqualTo(CommandProcess.SIGTERM_CODE);
      server.close();
    }
  }

  private void compare() {
    assertThat(answers).hasSize(19);
    answers.forEach(
        (request, answer) -> {
          if (request.contains("?details")) {
            assertThat(answer).contains("\"failed\":0,\"success\":1");
          }
        });
    assertAnswer("create=true", "\"units\":\"packets\"", "\"max\":1000.0");
    assertAnswer("tsmeta?m=sys.net", "\"totalDatapoints\":1");
    assertAnswer("uidmeta", "\"custom\":{\"owner\":\"ops\"},\"displayName\":\"The first metric\"");
    assertAnswer("rollup_fallback_raw", "{\"1309687200\":42.0}");
    assertAnswer(
        "percentiles", "sys.latency_pct_99.9", "\"1309687200\":2.625", "sys.latency_0.0_1.75");
    assertAnswer("m=sum:1m-avg:sys.cpu%7Bhost=*%7D", "\"1309687200\":42.0,\"1309687260\":43.5");
    assertAnswer("\"aggregator\":\"sum\",\"metric\":\"sys.cpu\"", "\"1309687260\":43.5");
    assertAnswer("gexp", "\"1309687260\":43.5");
    assertAnswer("/exp{", "[1309687200000,50.0]");
    assertAnswer("ascii", "sys.cpu 1309687200 42.0 host=web1\n");
    assertAnswer("wxh=800x400", "PNG");
  }

  /** Those of the first request that has such a part. */
  private void assertAnswer(String part, String... expected) {
    String request =
        answers.keySet().stream().filter(each -> each.contains(part)).findFirst().orElseThrow();
    assertThat(answers.get(request)).as(request).containsSubsequence(expected);
  }
}
