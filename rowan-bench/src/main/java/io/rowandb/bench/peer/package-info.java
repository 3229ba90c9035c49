/**
 * The stores that are measured, behind one interface.
 *
 * <p>Enters: keys and values made by {@code workload}. Leaves: rows, shown in place to a {@link
 * io.rowandb.bench.peer.RowVisitor}. Each driver runs in its own JVM and starts only the threads of
 * its store. After a crash a driver's directory is discarded. Read {@link
 * io.rowandb.bench.peer.Driver} first, then {@link io.rowandb.bench.peer.Peer} for the measured
 * systems and their setup.
 */
package io.rowandb.bench.peer;
