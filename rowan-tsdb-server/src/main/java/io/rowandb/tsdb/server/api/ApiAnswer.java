package io.rowandb.tsdb.server.api;

import java.io.IOException;
import java.io.OutputStream;

/** Where an answer goes; one of the methods is called, once. Used by one worker. */
public interface ApiAnswer {
  /** JSON. */
  String JSON = "application/json; charset=UTF-8";

  /** Text. */
  String TEXT = "text/plain; charset=UTF-8";

  /** A picture. */
  String PNG = "image/png";

  /** A page. */
  String HTML = "text/html; charset=UTF-8";

  /** An answer that is whole; without a body, the type is of no meaning. */
  void send(int status, String type, byte[] body) throws IOException;

  /**
   * JSON with status 200, sent as it is written, so that it takes little memory. Writing waits for
   * the reader and fails when the client is gone, or reads nothing for long.
   *
   * @return to be closed when all is written; else the client sees that a part is missing
   */
  default OutputStream stream() throws IOException {
    return stream(JSON);
  }

  /** The same of another type. */
  OutputStream stream(String type) throws IOException;
}
