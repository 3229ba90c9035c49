/**
 * How long operations take. Like {@code io}, this package depends on no other.
 *
 * <p>Enters: the beginning and the end of an operation, from the threads that do it. Leaves: {@link
 * io.rowandb.engine.latency.LatencyHistogram}s of the times so far. Timing takes no lock and
 * allocates nothing. Nothing is on disk, so nothing is left after a crash.
 *
 * <p>Read {@link io.rowandb.engine.latency.Latencies} first.
 */
package io.rowandb.engine.latency;
