package io.rowandb.bench.peer;

import java.util.OptionalDouble;

/**
 * What a store did since it was opened, by its own counts, that a caller does not see in its
 * requests but feels.
 *
 * @param flushes finished flushes
 * @param compactions finished compactions
 * @param stallMillis time that writers waited for memory or files, all of them together
 * @param reads gets and scans that opened sources; 0 when the store does not count them
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
