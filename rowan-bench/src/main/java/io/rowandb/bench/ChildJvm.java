package io.rowandb.bench;

import io.rowandb.bench.workload.ChildLine;
import io.rowandb.bench.workload.ChildMain;
import io.rowandb.bench.workload.ChildTask;
import io.rowandb.bench.workload.Metric;
import io.rowandb.bench.workload.Phase;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjDoubleConsumer;

/**
 * Runs one task in its own JVM and reads its report. The child's standard error goes to a file,
 * whose end explains a failure. A child that exceeds a time limit is killed.
 */
final class ChildJvm {
  /** A hundred times what a slow peer needs for 5 million rows would still be wrong. */
  private static final long LIMIT_HOURS = 2;

  /** The last lines of standard error that a failure without a message shows. */
  private static final int LAST_LINES = 5;

  private final List<String> command;
  private final Path errors;

  /**
   * @param recording a file for a flight recording, or null
   * @param errors a file for standard error
   */
  ChildJvm(ChildTask task, Path recording, Path errors) {
    this.command = command(task, recording);
    this.errors = errors;
  }

  private static List<String> command(ChildTask task, Path recording) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    String heap = (task.heapBytes() >> 20) + "m";
    command.add("-Xmx" + heap);
    if (task.phase() == Phase.SMALL_CACHE) {
      // On a virtual machine the first touch of a page may cost more than a row; a heap that still
      // grows while rows are read made the same code four times slower in one run than in the next.
      // Other phases report resident memory, which this would fix at its limit.
      command.add("-Xms" + heap);
      command.add("-XX:+AlwaysPreTouch");
    }
    command.addAll(task.peer().jvmFlags());
    if (recording != null) {
      // Without these two, samples inside inlined methods are ascribed to their neighbours.
      command.add("-XX:+UnlockDiagnosticVMOptions");
      command.add("-XX:+DebugNonSafepoints");
      String settings =
          task.phase() == Phase.ALLOCATION
              ? AllocationPlaces.recordingSettings()
              : "settings=profile";
      command.add("-XX:StartFlightRecording:" + settings + ",filename=" + recording);
      command.add("-Xlog:jfr+startup=off");
    }
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(ChildMain.class.getName());
    command.addAll(task.toArguments());
    return command;
  }

  /**
   * Runs the child to its end and hands out its figures as they come.
   *
   * @throws IOException with the child's own message when it failed
   */
  void run(ObjDoubleConsumer<Metric> figures) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    Thread stopper = new Thread(process::destroyForcibly, "bench-stop-child");
    Runtime.getRuntime().addShutdownHook(stopper);
    try {
      CompletableFuture<Void> watch = killWhenLate(process);
      boolean done = read(process, begin, figures);
      int code = process.waitFor();
      watch.join();
      if (!done) {
        throw new IOException("ended with code " + code + " and without a result" + lastErrors());
      }
    } finally {
      // Its files go next: it must not make any more.
      process.destroyForcibly().waitFor();
      Runtime.getRuntime().removeShutdownHook(stopper);
    }
  }

  /** Done when the child has exited or was killed. */
  private static CompletableFuture<Void> killWhenLate(Process process) {
    return process
        .onExit()
        .orTimeout(LIMIT_HOURS, TimeUnit.HOURS)
        .handle(
            (exited, late) -> {
              if (late != null) {
                process.destroyForcibly();
              }
              return null;
            });
  }

  /** Whether the child says that it is done. */
  private boolean read(Process process, long begin, ObjDoubleConsumer<Metric> figures)
      throws IOException {
    boolean done = false;
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      for (String text = output.readLine(); text != null; text = output.readLine()) {
        ChildLine line = ChildLine.parse(text);
        if (line instanceof ChildLine.Value value) {
          figures.accept(value.metric(), value.number());
        } else if (line instanceof ChildLine.Reached reached) {
          figures.accept(reached.metric(), (System.nanoTime() - begin) / 1e9);
        } else if (line instanceof ChildLine.Failed failed) {
          throw new IOException(failed.message());
        } else if (line instanceof ChildLine.Done) {
          done = true;
        }
      }
    }
    return done;
  }

  private String lastErrors() throws IOException {
    List<String> lines = Files.readAllLines(errors, StandardCharsets.ISO_8859_1);
    List<String> last = lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
    return last.isEmpty() ? "" : ": " + String.join(" | ", last);
  }
}
