package io.rowandb.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

/**
 * Makes tests of text files, each case a test that is named by its place. The cases of a file run
 * in their order with one {@link Runner}, which may keep something from case to case. With {@code
 * -Drewrite=true} what they print takes the place of what was expected, to be read as a difference
 * of the file.
 *
 * <p>A mistake in the file's form, or an argument that the runner does not know, is an error with
 * file and line, also when rewriting.
 */
public final class Scenarios {
  private static final Path ROOT = Path.of("src", "test", "resources", "scenarios");

  private Scenarios() {}

  /** Knows the commands of one subject. Used for one file, then closed. */
  public interface Runner extends AutoCloseable {
    /**
     * Runs a case.
     *
     * @return what it prints; a refusal that the case is about is printed too
     * @throws IllegalArgumentException when it does not know the command or its input
     */
    String run(Scenario scenario) throws Exception;

    @Override
    default void close() throws IOException {
      // most keep nothing
    }
  }

  /** The tests of all files of a subject. */
  public static Stream<DynamicNode> of(String subject, Supplier<Runner> runners)
      throws IOException {
    return of(ROOT.resolve(subject), runners, Boolean.getBoolean("rewrite"));
  }

  static Stream<DynamicNode> of(Path directory, Supplier<Runner> runners, boolean rewrites)
      throws IOException {
    List<Path> paths;
    try (Stream<Path> found = Files.list(directory)) {
      paths = found.filter(path -> path.toString().endsWith(".txt")).sorted().toList();
    }
    if (paths.isEmpty()) {
      throw new IllegalArgumentException("No scenarios are in " + directory);
    }
    List<DynamicNode> containers = new ArrayList<>();
    for (Path path : paths) {
      FileRun run = new FileRun(ScenarioFile.read(path), runners.get(), rewrites);
      containers.add(
          DynamicContainer.dynamicContainer(
              path.getFileName().toString(), path.toUri(), run.tests().stream()));
    }
    return containers.stream();
  }

  /** The cases of one file, to be run in their order. */
  private static final class FileRun {
    private final ScenarioFile file;
    private final Runner runner;
    private final boolean rewrites;
    private final List<String> actual = new ArrayList<>();
    private int ended;

    FileRun(ScenarioFile file, Runner runner, boolean rewrites) {
      this.file = file;
      this.runner = runner;
      this.rewrites = rewrites;
    }

    List<DynamicTest> tests() {
      List<DynamicTest> tests = new ArrayList<>();
      for (Scenario each : file.cases()) {
        String name = each.place() + " " + each.command().name();
        tests.add(DynamicTest.dynamicTest(name, each.uri(), () -> run(each)));
      }
      return tests;
    }

    private void run(Scenario scenario) throws Exception {
      try {
        String printed = printed(scenario);
        actual.add(printed);
        if (!rewrites) {
          assertThat(printed).as(scenario.place()).isEqualTo(scenario.expected());
        } else if (actual.size() == file.cases().size()) {
          file.rewrite(actual);
        }
      } finally {
        ended++;
        if (ended == file.cases().size()) {
          runner.close();
        }
      }
    }

    private String printed(Scenario scenario) throws Exception {
      try {
        String printed = runner.run(scenario);
        scenario.command().requireUsed();
        ScenarioFile.requireReadable(printed);
        return printed;
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(scenario.place() + ": " + e.getMessage(), e);
      }
    }
  }
}
