/**
 * Runs the workloads of the design's figures on Rowan and its peers.
 *
 * <p>Enters: a command line. Leaves: a table and, if requested, a CSV file. This package is the
 * parent: it starts one child JVM per run, peer and phase ({@code workload} runs in it, {@code
 * peer} has the stores), one after the other in the main thread, and collects their figures. If a
 * child dies, the phase of its peer has failed; the others continue. Other commands measure parts
 * ({@code cache}, {@code memstore}, {@code reads}, {@code edges}, {@code systems}) and the load of
 * files ({@code bulk}); each has a class here, which checks its options, and a package that does
 * the work. Read {@link io.rowandb.bench.BenchCommand} first, then {@link
 * io.rowandb.bench.BenchRun}.
 */
package io.rowandb.bench;
