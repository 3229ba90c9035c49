package io.rowandb.tsdb.uid;

import java.io.IOException;

/** Is told of names that get UIDs. */
@FunctionalInterface
public interface UidListener {
  /**
   * A name has got a UID, and leads to it. Called by the thread that assigns it, once; not after a
   * death between the two.
   *
   * @throws IOException which the call that assigns the UID throws too; the UID stays
   */
  void assigned(UidKind kind, byte[] uid) throws IOException;
}
