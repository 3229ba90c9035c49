package io.rowandb.tsdb.server.graph;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Memory for graphs that are drawn at a time: a sixteenth of Java's, 64 MB at most. Used by many
 * threads.
 */
public final class GraphMemory {
  private static final int PIXEL_BYTES = 4;
  private static final int PART = 16;

  private final int pixels;
  private final Semaphore free;

  /** Of this Java. */
  public GraphMemory() {
    this(Runtime.getRuntime().maxMemory());
  }

  GraphMemory(long memory) {
    long most = (long) GraphSettings.MOST * GraphSettings.MOST;
    pixels = (int) Math.min(most, memory / PART / PIXEL_BYTES);
    free = new Semaphore(pixels, true);
  }

  /** Pixels of the largest graph that can be drawn. */
  public int pixels() {
    return pixels;
  }

  /**
   * Waits until there is memory for a graph.
   *
   * @return whether there is, within the time; it is given back by {@link #give}
   */
  public boolean take(int graphPixels, Duration time) throws InterruptedException {
    return free.tryAcquire(graphPixels, time.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Takes it back. */
  public void give(int graphPixels) {
    free.release(graphPixels);
  }
}
