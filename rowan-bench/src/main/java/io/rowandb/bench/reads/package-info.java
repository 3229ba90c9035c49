/**
 * Measures the cost of reading a block, by the way in which its bytes get from the page cache to
 * the heap.
 *
 * <p>Enters: a directory, a seed. Leaves: a table of nanoseconds. It runs in the calling thread, in
 * the JVM of the command, and does not use the engine: it measures alternatives to what the engine
 * does. Read {@link io.rowandb.bench.reads.BlockReads} first.
 */
package io.rowandb.bench.reads;
