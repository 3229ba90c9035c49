/**
 * Blocks of store files in memory: on the heap and, if configured, in a second level of off-heap
 * buffers.
 *
 * <p>Enters: blocks that a reader loaded, each under the number of its file and its place there.
 * Leaves: the same blocks, until room is needed for others. There are no threads here: the thread
 * that puts a block makes room for it. Every bound is in bytes and holds at every moment. Nothing
 * here survives the process.
 *
 * <p>{@link io.rowandb.engine.cache.BlockCache} is what others see. A {@code CacheShard} finds
 * blocks without a lock, an {@code OffHeapShard} copies them without one, an {@code EvictionPolicy}
 * says which of its blocks is evicted next: {@link io.rowandb.engine.cache.CachePolicy} lists the
 * policies, and {@code ./rowan bench cache} compares them. This package does not know what is in a
 * block.
 */
package io.rowandb.engine.cache;
