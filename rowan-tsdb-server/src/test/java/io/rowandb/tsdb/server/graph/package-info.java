/** Tests of graphs, by the pixels of their pictures. */
package io.rowandb.tsdb.server.graph;
