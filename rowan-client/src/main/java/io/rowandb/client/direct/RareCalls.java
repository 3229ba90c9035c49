package io.rowandb.client.direct;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.client.inprocess.CompleteDoor;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.exceptions.ConnectionClosedException;
import org.apache.hadoop.hbase.security.User;

/**
 * The complete door, opened at the first rare request: {@code Admin}, {@code hbase:meta}, the
 * asynchronous client. Loading HBase's own client takes longer than opening a store, and many
 * programs never need it. Safe for use by many threads.
 */
final class RareCalls implements Closeable {
  private final Configuration conf;
  private final User user;

  @GuardedBy("this")
  private Connection connection;

  @GuardedBy("this")
  private AsyncConnection asyncConnection;

  @GuardedBy("this")
  private boolean closed;

  RareCalls(Configuration conf, User user) {
    this.conf = conf;
    this.user = user;
  }

  /** A connection of HBase's own class to the same store. */
  synchronized Connection connection() throws IOException {
    checkOpen();
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

  /** An asynchronous connection of HBase's own class to the same store. */
  synchronized AsyncConnection asyncConnection() throws IOException {
    checkOpen();
    if (asyncConnection == null) {
      Configuration complete = CompleteDoor.configure(new Configuration(conf));
      try {
        asyncConnection = ConnectionFactory.createAsyncConnection(complete, user).join();
      } catch (CompletionException e) {
        throw new IOException("Opening HBase's asynchronous client failed", e.getCause());
      }
    }
    return asyncConnection;
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    try {
      if (asyncConnection != null) {
        asyncConnection.close();
      }
    } finally {
      if (connection != null) {
        connection.close();
      }
    }
  }

  @GuardedBy("this")
  private void checkOpen() throws IOException {
    if (closed) {
      throw new ConnectionClosedException("The connection is closed");
    }
  }
}
