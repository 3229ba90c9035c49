package io.rowandb.bench.workload;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;

/**
 * Runs one operation over and over in some threads for a given time and tells how often it ran in a
 * second. A warm-up of half that time comes first and does not count.
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

    @Override
    void close() throws IOException;
  }

  /** Makes the operation of a thread, in that thread. */
  interface OperationFactory {
    Operation of(int thread) throws IOException;
  }

  /** The operations of all threads in a second; the cause of the first failure is thrown. */
  double operationsPerSecond(int threads, OperationFactory factory) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      Phaser together = new Phaser(threads);
      List<Future<Double>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int thread = i;
        Callable<Double> work = () -> runThread(factory, thread, together);
        running.add(pool.submit(work));
      }
      double sum = 0;
      for (Future<Double> thread : running) {
        sum += thread.get();
      }
      return sum;
    } catch (ExecutionException e) {
      throw new IOException("a thread of a workload failed: " + e.getCause(), e.getCause());
    } finally {
      pool.shutdown();
    }
  }

  /** Begins and is warm together with the others; a failure lets nobody wait any more. */
  private double runThread(OperationFactory factory, int thread, Phaser together)
      throws IOException {
    try (Operation operation = factory.of(thread)) {
      together.arriveAndAwaitAdvance();
      runFor(operation, seconds / 2);
      together.arriveAndAwaitAdvance();
      return together.isTerminated() ? 0 : runFor(operation, seconds);
    } catch (IOException | RuntimeException e) {
      together.forceTermination();
      throw e;
    }
  }

  /** Operations in a second. */
  private static double runFor(Operation operation, double seconds) throws IOException {
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
    return operations * 1e9 / elapsed;
  }
}
