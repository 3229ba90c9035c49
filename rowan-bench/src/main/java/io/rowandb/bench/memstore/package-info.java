/**
 * What the memstore costs: writers into one region and what they wait for, loads with and without
 * the pool of chunks, insertion and search by the number of cells.
 *
 * <p>Enters: how long to measure and where a store may lie. Leaves: tables. Runs in the JVM of the
 * command, on the engine alone. Read {@link io.rowandb.bench.memstore.MemStoreCosts} first.
 */
package io.rowandb.bench.memstore;
