package io.rowandb.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The reader of scenarios: what it makes of files, rewrites them to, and refuses. */
class ScenariosTest {
  private static final String FILE =
      """
      # The language: add prints the sum so far.

      # begins with nothing
      add
      1
      2
      ----
      3

      # goes on
      add times=10
      4
      ----
      43


      add
      ----
      43
      """;

  @TempDir private Path directory;

  /** Adds the numbers of its input to what it has. */
  private static final class Adding implements Scenarios.Runner {
    private long sum;
    private boolean closed;

    @Override
    public String run(Scenario scenario) {
      assertThat(closed).isFalse();
      assertThat(scenario.command().name()).isEqualTo("add");
      long times = scenario.command().number("times", 1);
      scenario.input().forEach(line -> sum += times * Long.parseLong(line));
      return Long.toString(sum);
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private final List<Adding> runners = new ArrayList<>();

  private List<DynamicContainer> containers(boolean rewrites) throws IOException {
    List<DynamicNode> nodes =
        Scenarios.of(
                directory,
                () -> {
                  runners.add(new Adding());
                  return runners.get(runners.size() - 1);
                },
                rewrites)
            .toList();
    return nodes.stream().map(DynamicContainer.class::cast).toList();
  }

  private static List<DynamicTest> tests(DynamicContainer container) {
    return container.getChildren().map(DynamicTest.class::cast).toList();
  }

  private static void runAll(DynamicContainer container) throws Throwable {
    for (DynamicTest test : tests(container)) {
      test.getExecutable().execute();
    }
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  @Test
  void casesAreTestsNamedByTheirPlaceAndKeepTheirFilesState() throws Throwable {
    write("b.txt", FILE);
    write("a.txt", "add\n5\n----\n5\n");
    write("notes.md", "no scenario");
    List<DynamicContainer> files = containers(false);
    assertThat(files).extracting(DynamicNode::getDisplayName).containsExactly("a.txt", "b.txt");
    List<DynamicTest> tests = tests(files.get(1));
    assertThat(tests)
        .extracting(DynamicNode::getDisplayName)
        .containsExactly("b.txt:4 add", "b.txt:11 add", "b.txt:17 add");
    assertThat(tests.get(0).getTestSourceUri().orElseThrow().toString()).endsWith("/b.txt?line=4");
    runAll(containers(false).get(1));
    assertThat(runners.get(runners.size() - 1).closed).isTrue();
  }

  @Test
  void anotherOutputFailsWithItsPlace() throws Throwable {
    Path file = write("a.txt", FILE.replace("43\n\n\n", "44\n\n\n"));
    List<DynamicTest> tests = tests(containers(false).get(0));
    tests.get(0).getExecutable().execute();
    assertThatThrownBy(() -> tests.get(1).getExecutable().execute())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("a.txt:11")
        .hasMessageContaining("44");
    tests.get(2).getExecutable().execute();
    assertThat(file).hasContent(FILE.replace("43\n\n\n", "44\n\n\n"));
  }

  @Test
  void rewritingChangesOutputsAndNothingElse() throws Throwable {
    Path file = write("a.txt", FILE.replace("43", "no\nsum").replace("----\n3\n", "----\n"));
    runAll(containers(true).get(0));
    assertThat(Files.readString(file)).isEqualTo(FILE);
    runAll(containers(false).get(0));
  }

  /** A case that could not be run has no output to be kept. */
  @Test
  void aFailedCaseLeavesTheFileAsItIs() throws Throwable {
    Path file = write("a.txt", "add\nx\n----\n0\n\nadd\n1\n----\n0\n");
    List<DynamicTest> tests = tests(containers(true).get(0));
    assertThatThrownBy(() -> tests.get(0).getExecutable().execute())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a.txt:1");
    tests.get(1).getExecutable().execute();
    assertThat(file).hasContent("add\nx\n----\n0\n\nadd\n1\n----\n0\n");
    assertThat(runners.get(0).closed).isTrue();
  }

  @Test
  void anArgumentThatNobodyKnowsIsAnError() throws IOException {
    write("a.txt", "# so\nadd tims=10 fast\n4\n----\n40\n");
    DynamicTest only = tests(containers(false).get(0)).get(0);
    assertThatThrownBy(() -> only.getExecutable().execute())
        .hasMessage("a.txt:2: add has no use for [fast, tims]");
  }

  @ParameterizedTest
  @CsvSource({
    "'add\n1\n', 1, a case without ----",
    "'add\n----\n0\n\n# so\nadd\n\n----\n0\n', 6, a case without ----",
    "'----\n0\n', 1, ---- without a command",
    "'add\n----\n0\n----\n1\n', 4, a second ---- in a case",
    "'add\n# late\n----\n0\n', 2, a comment stands before the command of its case",
    "'add a=1 a=2\n----\n0\n', 1, a is there twice",
    "'add\n----\n0 \n', 3, blanks at the end of the line",
    "'# nothing but words\n', 1, there is no case",
    "'', 1, there is no case"
  })
  void whatIsMalformedIsNamedByFileAndLine(String text, int line, String what) throws IOException {
    Path file = write("a.txt", text);
    assertThatThrownBy(() -> containers(true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(file + ":" + line + ": " + what);
    assertThat(file).hasContent(text);
  }

  @Test
  void aSubjectWithoutFilesIsAnError() {
    assertThatThrownBy(() -> containers(false)).hasMessage("No scenarios are in " + directory);
  }

  @ParameterizedTest
  @CsvSource({"'a\n\nb'", "'a \nb'", "'a\n----'"})
  void anOutputThatCouldNotBeReadAgainIsAnError(String output) throws IOException {
    write("a.txt", "add\n----\n0\n");
    DynamicContainer container =
        (DynamicContainer) Scenarios.of(directory, () -> scenario -> output, true).toList().get(0);
    assertThatThrownBy(() -> tests(container).get(0).getExecutable().execute())
        .hasMessageStartingWith("a.txt:1: the output has a line");
  }

  @Test
  void numbersHaveUnits() {
    assertThat(Command.number("12")).isEqualTo(12);
    assertThat(Command.number("2k")).isEqualTo(2048);
    assertThat(Command.number("3m")).isEqualTo(3 << 20);
    assertThat(Command.number("1g")).isEqualTo(1 << 30);
    assertThat(Command.number("5s")).isEqualTo(5_000);
    assertThat(Command.number("2h")).isEqualTo(7_200_000);
    assertThat(Command.number("7d")).isEqualTo(604_800_000);
    assertThat(Command.number("max")).isEqualTo(Long.MAX_VALUE);
    assertThatThrownBy(() -> Command.number("9999999999g")).isInstanceOf(ArithmeticException.class);
  }
}
