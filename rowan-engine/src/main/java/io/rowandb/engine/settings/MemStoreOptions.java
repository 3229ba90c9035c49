package io.rowandb.engine.settings;

/**
 * How much memory memstores take, and how long. Immutable. Where a description ends with a value,
 * that is the default.
 *
 * @param flushBytes hbase.hregion.memstore.flush.size: a region is flushed at this size; 128 MB
 * @param globalBytes hbase.regionserver.global.memstore.size as bytes; 40 % {@link
 *     DatabaseOptions#ofHeap}
 * @param globalLowerLimit hbase.regionserver.global.memstore.size.lower.limit: share of the global
 *     limit at which the largest region is flushed early; 0.95
 * @param chunkPoolShare hbase.hregion.memstore.chunkpool.maxsize: memory of flushed memstores is
 *     kept for new ones while all memstores and it take at most this share of the global limit;
 *     1.0; 0 for never
 * @param blockingMultiplier hbase.hregion.memstore.block.multiplier: a region delays writes at this
 *     many times its flush size; 4
 * @param busyWaitMillis hbase.busy.wait.duration: longest delay of a write for memory before it is
 *     refused as REGION_TOO_BUSY; 60 s
 * @param maxAgeMillis hbase.regionserver.optionalcacheflushinterval: a region with older unflushed
 *     writes is flushed; 1 h; 0 for never
 */
public record MemStoreOptions(
    long flushBytes,
    long globalBytes,
    double globalLowerLimit,
    double chunkPoolShare,
    int blockingMultiplier,
    long busyWaitMillis,
    long maxAgeMillis) {
  /** Checks every number. */
  public MemStoreOptions {
    NumberRules.atLeast(1, flushBytes, "flushBytes");
    NumberRules.atLeast(1, globalBytes, "globalMemStoreBytes");
    NumberRules.between(0, 1, globalLowerLimit, "globalMemStoreLowerLimit");
    NumberRules.between(0, 1, chunkPoolShare, "chunkPoolShare");
    NumberRules.atLeast(1, blockingMultiplier, "blockingMultiplier");
    NumberRules.atLeast(0, busyWaitMillis, "busyWaitMillis");
    NumberRules.atLeast(0, maxAgeMillis, "memStoreMaxAgeMillis");
  }
}
