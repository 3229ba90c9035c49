package io.rowandb.client.direct;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.engine.io.FailureLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;

/**
 * Collects mutations and writes them when their heap size passes the buffer's.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>One thread at a time takes the buffer and writes it, while others fill a new one: so
 *       mutations are applied in the order in which they were handed in, and at most one buffer is
 *       in flight.
 *   <li>{@code flush} and {@code close} return when everything handed in before is written, by
 *       whichever thread.
 *   <li>Failures go to the listener if there is one, otherwise to the caller whose call wrote.
 *       Failed mutations are not kept.
 *   <li>Mutations that were not written because the writing thread was interrupted, or met an
 *       unexpected failure, go back to the front of the buffer.
 * </ol>
 *
 * Safe for use by many threads.
 */
final class DirectBufferedMutator implements BufferedMutator {
  /** What HBase's parameters say when nothing was set. */
  private static final int UNSET = -1;

  // Fixed at construction.
  private final TableName name;
  private final Configuration conf;
  private final TableAccess access;
  private final Batch batch;
  private final ExceptionListener listener;
  private final Map<String, byte[]> requestAttributes;
  private final long maxBufferBytes;
  private final int maxCellBytes;

  /** Held while a buffer is taken and written; fair, and taken before this object's lock. */
  private final ReentrantLock writing = new ReentrantLock(true);

  // Guarded by this.
  @GuardedBy("this")
  private List<Mutation> buffer = new ArrayList<>();

  @GuardedBy("this")
  private long bufferBytes;

  @GuardedBy("this")
  private long firstInBufferNanos;

  @GuardedBy("this")
  private boolean closed;

  @GuardedBy("this")
  private long flushTimeoutMillis;

  @GuardedBy("this")
  private long flushTickMillis = MIN_WRITE_BUFFER_PERIODIC_FLUSH_TIMERTICK_MS;

  @GuardedBy("this")
  private Timer timer;

  private DirectBufferedMutator(
      BufferedMutatorParams params,
      Configuration conf,
      ClientSettings settings,
      TableAccess access) {
    this.name = params.getTableName();
    this.conf = conf;
    this.access = access;
    this.batch = new Batch(access);
    this.listener = params.getListener();
    this.requestAttributes = requestAttributes(params);
    this.maxBufferBytes = orElse(params.getWriteBufferSize(), settings.writeBufferBytes());
    this.maxCellBytes = (int) orElse(params.getMaxKeyValueSize(), settings.maxCellBytes());
  }

  /** A mutator with an empty buffer; its periodic flush, if there is one, begins. */
  static DirectBufferedMutator open(
      BufferedMutatorParams params,
      Configuration conf,
      ClientSettings settings,
      TableAccess access) {
    DirectBufferedMutator mutator = new DirectBufferedMutator(params, conf, settings, access);
    mutator.setOperationTimeout(
        (int) orElse(params.getOperationTimeout(), settings.operationTimeoutMillis()));
    mutator.setWriteBufferPeriodicFlush(
        orElse(params.getWriteBufferPeriodicFlushTimeoutMs(), settings.flushTimeoutMillis()),
        orElse(params.getWriteBufferPeriodicFlushTimerTickMs(), settings.flushTickMillis()));
    return mutator;
  }

  private static Map<String, byte[]> requestAttributes(BufferedMutatorParams params) {
    try {
      return params.getRequestAttributes();
    } catch (NoSuchMethodError e) {
      // HBase 2.5 has no attributes of requests.
      return Map.of();
    }
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
    boolean full;
    synchronized (this) {
      checkOpen();
      buffer.add(mutation);
      full = added(bytes);
    }
    if (full) {
      writeBuffer(maxBufferBytes);
    }
  }

  @Override
  public void mutate(List<? extends Mutation> mutations) throws IOException {
    long bytes = 0;
    for (Mutation mutation : mutations) {
      bytes += check(mutation);
    }
    boolean full;
    synchronized (this) {
      checkOpen();
      buffer.addAll(mutations);
      full = added(bytes);
    }
    if (full) {
      writeBuffer(maxBufferBytes);
    }
  }

  @Override
  public void flush() throws IOException {
    synchronized (this) {
      checkOpen();
    }
    writeBuffer(0);
  }

  /** Closing again writes what the first time left unwritten. */
  @Override
  public void close() throws IOException {
    synchronized (this) {
      if (closed && bufferBytes == 0) {
        return;
      }
      closed = true;
      stopTimer();
    }
    writeBuffer(0);
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
    access.setOperationTimeout(timeout);
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

  /** Counts what came in; returns whether the buffer is full. */
  @GuardedBy("this")
  private boolean added(long bytes) {
    if (bufferBytes == 0) {
      firstInBufferNanos = System.nanoTime();
    }
    bufferBytes += bytes;
    return bufferBytes > maxBufferBytes;
  }

  /** Takes the buffer if it holds more than {@code overBytes}; else returns nothing to write. */
  private synchronized List<Mutation> take(long overBytes) {
    if (bufferBytes <= overBytes) {
      return List.of();
    }
    List<Mutation> taken = buffer;
    buffer = new ArrayList<>(taken.size());
    bufferBytes = 0;
    return taken;
  }

  /** Puts those without a result back in front of what came in meanwhile. */
  private synchronized void putBack(List<Mutation> taken, Object[] results) {
    List<Mutation> kept = new ArrayList<>(taken.size() + buffer.size());
    long keptBytes = 0;
    for (int i = 0; i < results.length; i++) {
      if (!(results[i] instanceof Result)) {
        kept.add(taken.get(i));
        keptBytes += taken.get(i).heapSize();
      }
    }
    kept.addAll(buffer);
    buffer = kept;
    if (bufferBytes == 0) {
      firstInBufferNanos = System.nanoTime();
    }
    bufferBytes += keptBytes;
  }

  /**
   * Writes the buffer, after those that others are writing, if it then still holds more than {@code
   * overBytes}.
   */
  private void writeBuffer(long overBytes) throws IOException {
    RetriesExhaustedWithDetailsException failure;
    writing.lock();
    try {
      failure = write(take(overBytes));
    } finally {
      writing.unlock();
    }
    if (failure != null && listener == null) {
      throw failure;
    }
    if (failure != null) {
      listener.onException(failure, this);
    }
  }

  /** Writes the mutations, each of which afterwards is written, failed, or back in the buffer. */
  private RetriesExhaustedWithDetailsException write(List<Mutation> mutations) throws IOException {
    Object[] results = new Object[mutations.size()];
    boolean settled = false;
    try {
      batch.run(mutations, results);
      settled = true;
      return null;
    } catch (RetriesExhaustedWithDetailsException e) {
      settled = true;
      return e;
    } finally {
      if (!settled) {
        putBack(mutations, results);
      }
    }
  }

  private void flushIfOld() {
    synchronized (this) {
      long ageMillis = (System.nanoTime() - firstInBufferNanos) / 1_000_000;
      if (closed || bufferBytes == 0 || ageMillis < flushTimeoutMillis) {
        return;
      }
    }
    try {
      writeBuffer(0);
    } catch (IOException e) {
      // Nobody waits for this flush; HBase logs such failures too.
      FailureLog.error(
          DirectBufferedMutator.class, "Periodic flush of mutations of " + name + " failed", e);
    }
  }

  @GuardedBy("this")
  private void stopTimer() {
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
  }

  private static long orElse(long value, long fallback) {
    return value == UNSET ? fallback : value;
  }
}
