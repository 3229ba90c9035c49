package io.rowandb.tsdb.server.net;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Closes a connection whose request has begun and is not whole in time. */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes the connection, which is seen
final class SlowSenders extends ChannelInboundHandlerAdapter {
  private final Duration most;
  private ChannelHandlerContext place; // set before anything is read
  private Future<?> end; // null: none has begun

  SlowSenders(Duration most) {
    this.most = most;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    place = context;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    requestBegan();
    context.fireChannelRead(message);
  }

  /** The head of a request has come, perhaps with the last bytes of the one before. */
  void requestBegan() {
    if (end == null) {
      begin(place);
    }
  }

  private void begin(ChannelHandlerContext context) {
    end = context.executor().schedule(() -> end(context), most.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void end(ChannelHandlerContext context) {
    if (context.channel().config().isAutoRead()) {
      context.close();
    } else {
      begin(context); // it is not read, as one before it is being answered
    }
  }

  /** A request has come whole. */
  void requestCame() {
    if (end != null) {
      end.cancel(false);
      end = null;
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    requestCame();
    context.fireChannelInactive();
  }
}
