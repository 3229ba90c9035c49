/**
 * The workloads' rows, clocks and histograms: a figure is worth what its measuring is. Read {@code
 * TimedLoopTest} first.
 */
package io.rowandb.bench.workload;
