/**
 * HBase's REST and Thrift gateways on an embedded store: {@code ./rowan rest} and {@code ./rowan
 * thrift} run them. Requests enter over HTTP or Thrift; HBase's own gateway classes, which access
 * the store through HBase's client API, answer them. Limits apply to the Thrift gateway: on
 * connections ({@link io.rowandb.gateway.ClientConnections}), on requests and their memory ({@link
 * io.rowandb.gateway.RequestTransport}, {@link io.rowandb.gateway.MeteredProtocol}), on scanners
 * and answers ({@link io.rowandb.gateway.LimitedTables}) and on filter classes ({@link
 * io.rowandb.gateway.ThriftTwoHandler}). Those of the REST gateway are on connections and waiting
 * threads ({@link io.rowandb.gateway.RestClients}), on bodies ({@link
 * io.rowandb.gateway.RestBodyLimit}) and on answers ({@link io.rowandb.gateway.RestAnswer}).
 *
 * <p>The command's thread opens the store, starts the gateway, waits for a signal and closes both;
 * requests are answered in the gateway's threads. After a crash every write that was acknowledged
 * to a client is there, as for any other program on a store. A gateway that cannot continue ends
 * like in a crash, {@link io.rowandb.cli.FatalEnd}.
 *
 * <p>Read {@link io.rowandb.gateway.GatewayCommand} first.
 */
package io.rowandb.gateway;
