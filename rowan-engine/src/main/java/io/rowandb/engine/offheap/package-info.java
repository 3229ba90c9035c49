/**
 * Off-heap memory in small pieces of one size.
 *
 * <p>Enters: bytes to be kept out of the collector's sight. Leaves: copies of them. There are no
 * threads here, and nothing survives the process. The bound is in bytes, checked against what the
 * virtual machine grants before anything is taken.
 *
 * <p>{@link io.rowandb.engine.offheap.DirectPieces} is the memory; this package does not know what
 * is in it.
 */
package io.rowandb.engine.offheap;
