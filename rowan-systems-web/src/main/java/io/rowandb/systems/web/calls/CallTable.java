package io.rowandb.systems.web.calls;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.systems.calls.CallRecords;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;

/** The table, opened when it is first needed, made when a record is first added. Thread-safe. */
final class CallTable implements AutoCloseable {
  private final Connection connection;

  @GuardedBy("this")
  private CallRecords open;

  CallTable(Connection connection) {
    this.connection = connection;
  }

  /**
   * For questions.
   *
   * @throws TableNotFoundException when there is no table
   */
  synchronized CallRecords existing() throws IOException {
    if (open == null) {
      open = CallRecords.openExisting(connection);
    }
    return open;
  }

  /** For pages that know what to say without one. */
  Optional<CallRecords> ifPresent() throws IOException {
    try {
      return Optional.of(existing());
    } catch (TableNotFoundException e) {
      return Optional.empty();
    }
  }

  /** For those who add. */
  synchronized CallRecords made() throws IOException {
    if (open == null) {
      open = CallRecords.open(connection);
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
