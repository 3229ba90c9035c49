package io.rowandb.bench.peer;

import java.util.OptionalDouble;

/**
 * The internal work of a store since it was opened, by its own counts, which is invisible to a
 * caller but slows its requests.
 *
 * @param flushes finished flushes
 * @param compactions finished compactions
 * @param stallMillis total time that all writers waited for memory or files
 * @param reads gets and scans that opened sources; 0 if the store does not count them
 * @param filesOpened files that these had to open
 */
public record StoreWork(
    long flushes, long compactions, double stallMillis, long reads, long filesOpened) {
  /** What was done since an earlier moment. */
  public StoreWork since(StoreWork earlier) {
    return new StoreWork(
        flushes - earlier.flushes,
        compactions - earlier.compactions,
        stallMillis - earlier.stallMillis,
        reads - earlier.reads,
        filesOpened - earlier.filesOpened);
  }

  /** Files that a read opened on average; empty when the store does not count or nothing read. */
  public OptionalDouble filesOfARead() {
    return reads == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) filesOpened / reads);
  }
}
