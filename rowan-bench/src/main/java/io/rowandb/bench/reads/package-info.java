/**
 * What reading a block costs, by the way in which its bytes come from the page cache to the heap.
 *
 * <p>Enters: a directory, a seed. Leaves: a table of nanoseconds. It runs in the calling thread, in
 * the JVM of the command, and uses nothing of the engine: it measures what the engine might do in
 * place of what it does. Read {@link io.rowandb.bench.reads.BlockReads} first.
 */
package io.rowandb.bench.reads;
