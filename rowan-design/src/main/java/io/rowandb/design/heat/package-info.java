/**
 * A picture of a sample: how many rows have a key of which range in which span of arrival. A plan
 * and a sample enter; grids of counts with the labels of their axes leave. Memory is bounded: the
 * axes are cut by a fair choice of the rows, then all rows are counted into at most 1,000 times
 * 1,000 cells. One thread.
 *
 * <p>Read {@link io.rowandb.design.heat.HeatMap} first.
 */
package io.rowandb.design.heat;
