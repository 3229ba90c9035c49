package io.rowandb.bench.applications;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.client.Rowan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both ways of an application answer the same, and the one with records is shorter. */
class ApplicationCostTest {
  private static final Path SOURCES =
      Path.of("src", "main", "java", "io", "rowandb", "bench", "applications");

  @TempDir private Path directory;

  @Tag("slow")
  @Test
  void bothWaysAnswerTheSame() throws IOException {
    try (Connection connection =
        ConnectionFactory.createConnection(
            Rowan.configuration(directory.resolve("store").toString()))) {
      for (ApplicationPair pair : ApplicationPair.all()) {
        try (Application typed = pair.typed().opening().open(connection);
            Application plain = pair.plain().opening().open(connection)) {
          Set<String> answers = new HashSet<>();
          for (int round = 0; round < 2; round++) {
            typed.write(0, 3_000);
            plain.write(0, 3_000);
            for (int number = 0; number < 50; number++) {
              String answer = typed.ask(number);
              assertThat(answer).as("%s %d", pair.name(), number).isEqualTo(plain.ask(number));
              answers.add(answer);
            }
          }
          assertThat(answers).as(pair.name()).hasSizeGreaterThan(5);
        }
      }
    }
  }

  @Test
  void thoseWithRecordsAreShorter() throws IOException {
    for (ApplicationPair pair : ApplicationPair.all()) {
      assertThat(lines(pair.typed())).as(pair.name()).isLessThan(lines(pair.plain()));
    }
  }

  private static long lines(ApplicationPair.Way way) throws IOException {
    return ApplicationCost.linesOf(SOURCES.resolve(way.source().getSimpleName() + ".java"))
        .orElseThrow();
  }

  @Test
  void linesOfCodeAreCounted() throws IOException {
    Path file = directory.resolve("A.java");
    Files.writeString(
        file,
        "package a;\n\nimport b.C;\n\n/** Text.\n * More.\n */\nclass A {\n  // no\n  int b;\n}\n");
    assertThat(ApplicationCost.linesOf(file)).hasValue(3);
    assertThat(ApplicationCost.linesOf(directory.resolve("B.java"))).isEmpty();
  }

  @Tag("slow")
  @Test
  void theTableHasARowForEach() throws IOException {
    List<List<String>> table =
        ApplicationCost.table(directory.resolve("bench"), SOURCES, 100, /* rounds= */ 1);
    assertThat(table).hasSize(7);
    assertThat(table.subList(1, 7)).allMatch(row -> row.size() == 9 && !row.contains("-"));
  }
}
