package io.rowandb.schema.pattern;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Calls at once, each in a thread of its own. */
final class AllAtOnce {
  private AllAtOnce() {}

  /** Makes them; gives what they gave, in their order, or fails as one of them. */
  static <T> List<T> run(List<Callable<T>> calls) throws InterruptedException, ExecutionException {
    ExecutorService threads = Executors.newFixedThreadPool(calls.size());
    try {
      List<T> given = new ArrayList<>();
      for (Future<T> each : threads.invokeAll(calls)) {
        given.add(each.get());
      }
      return given;
    } finally {
      threads.shutdownNow();
    }
  }
}
