/**
 * HBase's protobuf services (ClientService, AdminService, MasterService, ClientMetaService) over
 * one {@link io.rowandb.engine.Database}.
 *
 * <p>Enters: a method, its request message and the cells that came with it, see {@link
 * io.rowandb.client.service.RpcCall}. Leaves: a response message and cells, or one of HBase's
 * exceptions. No transport is known here: the in-process client hands messages over by reference,
 * and a network server can hand over what it read from a socket.
 *
 * <p>Everything runs in the thread of the caller; there are no threads of its own. What is kept
 * between calls (open scanners, positions of switches) is bounded and gone after a crash, which
 * clients see as an unknown scanner and answer by opening a new one.
 *
 * <p>Read {@link io.rowandb.client.service.StoreServices} first, then {@link
 * io.rowandb.client.service.RpcService}.
 */
package io.rowandb.client.service;
