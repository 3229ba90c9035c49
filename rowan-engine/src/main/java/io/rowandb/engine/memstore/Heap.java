package io.rowandb.engine.memstore;

/** Java's heap, from which memstores take their arrays. In a test it may have no room. */
interface Heap {
  /** Has room while the virtual machine has. */
  Heap JAVA = bytes -> {};

  /**
   * An array of so many bytes is about to be made.
   *
   * @throws OutOfMemoryError when there is no room for it
   */
  void willTake(long bytes);
}
