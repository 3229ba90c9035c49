package io.rowandb.jcstress;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;

/**
 * One run of jcstress, in a process of its own that forks others, and what came out.
 *
 * @param outcomes one for each test and way of compiling it
 * @param output what jcstress printed
 */
record StressRun(List<Outcome> outcomes, String output) {
  /**
   * What came out of a test, compiled in one way.
   *
   * @param test the name of its class
   * @param samples how often its actors met
   * @param failures a line for each forbidden outcome, or why it did not end well
   */
  record Outcome(String test, long samples, List<String> failures) {}

  /** Runs in which a few moments are spent on each test. */
  private static final List<String> SHORT =
      List.of("-m", "quick", "-sc", "false", "-af", "NONE", "-f", "1", "-iters", "1", "-time");

  /** Of each test in each way of compiling it, in a short run. */
  private static final String SHORT_MILLIS = "100";

  /**
   * Runs tests.
   *
   * @param directory gets the report
   * @param classes a pattern of the tests' names
   * @param mode one of jcstress' modes, from quick to tough, or null for a short run
   */
  static StressRun of(Path directory, String classes, String mode)
      throws IOException, InterruptedException {
    Files.createDirectories(directory);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("org.openjdk.jcstress.Main", "-t", classes));
    // Else it finds the number out by keeping all of them busy for seconds.
    command.addAll(List.of("-c", String.valueOf(Runtime.getRuntime().availableProcessors())));
    if (mode == null) {
      command.addAll(SHORT);
      command.addAll(List.of(SHORT_MILLIS, "-jvmArgs", "-ea -Xmx256m"));
    } else {
      command.addAll(List.of("-m", mode, "-jvmArgsPrepend", "-ea"));
    }
    Path output = directory.resolve("output.txt");
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      // Its exit code says less than the results, which are read below.
      int code = process.waitFor();
      return read(directory, "exit code " + code + "\n" + Files.readString(output));
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  /** The part of it that tests with some names are. */
  StressRun only(Predicate<String> names) {
    return new StressRun(
        outcomes.stream().filter(outcome -> names.test(outcome.test())).toList(), output);
  }

  Set<String> tests() {
    return outcomes.stream().map(Outcome::test).collect(Collectors.toSet());
  }

  long samples() {
    return outcomes.stream().mapToLong(Outcome::samples).sum();
  }

  List<String> forbidden() {
    return outcomes.stream().flatMap(outcome -> outcome.failures().stream()).toList();
  }

  private static StressRun read(Path directory, String output) throws IOException {
    List<Outcome> outcomes = new ArrayList<>();
    for (File file : results(directory)) {
      DiskReadCollector collector =
          new DiskReadCollector(
              file.getPath(),
              result ->
                  outcomes.add(
                      new Outcome(result.getName(), result.getTotalCount(), failures(result))));
      try {
        collector.dump();
      } catch (ClassNotFoundException e) {
        throw new IOException("results of another version in " + file, e);
      } finally {
        collector.close();
      }
    }
    return new StressRun(outcomes, output);
  }

  private static List<File> results(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".bin.gz")).map(Path::toFile).toList();
    }
  }

  private static List<String> failures(TestResult result) {
    String who = result.getName() + " " + result.getConfig().jvmArgs + ": ";
    if (result.status() != Status.NORMAL) {
      return List.of(who + result.status() + " " + result.getMessages());
    }
    return result.grading().failureMessages.stream().map(message -> who + message).toList();
  }
}
