/**
 * Time series in the tables of OpenTSDB 2.4, byte for byte, so that both read what the other wrote.
 * {@link io.rowandb.tsdb.codec} has the formats, {@link io.rowandb.tsdb.uid} the short numbers that
 * stand for names, {@link io.rowandb.tsdb.store} the tables: writing, reading, compacting rows.
 * {@link io.rowandb.tsdb.aggregate} makes the numbers of an answer of those of many series, {@link
 * io.rowandb.tsdb.query} asks, {@link io.rowandb.tsdb.text} has points as lines, {@link
 * io.rowandb.tsdb.meta} has what people say of names and series, {@link io.rowandb.tsdb.tree} sorts
 * series into trees. {@link TimeSeries} is all of them with OpenTSDB's defaults.
 *
 * <p>Knows HBase's client API alone, so the same classes run embedded and on a cluster.
 *
 * <p>Not here yet: random metric UIDs; compaction of columns of appends. OpenTSDB's telnet and HTTP
 * interfaces are in rowan-tsdb-server.
 */
package io.rowandb.tsdb;
