package io.rowandb.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineTestKit;

/** The test in the documents, before its migration and after it. */
class ReadmeMigrationTest {
  private static final Pattern TESTS =
      Pattern.compile("```java\n((?:(?!```).)*class OrdersTest.*?)```", Pattern.DOTALL);

  @TempDir private Path directory;

  @Tag("slow")
  @Test
  void theTestOnTheClusterCompiles() throws IOException {
    String before = tests("docs/testing.md").get(0);
    assertThat(before).contains("HBaseTestingUtility");
    compile(before);
  }

  @Tag("slow")
  @Test
  void theMigratedTestRuns() throws Exception {
    String after = tests("docs/testing.md").get(1);
    assertThat(after).contains("@RowanTest");
    compile(after);
    URL[] classes = {directory.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(classes, getClass().getClassLoader())) {
      EngineTestKit.engine("junit-jupiter")
          .selectors(selectClass(loader.loadClass("OrdersTest")))
          .execute()
          .testEvents()
          .assertStatistics(statistics -> statistics.succeeded(1).failed(0));
    }
  }

  @Test
  void bothLanguagesShowTheSameTests() throws IOException {
    assertThat(tests("docs/zh/testing.md")).isEqualTo(tests("docs/testing.md")).hasSize(2);
  }

  /** The README leaves out what the whole test begins with. */
  @Test
  void theReadmeShowsThisTest() throws IOException {
    String shown = tests("docs/testing.md").get(1).replaceFirst("  static final byte.*\n\n", "");
    assertThat(tests("README.md"))
        .containsExactly(shown.substring(shown.indexOf("@RowanTest")))
        .isEqualTo(tests("README.zh.md"));
  }

  private void compile(String program) throws IOException {
    Path source = Files.writeString(directory.resolve("OrdersTest.java"), program);
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                directory.toString(),
                source.toString());
    assertThat(code).isZero();
  }

  /**
   * The two tests; the file is at the project's root, and tests run in their module's directory.
   */
  private static List<String> tests(String readme) throws IOException {
    return TESTS
        .matcher(Files.readString(Path.of("..", readme)))
        .results()
        .map(ReadmeMigrationTest::program)
        .toList();
  }

  private static String program(MatchResult match) {
    return match.group(1);
  }
}
