package io.rowandb.schema.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That a design is one declaration of under 40 lines: all tables together, without blank lines. */
class DeclarationTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "twitter/TwitterDesign",
        "calls/CallDesign",
        "leaderboard/LeaderboardDesign",
        "blog/BlogDesign",
        "log/LogDesign"
      })
  void itHasFewLines(String design) throws IOException {
    Path source = Path.of("src", "test", "java", "io", "rowandb", "schema", "design");
    List<String> lines = Files.readAllLines(source.resolve(design + ".java"));
    int first = 0;
    while (!lines.get(first).startsWith("  static final")) {
      first++;
    }
    long count =
        lines.subList(first, lines.size() - 1).stream().filter(line -> !line.isBlank()).count();
    Loaded.report("%s: %d lines", design, count);
    assertThat(count).isBetween(8L, 39L);
  }
}
