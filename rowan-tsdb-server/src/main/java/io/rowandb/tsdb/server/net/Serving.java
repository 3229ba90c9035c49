package io.rowandb.tsdb.server.net;

import io.netty.channel.group.ChannelGroup;
import io.rowandb.tsdb.server.api.ApiRoutes;
import io.rowandb.tsdb.server.api.ServerStats;
import io.rowandb.tsdb.server.api.TelnetCommands;

/**
 * What all connections share.
 *
 * @param open those that are there
 */
public record Serving(
    ApiRoutes routes,
    TelnetCommands telnet,
    ServerStats stats,
    ServerBounds bounds,
    RequestOrigins origins,
    WorkerThreads workers,
    BodyMemory memory,
    LineMemory lines,
    ChannelGroup open) {

  /** Told to connections: finish what has come, then close. */
  public static final Object END = new Object();
}
