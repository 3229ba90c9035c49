/**
 * What one child JVM does: make rows, drive one peer through one phase, measure, report.
 *
 * <p>Enters: the arguments of {@link io.rowandb.bench.workload.ChildMain}. Leaves: lines on
 * standard output, as {@link io.rowandb.bench.workload.ChildLine} writes and reads them. The
 * threads of a workload live only while it is timed. Nothing here survives a crash: the parent
 * reports the phase as failed. Read {@link io.rowandb.bench.workload.Metric} first (the metrics and
 * their phases), then {@link io.rowandb.bench.workload.Rows} (the data).
 */
package io.rowandb.bench.workload;
