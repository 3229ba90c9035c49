package io.rowandb.systems.forum;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Reads the cells of the comments of a post at a place, in either layout. Used by one thread. */
interface CommentCells {
  /** The values of keys, in their order. */
  List<Optional<byte[]>> get(List<byte[]> keys) throws IOException;

  /**
   * The first cells of a range, in the order of their keys.
   *
   * @param isInclusive whether from is part of it
   * @param to is no part of it
   */
  List<CommentCell> range(byte[] from, boolean isInclusive, byte[] to, int most) throws IOException;

  /**
   * The cells by time, the newest first.
   *
   * @param before a key by time; none for the newest of all
   */
  List<CommentCell> newest(Optional<byte[]> before, int most) throws IOException;
}
