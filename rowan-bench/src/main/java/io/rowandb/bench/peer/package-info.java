/**
 * The stores that are measured, behind one interface.
 *
 * <p>Enters: keys and values made by {@code workload}. Leaves: rows, shown to a {@link
 * io.rowandb.bench.peer.RowVisitor} where they lie. Each driver runs in a JVM of its own and starts
 * only the threads of its store. After a crash a driver's directory is thrown away. Read {@link
 * io.rowandb.bench.peer.Driver} first, then {@link io.rowandb.bench.peer.Peer} for who is measured
 * and how each one is set up.
 */
package io.rowandb.bench.peer;
