/**
 * Questions about the tables: {@link io.rowandb.tsdb.query.MetricQuery} enters, an answer for each
 * group of series leaves. {@link io.rowandb.tsdb.store} reads, {@link io.rowandb.tsdb.aggregate}
 * makes the numbers. Any threads; a question holds what it reads in memory, 17 bytes a point twice,
 * within the limits of the read.
 */
package io.rowandb.tsdb.query;
