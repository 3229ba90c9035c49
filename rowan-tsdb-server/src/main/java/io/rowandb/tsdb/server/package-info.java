/**
 * OpenTSDB's HTTP API and telnet interface over Rowan's time series, on one port. {@link
 * io.rowandb.tsdb.server.TsdbServer} starts it. {@link io.rowandb.tsdb.server.net} has connections:
 * it tells HTTP from lines by the first byte, keeps senders and readers within bounds, and hands
 * each request to a worker. {@link io.rowandb.tsdb.server.api} answers requests, and knows nothing
 * of the network.
 *
 * <p>Threads: those of Netty read and write and never wait; a worker answers one request at a time
 * and may wait for the store or for a slow reader.
 *
 * <p>What was acknowledged is in the store. Read {@link io.rowandb.tsdb.server.TsdbServer} first,
 * then {@link io.rowandb.tsdb.server.net.HttpConnection} and {@link
 * io.rowandb.tsdb.server.net.TelnetConnection}.
 */
package io.rowandb.tsdb.server;
