package io.rowandb.tsdb.server.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
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
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes the connection, which is seen
public final class TelnetConnection extends ChannelInboundHandlerAdapter {
  /** Bytes of lines that wait; then it is not read. */
  private static final int MAX_WAITING_BYTES = 256 << 10;

  /** Bytes that a line takes beside its letters. */
  private static final int LINE = 64;

  /** Lines that are answered at once. */
  private static final int MAX_LINES = 10_000;

  private static final System.Logger LOG = System.getLogger(TelnetConnection.class.getName());

  private final Serving serving;
  private final LineSplitter splitter;

  private List<String> waiting = new ArrayList<>();
  private long waitingBytes;
  private List<String> lines = List.of(); // that are answered now
  private long linesBytes;
  private boolean answering;
  private boolean ends;
  private boolean leftOver;

  TelnetConnection(Serving serving) {
    this.serving = serving;
    splitter = new LineSplitter(serving.bounds().maxLineBytes());
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    try {
      ByteBuf bytes = (ByteBuf) message;
      if (!ends) {
        int before = waiting.size();
        int size = bytes.readableBytes();
        splitter.split(bytes, waiting::add);
        came(size + (long) LINE * (waiting.size() - before));
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
    if (waitingBytes > MAX_WAITING_BYTES || serving.lines().isFull()) {
      context.channel().config().setAutoRead(false);
    }
    next(context);
  }

  private void came(long bytes) {
    waitingBytes += bytes;
    serving.lines().change(bytes);
  }

  private void next(ChannelHandlerContext context) {
    if (answering) {
      return;
    }
    if (lines.isEmpty()) {
      serving.lines().change(-linesBytes);
      lines = waiting;
      linesBytes = waitingBytes;
      waiting = new ArrayList<>();
      waitingBytes = 0;
    }
    if (lines.isEmpty()) {
      none(context);
    } else {
      answer(context);
    }
  }

  private void none(ChannelHandlerContext context) {
    serving.lines().change(-linesBytes); // of a line that has begun
    linesBytes = 0;
    if (leftOver) {
      leftOver = false;
      serving.lines().leaveOver(-1);
    }
    if (ends) {
      context.close();
    } else {
      context.channel().config().setAutoRead(true);
    }
  }

  private void answer(ChannelHandlerContext context) {
    answering = true;
    List<String> now = lines.subList(0, Math.min(lines.size(), MAX_LINES));
    try {
      serving.workers().executeLines(() -> work(context, now));
    } catch (RejectedExecutionException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "{0} lines of a telnet session are lost: they came when the server had ended",
          lines.size() + waiting.size());
      serving.lines().change(-linesBytes - waitingBytes);
      lines = List.of();
      waiting.clear();
      linesBytes = 0;
      waitingBytes = 0;
      ends = true;
      answering = false;
      none(context);
      return;
    }
    if (!ends && !serving.lines().isFull()) {
      context.channel().config().setAutoRead(true);
    }
  }

  /** By a worker. */
  private void work(ChannelHandlerContext context, List<String> now) {
    try {
      TelnetCommands.Reply reply = serving.telnet().answer(now);
      context.executor().execute(() -> answered(context, reply));
    } catch (Throwable e) {
      serving.stats().add(Count.EXCEPTIONS);
      LOG.log(System.Logger.Level.WARNING, now.size() + " lines of a telnet session failed", e);
      String text = "error: " + String.valueOf(e.getMessage()).replaceAll("[\r\n]", " ") + "\n";
      context
          .executor()
          .execute(() -> answered(context, new TelnetCommands.Reply(text, now.size(), true)));
      throw e;
    }
  }

  private void answered(ChannelHandlerContext context, TelnetCommands.Reply reply) {
    lines = lines.subList(reply.done(), lines.size());
    if (reply.exits()) {
      ends = true;
      lines = List.of();
      waiting.clear();
    }
    if (reply.text().isEmpty() || !context.channel().isActive()) {
      answering = false;
      next(context);
      return;
    }
    // The next ones after it is sent, so that who does not read cannot ask on and on.
    ChannelFuture written =
        context.writeAndFlush(Unpooled.copiedBuffer(reply.text(), StandardCharsets.UTF_8));
    WriteDeadline.set(context.channel(), written, serving.bounds().slow());
    written.addListener(
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
    if (answering || !waiting.isEmpty()) {
      leftOver = true;
      serving.lines().leaveOver(1);
    }
    next(context);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
    LOG.log(System.Logger.Level.DEBUG, "a telnet session failed", failure);
    context.close();
  }
}
