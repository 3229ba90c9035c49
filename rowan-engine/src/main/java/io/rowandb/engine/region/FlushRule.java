package io.rowandb.engine.region;

import io.rowandb.engine.store.StoreView;

/**
 * When the memstores of a region are written to files because they are large, and which.
 *
 * @param regionBytes the region is flushed when its active memstores have so many heap bytes
 * @param largeStoreBytes then only stores with more than so many are flushed, all when none has;
 *     {@code Long.MAX_VALUE} for always all
 */
public record FlushRule(long regionBytes, long largeStoreBytes) {
  /** Whether a store is large, and not only with what it took for writes that failed. */
  boolean isLarge(StoreView store) {
    return store.active().heapBytes() > largeStoreBytes && store.active().cellCount() > 0;
  }
}
