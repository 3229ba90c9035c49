/**
 * Compares block caches: replays sequences of reads, recorded or generated, against every policy
 * that keeps data blocks.
 *
 * <p>Enters: a seed and a number of requests. Leaves: hit ratios beside those of Caffeine and of
 * the optimum, which knows the future. Runs in the caller's thread; nothing is timed. Read {@link
 * io.rowandb.bench.cache.CacheComparison} first.
 */
package io.rowandb.bench.cache;
