package io.rowandb.systems.pool;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * Objects that one thread may use at a time, such as tables: there are as many as threads have been
 * at work at once. Used by any number of threads.
 *
 * @param <T> what is in it
 */
public final class Pool<T> implements Closeable {
  /** Makes one more. */
  public interface Make<T> {
    /** Called when all are in use. */
    T make() throws IOException;
  }

  /** What is done with one. */
  public interface Use<T, A> {
    /** The object is this thread's until it returns. */
    A with(T object) throws IOException;
  }

  /** Closes one. */
  public interface Close<T> {
    /** Called once for each. */
    void close(T object) throws IOException;
  }

  // Fixed at construction.
  private final Make<T> make;
  private final Close<T> close;

  private final ConcurrentLinkedDeque<T> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean closed;

  private Pool(Make<T> make, Close<T> close) {
    this.make = make;
    this.close = close;
  }

  /** Of what is made when it is first needed. */
  public static <T> Pool<T> of(Make<T> make, Close<T> close) {
    return new Pool<>(make, close);
  }

  /**
   * Of what can be made again.
   *
   * @param first of them, which the pool closes
   */
  public static <T> Pool<T> of(T first, Make<T> make, Close<T> close) {
    Pool<T> pool = of(make, close);
    pool.idle.push(first);
    return pool;
  }

  /**
   * Uses one of them.
   *
   * @throws IllegalStateException when the pool is closed
   */
  public <A> A use(Use<? super T, A> use) throws IOException {
    if (closed) {
      throw new IllegalStateException("closed");
    }
    T object = idle.poll();
    if (object == null) {
      object = make.make();
    }
    try {
      return use.with(object);
    } finally {
      idle.push(object);
      if (closed) {
        closeIdle();
      }
    }
  }

  /** What is done with one, without an answer. */
  public interface Run<T> {
    /** The object is this thread's until it returns. */
    void with(T object) throws IOException;
  }

  /** As {@link #use}, without an answer. */
  public void run(Run<? super T> run) throws IOException {
    use(
        object -> {
          run.with(object);
          return true;
        });
  }

  /**
   * Closes all; those that are in use when they are given back.
   *
   * @throws IOException when some could not be closed; the others are
   */
  @Override
  public void close() throws IOException {
    closed = true;
    closeIdle();
  }

  private void closeIdle() throws IOException {
    IOException failure = null;
    for (T object = idle.poll(); object != null; object = idle.poll()) {
      try {
        close.close(object);
      } catch (IOException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
