package io.rowandb.engine;

import io.rowandb.engine.io.FailureLog;
import java.io.IOException;

/** Closes one thing after the other, whatever fails; the first failure is thrown at the end. */
final class Closing {
  private Throwable failure;

  /** A step that may fail. */
  interface Step {
    void run() throws Exception;
  }

  /** Runs the step; keeps its failure for {@link #rethrow}. */
  void run(Step step) {
    try {
      step.run();
    } catch (Exception | Error e) {
      if (failure == null) {
        failure = e;
      } else {
        failure.addSuppressed(e);
      }
    }
  }

  /** Closes it; keeps the failure for {@link #rethrow}. */
  void close(AutoCloseable resource) {
    run(resource::close);
  }

  boolean failed() {
    return failure != null;
  }

  void rethrow() throws IOException {
    if (failure instanceof IOException io) {
      throw io;
    }
    if (failure instanceof RuntimeException runtime) {
      throw runtime;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw new IOException(failure);
    }
  }

  /**
   * Closes what was opened by an opening that failed; its own failure is on its way to the caller,
   * so one of closing is only logged.
   */
  static void quietly(AutoCloseable... resources) {
    for (AutoCloseable resource : resources) {
      try {
        if (resource != null) {
          resource.close();
        }
      } catch (Exception e) {
        FailureLog.warning(Closing.class, "Cannot close " + resource, e);
      }
    }
  }
}
