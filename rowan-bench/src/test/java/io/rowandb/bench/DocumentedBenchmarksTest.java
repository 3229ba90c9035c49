package io.rowandb.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The command lines of the pages on performance are ones that the command takes. What each of them
 * runs takes hours; {@link BenchCommandTest} runs the same with few rows.
 */
class DocumentedBenchmarksTest {
  /** As code in a line, or as a line of a block; what follows two spaces there describes it. */
  private static final Pattern COMMAND =
      Pattern.compile("(?m)(?:^|`)\\./rowan bench((?: [^ `\n]+)*)");

  @Tag("slow")
  @Test
  void allAreTaken() throws IOException {
    int count = 0;
    try (Stream<Path> pages = Files.walk(Path.of("..", "docs"))) {
      for (Path page :
          (Iterable<Path>) pages.filter(each -> each.toString().endsWith(".md"))::iterator) {
        for (List<String> words : commands(Files.readString(page))) {
          BenchCommand.commandLine().parseArgs(words.toArray(String[]::new));
          count++;
        }
      }
    }
    assertThat(count).isGreaterThan(30);
  }

  private static List<List<String>> commands(String page) {
    return COMMAND
        .matcher(page)
        .results()
        .map(each -> each.group(1).strip())
        .map(each -> each.isEmpty() ? List.<String>of() : List.of(each.split(" ", -1)))
        .toList();
  }
}
