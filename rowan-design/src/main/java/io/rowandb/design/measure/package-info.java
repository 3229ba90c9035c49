/**
 * The questions of a plan, asked of a table that has the rows of a sample: what a call reads and
 * how long it takes, beside what was estimated. A plan, a sample and a connection enter; figures
 * leave. The table is made for it and deleted after it. Only HBase's client API is used, but for
 * the counters of an embedded store. One thread.
 *
 * <p>Read {@link io.rowandb.design.measure.DesignMeasure} first.
 */
package io.rowandb.design.measure;
