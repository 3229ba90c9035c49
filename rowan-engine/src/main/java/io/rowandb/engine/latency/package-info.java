/**
 * How long operations take. The lowest room beside {@code io}: it knows no other.
 *
 * <p>Enters: the beginning and the end of an operation, from the threads that do it. Leaves: {@link
 * io.rowandb.engine.latency.LatencyHistogram}s of what was timed until then. No lock and no garbage
 * on the way of an operation; nothing is on disk, so nothing is left after a crash.
 *
 * <p>Read {@link io.rowandb.engine.latency.Latencies} first.
 */
package io.rowandb.engine.latency;
