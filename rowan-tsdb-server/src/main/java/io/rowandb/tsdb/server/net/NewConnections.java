package io.rowandb.tsdb.server.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import io.rowandb.tsdb.server.api.ServerStats.Count;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Takes connections, up to their number. */
@ChannelHandler.Sharable
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes the connection, which is seen
public final class NewConnections extends ChannelInitializer<Channel> {
  private final Serving serving;

  /** Of these connections, until their handlers know that they are closed. */
  private final AtomicInteger held = new AtomicInteger();

  /** For a server. */
  public NewConnections(Serving serving) {
    this.serving = serving;
  }

  @Override
  protected void initChannel(Channel channel) {
    int more = held.incrementAndGet();
    if (more + serving.lines().leftOver() > serving.bounds().maxConnections()) {
      held.decrementAndGet();
      serving.stats().add(Count.REJECTED);
      channel.close();
      return;
    }
    serving.open().add(channel);
    serving.stats().add(Count.CONNECTED);
    serving.stats().connections(1);
    channel.closeFuture().addListener(closed -> serving.stats().connections(-1));
    channel
        .pipeline()
        .addLast(
            new Held(),
            new IdleStateHandler(0, 0, serving.bounds().idle().toMillis(), TimeUnit.MILLISECONDS),
            new Silent(),
            new ProtocolDetector(serving));
  }

  /**
   * Counts its connection until all handlers know that it is closed: one whose lines are not done
   * counts as left over by then. A group of channels loses it before.
   */
  private final class Held extends ChannelInboundHandlerAdapter {
    @Override
    public void channelUnregistered(ChannelHandlerContext context) {
      held.decrementAndGet();
      context.fireChannelUnregistered();
    }
  }

  /** Closes a connection that has not yet sent a byte; later ones are for those behind. */
  private static final class Silent extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      context.pipeline().remove(this);
      context.fireChannelRead(message);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
      if (event == Serving.END
          || event instanceof IdleStateEvent
          || event instanceof ChannelInputShutdownEvent) {
        context.close();
      }
    }
  }
}
