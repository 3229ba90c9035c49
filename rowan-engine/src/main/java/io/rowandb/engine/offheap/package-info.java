/**
 * Memory outside of the heap, in small pieces of one size.
 *
 * <p>Enters: bytes that somebody wants to keep without the collector seeing them. Leaves: copies of
 * them. No thread lives here, and nothing survives the process. The bound is in bytes, checked
 * against what the virtual machine grants before anything is taken.
 *
 * <p>{@link io.rowandb.engine.offheap.DirectPieces} is the memory; this room knows nothing of what
 * is in it.
 */
package io.rowandb.engine.offheap;
