package io.rowandb.gateway;

import java.io.IOException;

/** One of HBase's servers, which listens and answers from a store until it is closed. */
interface Gateway extends AutoCloseable {
  /** How its address begins, as a client would write it. */
  String scheme();

  /** The port that it listens at. */
  int port();

  /** Told each second: ends what clients have left. */
  default void tick() {}

  /** Stops listening and closes the gateway's connections to the store. */
  @Override
  void close() throws IOException;
}
