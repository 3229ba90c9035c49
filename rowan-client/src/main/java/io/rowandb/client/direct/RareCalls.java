package io.rowandb.client.direct;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.client.inprocess.CompleteDoor;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.security.User;

/**
 * The complete door, opened when something rare is asked for: {@code Admin}, {@code hbase:meta}.
 * Loading HBase's own client takes longer than opening a store, and many programs never need it.
 * Safe for use by many threads.
 */
final class RareCalls implements Closeable {
  private final Configuration conf;
  private final User user;

  @GuardedBy("this")
  private Connection connection;

  RareCalls(Configuration conf, User user) {
    this.conf = conf;
    this.user = user;
  }

  /** A connection of HBase's own making to the same store. */
  synchronized Connection connection() throws IOException {
    if (connection == null) {
      connection = CompleteDoor.connect(conf, null, user);
    }
    return connection;
  }

  /** As {@link #connection}, for callers that may not throw what it throws. */
  Connection connectionUnchecked() {
    try {
      return connection();
    } catch (IOException e) {
      throw new UncheckedIOException("Opening HBase's own client failed", e);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    if (connection != null) {
      connection.close();
      connection = null;
    }
  }
}
