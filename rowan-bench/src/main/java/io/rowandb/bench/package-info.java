/**
 * The workloads of the design's figures, on Rowan and its peers side by side.
 *
 * <p>Enters: a command line. Leaves: a table, and a CSV file if asked. This package is the parent:
 * it starts one child JVM a run, peer and phase ({@code workload} is what runs in there, {@code
 * peer} the stores), one after the other in the main thread, and collects their figures. A child
 * that dies is a failed phase of its peer; the others go on. Commands beside that one measure parts
 * ({@code cache}, {@code memstore}, {@code reads}, {@code edges}) and the load of files ({@code
 * bulk}); each has a class here, which checks its options, and a package that does its work. Read
 * {@link io.rowandb.bench.BenchCommand} first, then {@link io.rowandb.bench.BenchRun}.
 */
package io.rowandb.bench;
