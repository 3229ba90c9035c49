package io.rowandb.systems.web;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Connection;

/**
 * A system, plugged into the web server. Used by all threads that answer requests.
 *
 * <p>Its pages are below {@code /NAME}, its HTTP API below {@code /api/NAME}. It makes no table
 * before somebody adds a record: questions never do.
 */
public interface SystemPages extends AutoCloseable {
  /** Makes one for a connection, which stays open as long as it, and stays the caller's. */
  interface Plug {
    /** Opens nothing yet. */
    SystemPages on(Connection connection);
  }

  /** As in paths: small letters. */
  String name();

  /** Of its first page. */
  String title(Language language);

  /** A sentence for the page that lists all systems. */
  String about(Language language);

  /** Says what is answered, and by what. Called once. */
  void addTo(SystemRoutes routes);

  /** Closes its tables; no request is under way any more. */
  @Override
  void close() throws IOException;
}
