package io.rowandb.tsdb.server.api;

import java.io.IOException;

/** Answers requests of a path. Used by many workers. */
@FunctionalInterface
public interface ApiEndpoint {
  /**
   * Answers one.
   *
   * @throws ApiException when it is refused
   * @throws IOException when the store fails, or the client is gone
   */
  void answer(ApiRequest request, ApiAnswer answer) throws IOException;
}
