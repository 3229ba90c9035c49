package io.rowandb.systems.web.twibase;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.systems.twibase.TwiBase;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;

/**
 * The tables, opened when they are first needed, made when somebody first signs up. What programs
 * that died have left is done at the opening. Thread-safe.
 */
final class TwiSpace implements AutoCloseable {
  private final Connection connection;

  @GuardedBy("this")
  private TwiBase open;

  TwiSpace(Connection connection) {
    this.connection = connection;
  }

  /**
   * For questions.
   *
   * @throws TableNotFoundException when there are no tables
   */
  synchronized TwiBase existing() throws IOException {
    if (open == null) {
      open = resumed(TwiBase.openExisting(connection));
    }
    return open;
  }

  /** For pages that know what to say without them. */
  Optional<TwiBase> ifPresent() throws IOException {
    try {
      return Optional.of(existing());
    } catch (TableNotFoundException e) {
      return Optional.empty();
    }
  }

  /** For those who sign up. */
  synchronized TwiBase made() throws IOException {
    if (open == null) {
      open = resumed(TwiBase.open(connection));
    }
    return open;
  }

  private static TwiBase resumed(TwiBase base) throws IOException {
    try {
      base.resume();
      return base;
    } catch (IOException | RuntimeException e) {
      base.close();
      throw e;
    }
  }

  @Override
  public synchronized void close() throws IOException {
    if (open != null) {
      open.close();
    }
  }
}
