/**
 * HBase's REST and Thrift gateways on an embedded store: what {@code ./rowan rest} and {@code
 * ./rowan thrift} run. Requests enter over HTTP or Thrift and are answered by HBase's own gateway
 * classes, which reach the store through HBase's client API. Around those for Thrift stand limits:
 * of connections ({@link io.rowandb.gateway.ClientConnections}), of requests and what they become
 * ({@link io.rowandb.gateway.RequestTransport}, {@link io.rowandb.gateway.MeteredProtocol}), of
 * scanners and answers ({@link io.rowandb.gateway.LimitedTables}), of filters' classes ({@link
 * io.rowandb.gateway.ThriftTwoHandler}); around those for REST, of connections and what they keep
 * threads waiting for ({@link io.rowandb.gateway.RestClients}), of bodies ({@link
 * io.rowandb.gateway.RestBodyLimit}) and of answers ({@link io.rowandb.gateway.RestAnswer}).
 *
 * <p>The command's thread opens the store, starts the gateway, waits for a signal and closes both;
 * requests are answered in the gateway's threads. After a crash everything that a client was told
 * was written is there, as for any other program on a store. A gateway that cannot go on ends as a
 * crash would, {@link io.rowandb.gateway.FatalEnd}.
 *
 * <p>Read {@link io.rowandb.gateway.GatewayCommand} first.
 */
package io.rowandb.gateway;
