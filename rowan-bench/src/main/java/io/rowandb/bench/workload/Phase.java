package io.rowandb.bench.workload;

/** What one child JVM does, in the order in which a peer's children run. */
public enum Phase {
  /** Opens a new store, puts one row, reads it back. */
  NEW,
  /** Loads a new store, settles it, and reads with everything in cache. */
  LOAD_AND_READ,
  /** Opens the loaded store and gets one row; then idles. */
  START,
  /** Reads the loaded store with a small block cache. */
  SMALL_CACHE,
  /** YCSB's mixes of reads and writes on the loaded store. */
  MIXED,
  /** Takes the latencies of puts beside gets while the store flushes and compacts. */
  TAIL,
  /** Puts new rows into the loaded store: last, since a fast peer puts many. */
  WRITE,
  /** Counts the bytes that single operations allocate, on a small store of its own. */
  ALLOCATION
}
