/**
 * What the schema layer costs over HBase's own calls, under JMH: the same rows in the same embedded
 * store, written and read by hand and as records.
 *
 * <p>Enters: how long and how often. Leaves: nanoseconds of a call. JMH runs each benchmark in JVMs
 * of its own. Read {@link io.rowandb.bench.typed.TypedCalls} first.
 */
package io.rowandb.bench.typed;
