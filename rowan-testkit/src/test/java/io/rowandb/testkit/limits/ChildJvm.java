package io.rowandb.testkit.limits;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** Runs programs of the tests in processes of their own, with this one's Java and class path. */
public final class ChildJvm {
  /** Far longer than any of these programs takes. */
  private static final long LIMIT_MINUTES = 60;

  private static final String CHECK = "rowan.check.on.close";

  private final List<String> start = new ArrayList<>();

  /** With these flags of the virtual machine. */
  public ChildJvm(String... flags) {
    start.add(ProcessHandle.current().info().command().orElseThrow());
    start.addAll(List.of(flags));
    start.add("-ea");
    start.add("-D" + CHECK + "=" + System.getProperty(CHECK)); // what it leaves is checked too
    start.add("-cp");
    start.add(System.getProperty("java.class.path"));
  }

  /** The command line of a program. */
  public List<String> command(Class<?> program, String... arguments) {
    List<String> command = new ArrayList<>(start);
    command.add(program.getName());
    command.addAll(List.of(arguments));
    return command;
  }

  /** A program to be started. */
  public ProcessBuilder builder(Class<?> program, String... arguments) {
    return new ProcessBuilder(command(program, arguments));
  }

  /** Runs a program to its end, which must be a good one; returns the lines it printed. */
  public List<String> run(Class<?> program, String... arguments)
      throws IOException, InterruptedException {
    return run(builder(program, arguments));
  }

  /** Runs any command to its end, which must be a good one; returns the lines it printed. */
  public static List<String> run(ProcessBuilder builder) throws IOException, InterruptedException {
    Process process = builder.start();
    // Who reads its output cannot be interrupted.
    CompletableFuture<Void> limit =
        CompletableFuture.runAsync(
            process::destroyForcibly,
            CompletableFuture.delayedExecutor(LIMIT_MINUTES, TimeUnit.MINUTES));
    Queue<String> errors = new ConcurrentLinkedQueue<>();
    Thread reader = new Thread(() -> process.errorReader(UTF_8).lines().forEach(errors::add));
    reader.start();
    List<String> lines = new ArrayList<>();
    try (BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      output.lines().forEach(lines::add);
    }
    int exit = process.waitFor();
    reader.join();
    limit.cancel(false);
    assertThat(exit)
        .as("exit code; output %s; errors %s", lines, String.join("\n", errors))
        .isZero();
    return lines;
  }
}
