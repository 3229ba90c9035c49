package io.rowandb.client.hazard;

import java.util.List;

/** Finds the program's line in the present thread's stack: the last that is not of a library. */
final class CallerLine {
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

  private CallerLine() {}

  static String find() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .filter(frame -> isProgram(frame.getClassName()))
                    .findFirst()
                    .map(frame -> frame.toStackTraceElement().toString())
                    .orElseGet(
                        () -> "a line unknown to thread " + Thread.currentThread().getName()));
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
