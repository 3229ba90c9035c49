package io.rowandb.client.hazard;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Finds the line of the program for which the current thread works: the innermost frame in its
 * stack that does not belong to a library; else the line passed to it with {@link #during}; else
 * the lines of the threads that wait in HBase's client, which runs batches in its own pool.
 */
public final class CallerLine {
  /** Where no line of a program is. */
  private static final List<String> NOT_THE_PROGRAM =
      List.of(
          "io.rowandb.client.adapter.",
          "io.rowandb.client.direct.",
          "io.rowandb.client.hazard.",
          "io.rowandb.client.inprocess.",
          "io.rowandb.client.meta.",
          "io.rowandb.client.service.",
          "io.rowandb.engine.",
          "org.apache.hadoop.",
          "org.apache.hbase.thirdparty.",
          "java.",
          "javax.",
          "jdk.",
          "sun.");

  /** The classes of HBase's client in which a thread waits for what the pool does. */
  private static final Set<String> WAITING_IN =
      Set.of(
          "org.apache.hadoop.hbase.client.HTable",
          "org.apache.hadoop.hbase.client.BufferedMutatorImpl");

  /** The line that this thread works for; absent when it works for itself. */
  private static final ThreadLocal<String> WORKING_FOR = new ThreadLocal<>();

  private CallerLine() {}

  /** The line that the present thread's call comes from, to be handed on; null if unknown. */
  public static String here() {
    Optional<String> own =
        StackWalker.getInstance()
            .walk(
                frames ->
                    frames
                        .filter(frame -> isProgram(frame.getClassName()))
                        .findFirst()
                        .map(frame -> text(frame.toStackTraceElement())));
    return own.orElseGet(WORKING_FOR::get);
  }

  /** Does {@code work} on behalf of {@code line}, which may be null. */
  public static <T> T during(String line, Supplier<T> work) {
    String before = WORKING_FOR.get();
    WORKING_FOR.set(line);
    try {
      return work.get();
    } finally {
      if (before == null) {
        WORKING_FOR.remove();
      } else {
        WORKING_FOR.set(before);
      }
    }
  }

  static String find() {
    String line = here();
    if (line != null) {
      return line;
    }
    Set<String> waiting = new TreeSet<>();
    for (StackTraceElement[] stack : Thread.getAllStackTraces().values()) {
      if (Arrays.stream(stack).anyMatch(frame -> WAITING_IN.contains(frame.getClassName()))) {
        program(stack).findFirst().map(CallerLine::text).ifPresent(waiting::add);
      }
    }
    return waiting.isEmpty()
        ? "a line unknown to thread " + Thread.currentThread().getName()
        : "perhaps " + String.join(" or ", waiting);
  }

  private static Stream<StackTraceElement> program(StackTraceElement[] stack) {
    return Arrays.stream(stack).filter(frame -> isProgram(frame.getClassName()));
  }

  /** Without the loader of the class, which only some stacks know. */
  private static String text(StackTraceElement frame) {
    return new StackTraceElement(
            frame.getClassName(), frame.getMethodName(), frame.getFileName(), frame.getLineNumber())
        .toString();
  }

  private static boolean isProgram(String className) {
    for (String prefix : NOT_THE_PROGRAM) {
      if (className.startsWith(prefix)) {
        return false;
      }
    }
    return true;
  }
}
