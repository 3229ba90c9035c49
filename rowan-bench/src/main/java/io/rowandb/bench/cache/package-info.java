/**
 * Block caches compared: sequences of reads, recorded or made, replayed against every policy that
 * keeps data blocks.
 *
 * <p>Enters: a seed and a number of requests. Leaves: hit ratios beside those of Caffeine and of
 * the best that knows the future. Runs in the thread of whoever asks; nothing is timed. Read {@link
 * io.rowandb.bench.cache.CacheComparison} first.
 */
package io.rowandb.bench.cache;
