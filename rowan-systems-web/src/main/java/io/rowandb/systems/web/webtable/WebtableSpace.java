package io.rowandb.systems.web.webtable;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.systems.web.WebException;
import io.rowandb.systems.webtable.Frontier;
import io.rowandb.systems.webtable.Webtable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;

/** The tables, opened when first needed, made by who first adds something. Thread-safe. */
final class WebtableSpace implements AutoCloseable {
  /**
   * Calls at a time that read all versions of a page with their contents, which may be five times 4
   * million characters.
   */
  private static final int HEAVY_CALLS = 4;

  /** Requests that wait for them: the others of the server's threads are for other requests. */
  private static final int WAITING_CALLS = 8;

  private static final long WAIT_SECONDS = 20;

  private final Connection connection;
  private final Semaphore heavy = new Semaphore(HEAVY_CALLS, /* fair= */ true);
  private final Semaphore waiting = new Semaphore(WAITING_CALLS);

  @GuardedBy("this")
  private Webtable webtable;

  @GuardedBy("this")
  private Frontier frontier;

  WebtableSpace(Connection connection) {
    this.connection = connection;
  }

  /** What is done with the pages. */
  interface Call<T> {
    T on(Webtable webtable) throws IOException;
  }

  /**
   * Does what may read contents, few of them at a time. What it refuses is told to the client.
   *
   * @throws WebException when too many are under way
   */
  <T> T heavily(Webtable webtable, Call<T> call) throws IOException {
    if (!heavy.tryAcquire()) {
      await();
    }
    try {
      return call.on(webtable);
    } catch (IllegalArgumentException e) {
      throw WebException.wrong(e.getMessage());
    } finally {
      heavy.release();
    }
  }

  private void await() throws IOException {
    if (!waiting.tryAcquire()) {
      throw tooMany();
    }
    try {
      if (!heavy.tryAcquire(WAIT_SECONDS, TimeUnit.SECONDS)) {
        throw tooMany();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while others read contents");
    } finally {
      waiting.release();
    }
  }

  private static WebException tooMany() {
    return new WebException(
        WebException.UNAVAILABLE, "too many requests for contents are under way");
  }

  /**
   * For questions.
   *
   * @throws TableNotFoundException when there are no tables
   */
  synchronized Webtable existing() throws IOException {
    if (webtable == null) {
      webtable = Webtable.openExisting(connection);
    }
    return webtable;
  }

  /** For pages that know what to say without them. */
  Optional<Webtable> ifPresent() throws IOException {
    try {
      return Optional.of(existing());
    } catch (TableNotFoundException e) {
      return Optional.empty();
    }
  }

  /** For those who store pages. */
  synchronized Webtable made() throws IOException {
    if (webtable == null) {
      webtable = Webtable.open(connection);
    }
    return webtable;
  }

  /** For those who ask what comes next. */
  synchronized Optional<Frontier> frontierIfPresent() throws IOException {
    try {
      if (frontier == null) {
        frontier = Frontier.openExisting(connection, Frontier.Settings.usual());
      }
      return Optional.of(frontier);
    } catch (TableNotFoundException e) {
      return Optional.empty();
    }
  }

  /** For those who schedule. */
  synchronized Frontier frontierMade() throws IOException {
    if (frontier == null) {
      frontier = Frontier.open(connection, Frontier.Settings.usual());
    }
    return frontier;
  }

  @Override
  public synchronized void close() {
    if (webtable != null) {
      webtable.close();
    }
    if (frontier != null) {
      frontier.close();
    }
  }
}
