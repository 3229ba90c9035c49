/**
 * Measures operations whose cost once grew without bound, to show that it no longer does. Each line
 * is measured in its own store, through HBase's client and the record layer, and names the figure
 * to compare it with.
 *
 * <p>Enters: a directory and a number of rows. Leaves: a table. Read {@link
 * io.rowandb.bench.edges.EdgeFigures} first.
 */
package io.rowandb.bench.edges;
