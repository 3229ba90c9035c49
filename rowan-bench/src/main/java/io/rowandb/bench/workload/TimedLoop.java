package io.rowandb.bench.workload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Repeats one operation in some threads for a given time and gives the operations per second. A
 * warm-up of half that time comes first and does not count.
 */
final class TimedLoop {
  /**
   * Operations between two looks at the clock: a look costs about as much as a fast get's tenth.
   */
  private static final int OPERATIONS_PER_LOOK = 16;

  private final double seconds;

  TimedLoop(double seconds) {
    this.seconds = seconds;
  }

  /** One operation of one thread; closed when the thread is done. */
  interface Operation extends AutoCloseable {
    void run() throws IOException;

    /** The warm-up is over: what was noted until now does not count. */
    default void warm() throws IOException {}

    @Override
    void close() throws IOException;
  }

  /** Makes the operation of a thread, in that thread. */
  interface OperationFactory {
    Operation of(int thread) throws IOException;
  }

  /** The pace of all threads together; the cause of the first failure is thrown. */
  Speed measure(int threads, OperationFactory factory) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      AtomicReference<Speed.Start> start = new AtomicReference<>();
      Phaser together = startingWhenWarm(threads, start);
      List<Future<Rate>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int thread = i;
        Callable<Rate> work = () -> runThread(factory, thread, together);
        running.add(pool.submit(work));
      }
      long operations = 0;
      double perSecond = 0;
      for (Future<Rate> thread : running) {
        operations += thread.get().operations;
        perSecond += thread.get().perSecond;
      }
      return start.get().paceOf((double) operations).withPerSecond(perSecond);
    } catch (ExecutionException e) {
      throw new IOException("a thread of a workload failed: " + e.getCause(), e.getCause());
    } finally {
      pool.shutdown();
    }
  }

  /** Lets the threads begin and be warm together; takes the start of what counts. */
  private static Phaser startingWhenWarm(int threads, AtomicReference<Speed.Start> start) {
    return new Phaser(threads) {
      @Override
      protected boolean onAdvance(int phase, int registered) {
        try {
          start.set(Speed.Start.now());
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        return false;
      }
    };
  }

  /** What one thread did. */
  private record Rate(long operations, double perSecond) {}

  /**
   * Begins and ends its warm-up together with the others; a failure releases all waiting threads.
   */
  private Rate runThread(OperationFactory factory, int thread, Phaser together) throws IOException {
    try (Operation operation = factory.of(thread)) {
      together.arriveAndAwaitAdvance();
      runFor(operation, seconds / 2);
      together.arriveAndAwaitAdvance();
      if (together.isTerminated()) {
        return new Rate(0, 0);
      }
      operation.warm();
      return runFor(operation, seconds);
    } catch (IOException | RuntimeException e) {
      together.forceTermination();
      throw e;
    }
  }

  private static Rate runFor(Operation operation, double seconds) throws IOException {
    long begin = System.nanoTime();
    long limit = (long) (seconds * 1e9);
    long operations = 0;
    long elapsed;
    do {
      for (int i = 0; i < OPERATIONS_PER_LOOK; i++) {
        operation.run();
      }
      operations += OPERATIONS_PER_LOOK;
      elapsed = System.nanoTime() - begin;
    } while (elapsed < limit);
    return new Rate(operations, operations * 1e9 / elapsed);
  }
}
