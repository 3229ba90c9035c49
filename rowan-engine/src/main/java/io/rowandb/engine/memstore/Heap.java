package io.rowandb.engine.memstore;

/** Java's heap, from which memstores allocate their arrays. A test can make it full. */
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
