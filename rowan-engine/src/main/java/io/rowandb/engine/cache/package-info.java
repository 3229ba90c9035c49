/**
 * Blocks of store files in memory: on the heap, and behind it, if asked, in buffers outside of it.
 *
 * <p>Enters: blocks that a reader loaded, each under the number of its file and its place there.
 * Leaves: the same blocks, until room is needed for others. No thread lives here: whoever puts a
 * block makes room for it. Every bound is in bytes and holds at every moment. Nothing here survives
 * the process.
 *
 * <p>{@link io.rowandb.engine.cache.BlockCache} is what others see. A {@code CacheShard} finds
 * blocks without a lock, an {@code OffHeapShard} copies them without one, an {@code EvictionPolicy}
 * says which of its blocks goes next: {@link io.rowandb.engine.cache.CachePolicy} lists them, and
 * {@code ./rowan bench cache} compares them. This room knows nothing of what is in a block.
 */
package io.rowandb.engine.cache;
