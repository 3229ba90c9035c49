package io.rowandb.engine.region;

import io.rowandb.engine.store.StoreView;

/**
 * When a region is flushed because of its size, and which of its memstores.
 *
 * @param regionBytes the region is flushed when its active memstores reach this many heap bytes
 * @param largeStoreBytes then only stores with more than this are flushed, or all if there is none;
 *     {@code Long.MAX_VALUE} for always all
 */
public record FlushRule(long regionBytes, long largeStoreBytes) {
  /** Whether a store is large, and not only with what it took for writes that failed. */
  boolean isLarge(StoreView store) {
    return store.active().heapBytes() > largeStoreBytes && store.active().cellCount() > 0;
  }
}
