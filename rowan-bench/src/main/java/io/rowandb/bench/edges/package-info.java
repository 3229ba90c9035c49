/**
 * Figures of what grew out of all bounds once, so that it can be seen that it does not: each line
 * is measured in a store of its own, through HBase's client and the layer of records, and names
 * what it is to be compared with.
 *
 * <p>Enters: a directory and a number of rows. Leaves: a table. Read {@link
 * io.rowandb.bench.edges.EdgeFigures} first.
 */
package io.rowandb.bench.edges;
