package io.rowandb.systems.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.CommandProcess;
import io.rowandb.cli.page.PageBlock;
import io.rowandb.cli.page.ShownPrograms;
import io.rowandb.cli.page.ShownRequest;
import io.rowandb.cli.page.ShownRequest.Answer;
import io.rowandb.systems.calls.CallRecords;
import io.rowandb.systems.web.program.SystemsProgram;
import java.net.HttpURLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What serve.md and the pages in "docs/systems" show of the server is what it does. */
@Tag("slow")
class ShownRequestsTest {
  private static final String SERVE = "docs/systems/serve.md";

  /** The server of tsdb.md is another. */
  private static final String TSDB = "docs/systems/tsdb.md";

  private static final Map<String, String> FILES =
      Map.of(
          "lines.ndjson",
          "{\"time\": \"2020-06-10T02:50:56.537Z\", \"group\": \"web-2\", \"code\": \"1\"}\n");

  /** What answers have, in the order of the pages. */
  private static final List<String> ANSWERS =
      List.of(
          "\"rank\":1,\"player\":\"ann\",\"score\":1250",
          "\"rank\":2,\"player\":\"bob\",\"score\":3",
          "\"title\":\"web-1.log\"",
          "\"text\":\"process 7 started\"",
          "{\"id\":\"m1\",\"new\":true}",
          "\"unread\":true,\"text\":\"lunch?\"",
          "{\"read\":1}",
          "{\"inbox\":1,\"unread\":0,\"sent\":0,\"most\":1000}",
          "{\"added\":1}",
          "\"author\":\"ben\",\"text\":\"Yes\"",
          "\"body\":\"<html>first</html>\"",
          "\"target\":\"http://my.look.ca/\",\"text\":\"CNN.com\"",
          "{\"claimed\":true,\"url\":\"http://www.cnn.com/\"");

  @TempDir private Path directory;

  @Test
  void requestsAreAnswered() throws Exception {
    StringBuilder answers = new StringBuilder();
    try (ServedSystems served = ServedSystems.inMemory()) {
      CallRecords.open(served.connection()).close(); // a question makes no table
      for (String page : PageBlock.pages()) {
        if (page.startsWith("docs/systems/") && !page.equals(TSDB)) {
          for (PageBlock block : PageBlock.of(page, PageBlock.Kind.REQUESTS)) {
            answers.append(answers(block, served.port()));
          }
        }
      }
    }
    assertThat(answers.toString()).containsSubsequence(ANSWERS);
  }

  private static String answers(PageBlock block, int port) throws Exception {
    StringBuilder answers = new StringBuilder();
    for (ShownRequest request : ShownRequest.of(block, FILES)) {
      Answer answer = request.send(port);
      assertThat(answer.status())
          .as("%s: %s %s", block.place(), request, answer)
          .isEqualTo(HttpURLConnection.HTTP_OK);
      answers.append(answer.text());
    }
    return answers.toString();
  }

  @Test
  void theServerStarts() throws Exception {
    int count = 0;
    for (PageBlock block : PageBlock.of(SERVE, PageBlock.Kind.COMMANDS)) {
      for (String line : block.text().lines().toList()) {
        List<String> words = new ArrayList<>();
        for (String word : line.substring("./rowan ".length()).split(" ", -1)) {
          words.add(placed(word));
        }
        if (!line.contains("--port")) {
          words.add("--port=0");
        }
        try (CommandProcess server = CommandProcess.start(SystemsProgram.class, words)) {
          server.readTo(each -> each.startsWith("Serving "));
          server.signal("TERM");
          assertThat(server.code()).isEqualTo(CommandProcess.SIGTERM_CODE);
        }
        count++;
      }
    }
    assertThat(count).isEqualTo(3);
  }

  private String placed(String word) throws Exception {
    String store = directory.resolve("store").toString();
    return switch (word) {
      case "PATH" -> store;
      case "8091" -> "0";
      case "hbase-site.xml" -> {
        PageBlock site = PageBlock.of("docs/configuration.md", PageBlock.Kind.XML).get(0);
        assertThat(site.text()).contains("/data/shop");
        yield Files.writeString(directory.resolve(word), site.text().replace("/data/shop", store))
            .toString();
      }
      default -> word;
    };
  }

  @Test
  void theProgramCompiles() throws Exception {
    assertThat(ShownPrograms.refusals(directory, List.of(SERVE))).isEmpty();
  }
}
