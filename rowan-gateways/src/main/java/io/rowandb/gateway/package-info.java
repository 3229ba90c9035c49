/**
 * HBase's REST and Thrift gateways on an embedded store: what {@code ./rowan rest} and {@code
 * ./rowan thrift} run. Requests enter over HTTP or Thrift and are answered by HBase's own gateway
 * classes, which reach the store through HBase's client API; before them only a filter that a
 * client sends as bytes is looked at.
 *
 * <p>The command's thread opens the store, starts the gateway, waits for a signal and closes both;
 * requests are answered in the gateway's threads. After a crash everything that a client was told
 * was written is there, as for any other program on a store.
 *
 * <p>Read {@link io.rowandb.gateway.GatewayCommand} first.
 */
package io.rowandb.gateway;
