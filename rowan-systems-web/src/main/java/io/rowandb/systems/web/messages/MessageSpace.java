package io.rowandb.systems.web.messages;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.systems.messages.Messages;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;

/** The tables, opened when first needed, made when a message is first sent. Thread-safe. */
final class MessageSpace implements AutoCloseable {
  private final Connection connection;

  @GuardedBy("this")
  private Messages open;

  MessageSpace(Connection connection) {
    this.connection = connection;
  }

  /**
   * For questions.
   *
   * @throws TableNotFoundException when there are no tables
   */
  synchronized Messages existing() throws IOException {
    if (open == null) {
      open = Messages.openExisting(connection);
    }
    return open;
  }

  /** For pages that know what to say without them. */
  Optional<Messages> ifPresent() throws IOException {
    try {
      return Optional.of(existing());
    } catch (TableNotFoundException e) {
      return Optional.empty();
    }
  }

  /** For those who send. */
  synchronized Messages made() throws IOException {
    if (open == null) {
      open = Messages.open(connection);
    }
    return open;
  }

  @Override
  public synchronized void close() throws IOException {
    if (open != null) {
      open.close();
    }
  }
}
