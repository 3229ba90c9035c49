package io.rowandb.tsdb.server.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Ends a connection whose client is still sending: it is told that nothing follows, and what it
 * sends is read and dropped for a while. Closing at once resets the connection, and the client
 * never sees the last answer.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes the connection, which is seen
final class LingeringClose extends ChannelInboundHandlerAdapter {
  private static final Duration MOST = Duration.ofSeconds(2);
  private static final int MOST_BYTES = 16 << 20;

  private int bytes;

  private LingeringClose() {}

  /** By the thread of the connection. */
  static void begin(Channel channel) {
    if (!channel.isActive() || !(channel instanceof DuplexChannel both)) {
      channel.close();
      return;
    }
    channel.pipeline().addFirst(new LingeringClose());
    both.shutdownOutput();
    Future<?> end =
        channel.eventLoop().schedule(() -> channel.close(), MOST.toMillis(), TimeUnit.MILLISECONDS);
    channel.closeFuture().addListener(closed -> end.cancel(false));
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof ByteBuf piece) {
      bytes += piece.readableBytes();
    }
    ReferenceCountUtil.release(message);
    if (bytes > MOST_BYTES) {
      context.close();
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof ChannelInputShutdownEvent || event == Serving.END) {
      context.close();
    }
  }
}
