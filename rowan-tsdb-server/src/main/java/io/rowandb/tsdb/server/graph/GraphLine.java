package io.rowandb.tsdb.server.graph;

import io.rowandb.tsdb.aggregate.Samples;

/**
 * A series in a graph.
 *
 * @param name in the key
 * @param numbers none of them infinite; those that are NaN are gaps
 * @param right whether its axis is that at the right
 */
public record GraphLine(String name, Samples numbers, boolean right) {}
