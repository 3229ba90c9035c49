/**
 * The complete door: HBase's own client classes (connections, tables, admins, buffered mutators,
 * sync and async) over the services of an embedded store, without a network.
 *
 * <p>Enters: what HBase's client passes to its {@code RpcClient} and its {@code
 * ConnectionRegistry}. Leaves: calls of {@link io.rowandb.client.service.StoreServices}, with
 * messages and cells by reference. Blocking calls run in the thread of the caller, asynchronous
 * ones in a few daemon threads of the connection that end with it. The engine handles crashes.
 *
 * <p>Two lines of configuration lead here, {@code hbase.rpc.client.impl} and {@code
 * hbase.client.registry.impl}; {@link io.rowandb.client.inprocess.CompleteDoor} sets them. Read
 * that class first, then {@link io.rowandb.client.inprocess.InProcessRpcClient}.
 */
package io.rowandb.client.inprocess;
