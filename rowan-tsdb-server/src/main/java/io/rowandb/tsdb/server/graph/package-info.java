/**
 * Graphs of series as PNG: {@link io.rowandb.tsdb.server.graph.GraphPainter} draws {@link
 * io.rowandb.tsdb.server.graph.GraphLine}s as {@link io.rowandb.tsdb.server.graph.GraphSettings}
 * want them. No other program is run. Needs Java's own drawing (java.desktop) and a font.
 */
package io.rowandb.tsdb.server.graph;
