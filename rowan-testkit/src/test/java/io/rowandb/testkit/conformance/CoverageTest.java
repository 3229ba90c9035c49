package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the names of the suite's tests promise: no trap and no row of the data model is missing. */
class CoverageTest {
  private static final int TRAPS = 30;

  /** The feature rows that a client can see, of the data model, operations, and settings. */
  private static final List<Integer> ROWS =
      List.of(
          1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 21, 22, 23, 24, 27, 28, 29, 30,
          31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52,
          53, 54, 55, 56, 58, 60, 62, 63, 64, 96, 98, 99, 100, 101, 105, 109, 110, 112);

  private static String names;

  @BeforeAll
  static void collect() throws Exception {
    Path classes =
        Path.of(CoverageTest.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .resolve(CoverageTest.class.getPackageName().replace('.', '/'));
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.list(classes)) {
      for (Path file : files.filter(each -> each.toString().endsWith("Test.class")).toList()) {
        String simple = file.getFileName().toString().replace(".class", "");
        Class<?> type = Class.forName(CoverageTest.class.getPackageName() + "." + simple);
        for (Method method : type.getDeclaredMethods()) {
          found.add("_" + method.getName());
        }
      }
    }
    names = String.join(" ", found);
  }

  @Test
  void everyTrapHasATest() {
    for (int trap = 1; trap <= TRAPS; trap++) {
      assertThat(names).contains("_trap" + trap + "_");
    }
  }

  @Test
  void everyRowThatAClientCanSeeHasATest() {
    for (int row : ROWS) {
      assertThat(names).contains("_f" + row + "_");
    }
  }
}
