/**
 * HBase's protobuf services (ClientService, AdminService, MasterService, ClientMetaService) over
 * one {@link io.rowandb.engine.Database}.
 *
 * <p>Enters: a method, its request message and the cells that came with it, see {@link
 * io.rowandb.client.service.RpcCall}. Leaves: a response message and cells, or one of HBase's
 * exceptions. The package is independent of the transport: the in-process client passes messages by
 * reference, and a network server can pass what it read from a socket.
 *
 * <p>Everything runs in the caller's thread. The state kept between calls (open scanners, positions
 * of switches) is bounded and lost in a crash; a client then gets an unknown scanner and opens a
 * new one.
 *
 * <p>Read {@link io.rowandb.client.service.StoreServices} first, then {@link
 * io.rowandb.client.service.RpcService}.
 */
package io.rowandb.client.service;
