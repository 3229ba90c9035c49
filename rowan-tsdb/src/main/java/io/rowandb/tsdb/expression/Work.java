package io.rowandb.tsdb.expression;

import java.io.IOException;

/** Bounds what is made of series. */
public interface Work {
  /**
   * Told of steps as they are done.
   *
   * @throws IOException to end it: after too long, or as nobody waits
   */
  void did(long steps) throws IOException;

  /**
   * Told of numbers before they are made.
   *
   * @throws IOException to end it, as they are too many
   */
  void makes(long numbers) throws IOException;
}
