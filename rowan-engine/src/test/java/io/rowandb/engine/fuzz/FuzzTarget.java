package io.rowandb.engine.fuzz;

import java.io.IOException;
import java.util.List;

/** A parser, fed with any bytes. Used by one thread; keeps nothing from one input to the next. */
public interface FuzzTarget {
  /**
   * Makes a file of the input, and reads it.
   *
   * @throws AssertionError when the answers contradict each other
   * @throws IOException among other exceptions, which {@link Trial} judges
   */
  void run(byte[] input) throws IOException;

  /** Inputs that stand for whole and varied files: what a search starts from. */
  List<byte[]> seeds() throws IOException;
}
