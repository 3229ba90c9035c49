package io.rowandb.client.direct;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;

/**
 * Collects mutations and writes them when their heap size passes the buffer's.
 *
 * <p>Invariants: 1. A thread that fills the buffer takes all of it and writes it itself, while
 * others fill a new one: so at most one buffer a thread is in flight, and memory is bounded. 2.
 * {@code flush} and {@code close} return when everything handed in before is written, by whomever.
 * 3. Failures go to the listener if there is one, else to the caller whose call wrote; what failed
 * is not kept. Safe for use by many threads.
 */
final class DirectBufferedMutator implements BufferedMutator {
  /** What HBase's parameters say when nothing was set. */
  private static final int UNSET = -1;

  // Fixed at construction.
  private final TableName name;
  private final Configuration conf;
  private final Batch batch;
  private final ExceptionListener listener;
  private final Map<String, byte[]> requestAttributes;
  private final long maxBufferBytes;
  private final int maxCellBytes;

  // Guarded by this.
  @GuardedBy("this")
  private List<Mutation> buffer = new ArrayList<>();

  @GuardedBy("this")
  private long bufferBytes;

  @GuardedBy("this")
  private long firstInBufferNanos;

  /** Buffers being written; a buffer is itself, whatever it holds. */
  @GuardedBy("this")
  private final Set<List<Mutation>> inFlight = newIdentitySet();

  @GuardedBy("this")
  private boolean closed;

  @GuardedBy("this")
  private long flushTimeoutMillis;

  @GuardedBy("this")
  private long flushTickMillis = MIN_WRITE_BUFFER_PERIODIC_FLUSH_TIMERTICK_MS;

  @GuardedBy("this")
  private Timer timer;

  DirectBufferedMutator(
      BufferedMutatorParams params, Configuration conf, ClientSettings settings, Batch batch) {
    this.name = params.getTableName();
    this.conf = conf;
    this.batch = batch;
    this.listener = params.getListener();
    this.requestAttributes = params.getRequestAttributes();
    this.maxBufferBytes = orElse(params.getWriteBufferSize(), settings.writeBufferBytes());
    this.maxCellBytes = (int) orElse(params.getMaxKeyValueSize(), settings.maxCellBytes());
    setWriteBufferPeriodicFlush(
        orElse(params.getWriteBufferPeriodicFlushTimeoutMs(), settings.flushTimeoutMillis()),
        orElse(params.getWriteBufferPeriodicFlushTimerTickMs(), settings.flushTickMillis()));
  }

  @Override
  public TableName getName() {
    return name;
  }

  @Override
  public Configuration getConfiguration() {
    return conf;
  }

  @Override
  public void mutate(Mutation mutation) throws IOException {
    long bytes = check(mutation);
    List<Mutation> full;
    synchronized (this) {
      checkOpen();
      buffer.add(mutation);
      full = added(bytes);
    }
    if (full != null) {
      write(full);
    }
  }

  @Override
  public void mutate(List<? extends Mutation> mutations) throws IOException {
    long bytes = 0;
    for (Mutation mutation : mutations) {
      bytes += check(mutation);
    }
    List<Mutation> full;
    synchronized (this) {
      checkOpen();
      buffer.addAll(mutations);
      full = added(bytes);
    }
    if (full != null) {
      write(full);
    }
  }

  @Override
  public void flush() throws IOException {
    List<Mutation> all;
    synchronized (this) {
      checkOpen();
      all = take();
    }
    write(all);
    awaitOthers();
  }

  @Override
  public void close() throws IOException {
    List<Mutation> all;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      stopTimer();
      all = take();
    }
    write(all);
    awaitOthers();
  }

  @Override
  public long getWriteBufferSize() {
    return maxBufferBytes;
  }

  @Override
  public synchronized void setWriteBufferPeriodicFlush(long timeoutMs, long timerTickMs) {
    flushTimeoutMillis = Math.max(0, timeoutMs);
    flushTickMillis = Math.max(MIN_WRITE_BUFFER_PERIODIC_FLUSH_TIMERTICK_MS, timerTickMs);
    stopTimer();
    if (flushTimeoutMillis > 0 && !closed) {
      timer = new Timer("rowan-buffered-mutator-" + name, true);
      TimerTask tick =
          new TimerTask() {
            @Override
            public void run() {
              flushIfOld();
            }
          };
      timer.schedule(tick, flushTickMillis, flushTickMillis);
    }
  }

  @Override
  public synchronized long getWriteBufferPeriodicFlushTimeoutMs() {
    return flushTimeoutMillis;
  }

  @Override
  public synchronized long getWriteBufferPeriodicFlushTimerTickMs() {
    return flushTickMillis;
  }

  @Override
  public void setRpcTimeout(int timeout) {
    // Accepted for programs written for a cluster: no call leaves the process.
  }

  @Override
  public void setOperationTimeout(int timeout) {
    // As setRpcTimeout.
  }

  @Override
  public Map<String, byte[]> getRequestAttributes() {
    return requestAttributes;
  }

  /** HBase's newer method: the most mutations buffered; there is no such limit. */
  public int getMaxMutations() {
    return Integer.MAX_VALUE;
  }

  private long check(Mutation mutation) {
    PutRules.check(mutation, maxCellBytes);
    return mutation.heapSize();
  }

  @GuardedBy("this")
  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("Cannot put when the BufferedMutator is closed.");
    }
  }

  /** Counts what came in; returns the buffer when it is full. */
  @GuardedBy("this")
  private List<Mutation> added(long bytes) {
    if (bufferBytes == 0) {
      firstInBufferNanos = System.nanoTime();
    }
    bufferBytes += bytes;
    return bufferBytes > maxBufferBytes ? take() : null;
  }

  @GuardedBy("this")
  private List<Mutation> take() {
    List<Mutation> taken = buffer;
    buffer = new ArrayList<>(taken.size());
    bufferBytes = 0;
    inFlight.add(taken);
    return taken;
  }

  private void write(List<Mutation> mutations) throws IOException {
    RetriesExhaustedWithDetailsException failure = null;
    try {
      batch.run(mutations, new Object[mutations.size()]);
    } catch (RetriesExhaustedWithDetailsException e) {
      failure = e;
    } finally {
      synchronized (this) {
        inFlight.remove(mutations);
        notifyAll();
      }
    }
    if (failure != null && listener == null) {
      throw failure;
    }
    if (failure != null) {
      listener.onException(failure, this);
    }
  }

  /** Waits for the buffers that were being written when it was called. */
  private synchronized void awaitOthers() throws InterruptedIOException {
    Set<List<Mutation>> others = newIdentitySet();
    others.addAll(inFlight);
    try {
      while (inFlight.stream().anyMatch(others::contains)) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while flushing mutations of " + name);
    }
  }

  private void flushIfOld() {
    List<Mutation> old;
    synchronized (this) {
      long ageMillis = (System.nanoTime() - firstInBufferNanos) / 1_000_000;
      if (closed || bufferBytes == 0 || ageMillis < flushTimeoutMillis) {
        return;
      }
      old = take();
    }
    try {
      write(old);
    } catch (IOException e) {
      // Nobody waits for this flush; HBase logs such failures too.
      System.getLogger(DirectBufferedMutator.class.getName())
          .log(System.Logger.Level.ERROR, "Periodic flush of mutations of " + name + " failed", e);
    }
  }

  @GuardedBy("this")
  private void stopTimer() {
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
  }

  private static Set<List<Mutation>> newIdentitySet() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  private static long orElse(long value, long fallback) {
    return value == UNSET ? fallback : value;
  }
}
