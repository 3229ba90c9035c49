package io.rowandb.tsdb.server.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.ReferenceCountUtil;
import io.rowandb.tsdb.server.api.ServerStats.Count;
import io.rowandb.tsdb.server.api.TelnetCommands;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;

/**
 * A telnet session. Lines that come while others are answered are answered together after that, so
 * that the points of many are written at once. Lines whose end has come are answered also when the
 * client has closed the connection; one whose end is missing is dropped, as it may be a part.
 */
public final class TelnetConnection extends ChannelInboundHandlerAdapter {
  /** Bytes of lines that wait; then it is not read. */
  private static final int MAX_WAITING_BYTES = 256 << 10;

  private static final System.Logger LOG = System.getLogger(TelnetConnection.class.getName());

  private final Serving serving;
  private final LineSplitter splitter;

  private List<String> waiting = new ArrayList<>();
  private int waitingBytes;
  private boolean answering;
  private boolean ends;

  TelnetConnection(Serving serving) {
    this.serving = serving;
    splitter = new LineSplitter(serving.bounds().maxLineBytes());
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    try {
      ByteBuf bytes = (ByteBuf) message;
      if (!ends) {
        waitingBytes += bytes.readableBytes();
        splitter.split(bytes, waiting::add);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
    if (waitingBytes > MAX_WAITING_BYTES) {
      context.channel().config().setAutoRead(false);
    }
    next(context);
  }

  private void next(ChannelHandlerContext context) {
    if (answering) {
      return;
    }
    if (waiting.isEmpty()) {
      waitingBytes = 0;
      if (ends) {
        context.close();
      } else {
        context.channel().config().setAutoRead(true);
      }
      return;
    }
    List<String> lines = waiting;
    waiting = new ArrayList<>();
    waitingBytes = 0;
    answering = true;
    try {
      serving.workers().executeLines(() -> work(context, lines));
    } catch (RejectedExecutionException e) {
      LOG.log(System.Logger.Level.DEBUG, "lines came when the server had ended", e);
      context.close();
      return;
    }
    if (!ends) {
      context.channel().config().setAutoRead(true);
    }
  }

  /** By a worker. */
  private void work(ChannelHandlerContext context, List<String> lines) {
    TelnetCommands.Reply reply;
    try {
      reply = serving.telnet().answer(lines);
    } catch (RuntimeException e) {
      serving.stats().add(Count.EXCEPTIONS);
      LOG.log(System.Logger.Level.WARNING, "lines of a telnet session", e);
      reply = new TelnetCommands.Reply("error: " + e.getMessage() + "\n", false);
    }
    TelnetCommands.Reply done = reply;
    context.executor().execute(() -> answered(context, done));
  }

  private void answered(ChannelHandlerContext context, TelnetCommands.Reply reply) {
    if (reply.exits()) {
      ends = true;
      waiting.clear();
    }
    if (reply.text().isEmpty() || !context.channel().isActive()) {
      answering = false;
      next(context);
      return;
    }
    // The next ones after it is sent, so that who does not read cannot ask on and on.
    context
        .writeAndFlush(Unpooled.copiedBuffer(reply.text(), StandardCharsets.UTF_8))
        .addListener(
            sent -> {
              answering = false;
              next(context);
            });
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event == Serving.END || event instanceof ChannelInputShutdownEvent) {
      ends = true;
      next(context);
    } else if (event instanceof IdleStateEvent) {
      context.close();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    ends = true;
    next(context);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
    LOG.log(System.Logger.Level.DEBUG, "a telnet session failed", failure);
    context.close();
  }
}
