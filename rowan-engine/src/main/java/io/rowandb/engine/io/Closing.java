package io.rowandb.engine.io;

import java.io.IOException;

/** Closes several resources in order even if some fail; throws the first failure at the end. */
public final class Closing {
  private Throwable failure;

  /** A step that may fail. */
  public interface Step {
    void run() throws Exception;
  }

  /** Runs the step; keeps its failure for {@link #rethrow}. */
  public void run(Step step) {
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
  public void close(AutoCloseable resource) {
    run(resource::close);
  }

  /** Whether a step has failed so far. */
  public boolean failed() {
    return failure != null;
  }

  /** Throws the first failure, if there was one; the others are suppressed in it. */
  public void rethrow() throws IOException {
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
  public static void quietly(AutoCloseable... resources) {
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
