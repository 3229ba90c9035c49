/**
 * Measures, with JMH, the overhead of the schema layer over HBase's own calls: the same rows in the
 * same embedded store, written and read by hand and as records.
 *
 * <p>Enters: how long and how often. Leaves: nanoseconds per call. JMH runs each benchmark in
 * separate JVMs. Read {@link io.rowandb.bench.typed.TypedCalls} first.
 */
package io.rowandb.bench.typed;
