/**
 * Measures the costs of the memstore: writers to one region and what they wait for, loads with and
 * without the chunk pool, insertion and search by the number of cells.
 *
 * <p>Enters: how long to measure and a directory for a store. Leaves: tables. Runs in the JVM of
 * the command, on the engine alone. Read {@link io.rowandb.bench.memstore.MemStoreCosts} first.
 */
package io.rowandb.bench.memstore;
