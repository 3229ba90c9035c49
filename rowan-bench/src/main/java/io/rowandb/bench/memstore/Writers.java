package io.rowandb.bench.memstore;

import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.region.Region;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes single puts of some threads into one region and samples their stacks. It samples one stack
 * every millisecond, thread by thread; the sampled method counts for that millisecond. The JVM
 * takes a stack at the next safepoint, so shares below a few percent mean little.
 */
final class Writers {
  /** What a put is in. */
  private enum Step {
    UPDATE_LOCK("waits for update lock"),
    LOG("log"),
    MEMSTORE_LOCK("waits for memstore lock"),
    INSERTION("insertion"),
    VISIBILITY("waits to be visible"),
    REST("rest");

    private final String label;

    Step(String label) {
      this.label = label;
    }
  }

  /** Rows set aside for one thread: more than it can put. */
  private static final long ROWS_PER_THREAD = 1L << 32;

  // Fixed at construction.
  private final Region region;
  private final double seconds;

  private long nextRange;

  Writers(Region region, double seconds) {
    this.region = region;
    this.seconds = seconds;
  }

  /** The heading of {@link #line}. */
  static List<String> heading() {
    List<String> cells = new ArrayList<>(List.of("threads", "puts/s"));
    for (Step step : Step.values()) {
      cells.add(step.label);
    }
    return cells;
  }

  /** What so many threads reach: puts in a second, and the share of each step in their time. */
  List<String> line(int threads) throws Exception {
    measure(threads, seconds / 2); // warm
    Map<Step, Integer> samples = new EnumMap<>(Step.class);
    double pace = measure(threads, seconds, samples);
    int all = samples.values().stream().mapToInt(Integer::intValue).sum();
    List<String> cells = new ArrayList<>();
    cells.add(Integer.toString(threads));
    cells.add(String.format(Locale.ROOT, "%,.0f", pace));
    for (Step step : Step.values()) {
      cells.add(
          String.format(
              Locale.ROOT, "%.0f %%", 100.0 * samples.getOrDefault(step, 0) / Math.max(1, all)));
    }
    return cells;
  }

  private double measure(int threads, double length) throws Exception {
    return measure(threads, length, new EnumMap<>(Step.class));
  }

  private double measure(int threads, double length, Map<Step, Integer> samples) throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    AtomicLong puts = new AtomicLong();
    List<Thread> writers = new ArrayList<>();
    CountDownLatch running = new CountDownLatch(threads);
    ExecutorService pool =
        Executors.newFixedThreadPool(
            threads,
            task -> {
              Thread thread = new Thread(task, "bench-writer");
              writers.add(thread);
              return thread;
            });
    try {
      List<Future<?>> ends = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        long first = nextRange++ * ROWS_PER_THREAD;
        ends.add(
            pool.submit(
                () -> {
                  running.countDown();
                  puts.addAndGet(putUntil(done, first));
                  return null;
                }));
      }
      running.await();
      long begin = System.nanoTime();
      sample(List.copyOf(writers), begin + (long) (length * 1e9), samples);
      done.set(true);
      for (Future<?> end : ends) {
        end.get();
      }
      return puts.get() * 1e9 / (System.nanoTime() - begin);
    } finally {
      done.set(true);
      pool.shutdown();
    }
  }

  private long putUntil(AtomicBoolean done, long first) throws Exception {
    RowMutation mutation = new RowMutation();
    long row = first;
    while (!done.get()) {
      OneRegion.fill(mutation, row);
      region.write(mutation);
      row++;
    }
    return row - first;
  }

  private static void sample(List<Thread> writers, long endNanos, Map<Step, Integer> samples)
      throws InterruptedException {
    for (int i = 0; System.nanoTime() < endNanos; i++) {
      TimeUnit.MILLISECONDS.sleep(1);
      StackTraceElement[] stack = writers.get(i % writers.size()).getStackTrace();
      samples.merge(step(stack), 1, Integer::sum);
    }
  }

  /** What the region's content is in, by the innermost of its frames and what that calls. */
  private static Step step(StackTraceElement[] innermostFirst) {
    for (int i = 1; i < innermostFirst.length; i++) {
      if (innermostFirst[i].getClassName().endsWith(".RegionContent")) {
        return step(innermostFirst[i].getMethodName(), innermostFirst[i - 1].getClassName());
      }
    }
    return Step.REST;
  }

  private static Step step(String method, String callee) {
    String called = callee.substring(callee.lastIndexOf('.') + 1);
    return switch (called) {
      case "SpinLock" -> Step.UPDATE_LOCK;
      case "RegionViews" -> method.equals("insert") ? Step.MEMSTORE_LOCK : Step.REST;
      case "WriteMemory" -> Step.INSERTION;
      case "DatabaseLog" -> Step.LOG;
      case "Mvcc" -> Step.VISIBILITY;
      default -> Step.REST;
    };
  }
}
