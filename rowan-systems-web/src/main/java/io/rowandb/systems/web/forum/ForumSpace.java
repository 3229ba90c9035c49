package io.rowandb.systems.web.forum;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.systems.forum.Forum;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;

/** The tables, opened when first needed, made when somebody first publishes. Thread-safe. */
final class ForumSpace implements AutoCloseable {
  private final Connection connection;

  @GuardedBy("this")
  private Forum open;

  ForumSpace(Connection connection) {
    this.connection = connection;
  }

  /**
   * For questions, and for changes of what is there.
   *
   * @throws TableNotFoundException when there are no tables
   */
  synchronized Forum existing() throws IOException {
    if (open == null) {
      open = Forum.openExisting(connection);
    }
    return open;
  }

  /** For pages that know what to say without them. */
  Optional<Forum> ifPresent() throws IOException {
    try {
      return Optional.of(existing());
    } catch (TableNotFoundException e) {
      return Optional.empty();
    }
  }

  /** For those who publish. */
  synchronized Forum made() throws IOException {
    if (open == null) {
      open = Forum.open(connection);
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
