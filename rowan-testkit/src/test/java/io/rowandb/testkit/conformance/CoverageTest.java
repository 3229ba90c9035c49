package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What the names of tests promise: no trap, no row of the data model and none of the engine is
 * missing. A test of a row has its number in front of its name, as in {@code f75_onlyTheLarge…}.
 */
class CoverageTest {
  private static final int TRAPS = 30;

  /** The project's root; tests run in their module's directory. */
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final String SUITE = "rowan-testkit/src/test/java/io/rowandb/testkit/conformance";

  /** The feature rows that a client can see, of the data model, operations, and settings. */
  private static final List<Integer> CLIENT_ROWS =
      List.of(
          1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 21, 22, 23, 24, 27, 28, 29, 30,
          31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52,
          53, 54, 55, 56, 58, 60, 62, 63, 64, 96, 98, 99, 100, 101, 105, 109, 110, 112);

  /** Those of the engine: regions, memstores, files, caches. */
  private static final List<Integer> ENGINE_ROWS =
      List.of(
          57, 65, 66, 67, 68, 69, 71, 72, 73, 74, 75, 76, 77, 80, 81, 82, 83, 84, 85, 87, 88, 90,
          91, 92, 93, 94, 95, 102, 103, 104, 106, 107, 108, 113);

  /** Those that ask for a figure, by the document that has it and words beside it. */
  private static final Map<Integer, List<String>> FIGURES =
      Map.of(
          59, List.of("docs/performance.md", "all in cache"),
          79, List.of("docs/performance.md", "The pool of chunks"),
          86, List.of("docs/caching.md", "outside of the heap, and copied"));

  private static final Pattern TEST =
      Pattern.compile("@(?:Test|ParameterizedTest)\\b[^{;]*?\\bvoid (\\w+)\\(");
  private static final Pattern MARK = Pattern.compile("(?<=^|_)(f\\d+|trap\\d+)(?=_)");

  private static Set<String> suite;
  private static Set<String> all;

  @BeforeAll
  static void collect() throws IOException {
    suite = marks(ROOT.resolve(SUITE));
    all = marks(ROOT);
  }

  /** What the names of tests below a directory have in front. */
  private static Set<String> marks(Path directory) throws IOException {
    Set<String> marks = new TreeSet<>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(each -> each.toString().endsWith("Test.java")).toList()) {
        Matcher test = TEST.matcher(withoutStrings(Files.readString(file)));
        while (test.find()) {
          MARK.matcher(test.group(1)).results().forEach(mark -> marks.add(mark.group()));
        }
      }
    }
    return marks;
  }

  /** Annotations between a test's mark and its name may have braces in their arguments. */
  private static String withoutStrings(String source) {
    return source.replaceAll("\\{\\s*\"[^}]*\"\\s*\\}", "").replaceAll("\"[^\"\\n]*\"", "");
  }

  @Test
  void everyTrapHasATest() {
    for (int trap = 1; trap <= TRAPS; trap++) {
      assertThat(suite).contains("trap" + trap);
    }
  }

  @Test
  void everyRowThatAClientCanSeeHasATest() {
    for (int row : CLIENT_ROWS) {
      assertThat(suite).contains("f" + row);
    }
  }

  @Test
  void everyRowOfTheEngineHasATest() {
    for (int row : ENGINE_ROWS) {
      assertThat(all).contains("f" + row);
    }
  }

  @Test
  void everyFigureIsInADocument() throws IOException {
    for (Map.Entry<Integer, List<String>> figure : FIGURES.entrySet()) {
      Path document = ROOT.resolve(figure.getValue().get(0));
      assertThat(Files.readString(document))
          .as("row %s", figure.getKey())
          .contains(figure.getValue().get(1));
    }
  }
}
