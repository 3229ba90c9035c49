package io.rowandb.bench.workload;

import java.io.PrintStream;
import java.util.function.Consumer;

/**
 * The main class of a child JVM: does one {@link ChildTask} and writes {@link ChildLine}s. Ends
 * with {@code @done} and code 0, or with {@code @failed} and code 1; always by {@code exit}, since
 * some peers leave threads behind.
 */
public final class ChildMain {
  private ChildMain() {}

  /** Runs the task that the arguments describe. */
  public static void main(String[] arguments) {
    PrintStream out = System.out;
    System.setOut(System.err);
    boolean done = run(arguments, line -> print(out, line));
    System.exit(done ? 0 : 1);
  }

  /** Runs a task and hands out its lines; false when it failed. */
  static boolean run(String[] arguments, Consumer<ChildLine> lines) {
    try {
      ChildTask task = ChildTask.fromArguments(arguments);
      Phases.run(task, line -> report(task, line, lines));
      lines.accept(new ChildLine.Done());
      return true;
    } catch (Exception | LinkageError | OutOfMemoryError e) {
      e.printStackTrace();
      lines.accept(new ChildLine.Failed(e.toString()));
      return false;
    }
  }

  /** Passes on what was asked for: some workloads yield several figures at once. */
  private static void report(ChildTask task, ChildLine line, Consumer<ChildLine> lines) {
    Metric metric = null;
    if (line instanceof ChildLine.Value value) {
      metric = value.metric();
    } else if (line instanceof ChildLine.Reached reached) {
      metric = reached.metric();
    }
    if (metric == null || task.metrics().contains(metric)) {
      lines.accept(line);
    }
  }

  private static void print(PrintStream out, ChildLine line) {
    out.println(line.format());
    out.flush();
  }
}
