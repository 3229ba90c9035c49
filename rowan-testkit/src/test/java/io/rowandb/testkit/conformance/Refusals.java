package io.rowandb.testkit.conformance;

import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** How calls end that should be refused, in a word each. */
final class Refusals {
  /** The word for a call that returned. */
  static final String NONE = "none";

  private Refusals() {}

  /** The simple class names of what the calls throw, in their order. */
  static List<String> of(ThrowingCallable... calls) {
    return Stream.of(calls).map(Refusals::of).toList();
  }

  /** The simple class name of what the call throws; of a future, of what it ended with. */
  static String of(ThrowingCallable call) {
    try {
      call.call();
    } catch (Throwable thrown) {
      return cause(thrown).getClass().getSimpleName();
    }
    return NONE;
  }

  private static Throwable cause(Throwable thrown) {
    boolean wrapped = thrown instanceof CompletionException || thrown instanceof ExecutionException;
    return wrapped && thrown.getCause() != null ? thrown.getCause() : thrown;
  }
}
