package io.rowandb.jcstress;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Calls that may fail, for actors, which may throw no checked exception. */
public final class Unchecked {
  private Unchecked() {}

  /** A call with a result. */
  public interface Call<T> {
    /** Does it. */
    T call() throws IOException;
  }

  /** A call without one. */
  public interface Step {
    /** Does it. */
    void run() throws IOException;
  }

  /** Its result. */
  public static <T> T get(Call<T> call) {
    try {
      return call.call();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Does it. */
  public static void run(Step step) {
    try {
      step.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
