package io.rowandb.tsdb.server.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.rowandb.tsdb.server.api.ApiAnswer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** Sends an answer from a worker, and waits there for a slow reader. Used by one worker. */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes the connection, which is seen
final class HttpReply implements ApiAnswer {
  private static final int PIECE = 64 << 10;
  private static final int NO_CONTENT = 204;

  /** What a reader of an answer that a worker sends has to read, once some time has passed. */
  private static final long LEAST_BYTES_A_SECOND = 256 << 10;

  private final Channel channel;
  private final boolean head;
  private final boolean keepAlive;
  private final boolean oldVersion;
  private final Duration slow;
  private final HttpHeaders headers = new DefaultHttpHeaders();
  private final Runnable taken;
  private final Runnable done;

  private volatile boolean begun;

  /**
   * To a request.
   *
   * @param keepAlive whether the connection is used again
   * @param taken run when the request is needed no more, by the thread of the connection
   * @param done run once all is sent, by the thread of the connection
   */
  HttpReply(
      Channel channel,
      RequestAssembler.Whole request,
      boolean keepAlive,
      Duration slow,
      Runnable taken,
      Runnable done) {
    this.channel = channel;
    this.keepAlive = keepAlive;
    this.slow = slow;
    this.taken = taken;
    this.done = done;
    head = request.head().method().name().equals("HEAD");
    oldVersion = !request.head().protocolVersion().isKeepAliveDefault();
  }

  HttpHeaders headers() {
    return headers;
  }

  boolean begun() {
    return begun;
  }

  private void complete(HttpResponse response, String type) {
    response.headers().add(headers).set("X-Content-Type-Options", "nosniff");
    if (response.status().code() != NO_CONTENT) {
      response.headers().set(HttpHeaderNames.CONTENT_TYPE, type);
    }
    if (!keepAlive) {
      response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    } else if (oldVersion) {
      response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
    }
  }

  /** Sent by the thread of the connection, so that no worker waits for the reader. */
  @Override
  public void send(int status, String type, byte[] body) {
    begun = true;
    channel
        .eventLoop()
        .execute(
            () -> {
              taken.run();
              sendWhole(status, type, body);
            });
  }

  private void sendWhole(int status, String type, byte[] body) {
    HttpResponse response =
        new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status));
    complete(response, type);
    if (status != NO_CONTENT) {
      HttpUtil.setContentLength(response, body.length);
    }
    ByteBuf left = Unpooled.wrappedBuffer(head ? new byte[0] : body);
    if (left.readableBytes() > PIECE) {
      channel.write(response);
      sendPieces(left);
    } else {
      FullHttpResponse whole =
          new DefaultFullHttpResponse(
              response.protocolVersion(),
              response.status(),
              left,
              response.headers(),
              EmptyHttpHeaders.INSTANCE);
      finish(channel.writeAndFlush(whole), keepAlive);
    }
  }

  /** One when that before it is sent: they are packed one by one, and a slow reader is noticed. */
  private void sendPieces(ByteBuf left) {
    if (!left.isReadable()) {
      left.release();
      finish(channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT), keepAlive);
      return;
    }
    ByteBuf piece = left.readRetainedSlice(Math.min(PIECE, left.readableBytes()));
    ChannelFuture written = channel.writeAndFlush(new DefaultHttpContent(piece));
    WriteDeadline.set(channel, written, slow);
    written.addListener(
        sent -> {
          if (sent.isSuccess()) {
            channel.eventLoop().execute(() -> sendPieces(left));
          } else {
            left.release();
            channel.close();
            done.run();
          }
        });
  }

  private void finish(ChannelFuture last, boolean again) {
    WriteDeadline.set(channel, last, slow);
    last.addListener(
        sent -> {
          if (!sent.isSuccess() || !again) {
            channel.close();
          }
          done.run();
        });
  }

  /** What is sent is only a part: lets the client see that by the end of the connection. */
  void abort() {
    channel.close().addListener(closed -> done.run());
  }

  @Override
  public OutputStream stream(String type) {
    return new Pieces(type);
  }

  /** Collects pieces; sends one when that before it is sent. */
  private final class Pieces extends OutputStream {
    private final String type;
    private byte[] piece = new byte[PIECE];
    private int size;
    private ChannelFuture before;
    private long sent;
    private long began;
    private boolean closed;

    Pieces(String type) {
      this.type = type;
    }

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      int at = from;
      int left = count;
      while (left > 0) {
        int now = Math.min(left, PIECE - size);
        System.arraycopy(bytes, at, piece, size, now);
        size += now;
        at += now;
        left -= now;
        if (size == PIECE) {
          sendPiece();
        }
      }
    }

    private void sendPiece() throws IOException {
      if (!begun) {
        begun = true;
        began = System.nanoTime();
        HttpResponse response =
            new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        complete(response, type);
        if (oldVersion) {
          response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        } else {
          HttpUtil.setTransferEncodingChunked(response, true);
        }
        channel.write(response);
      }
      if (before != null) {
        await(before);
      }
      before =
          channel.writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(piece, 0, size)));
      sent += size;
      piece = new byte[PIECE];
      size = 0;
    }

    /** A reader has some time, and then has to read so much a second on the whole. */
    private long millisLeft() {
      long most = slow.toMillis() + sent * 1000 / LEAST_BYTES_A_SECOND;
      long passed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
      return Math.max(0, Math.min(slow.toMillis(), most - passed));
    }

    private void await(ChannelFuture written) throws IOException {
      try {
        if (!written.await(millisLeft(), TimeUnit.MILLISECONDS)) {
          throw new IOException("the client reads too slowly");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw (IOException) new InterruptedIOException("the answer was cancelled").initCause(e);
      }
      if (!written.isSuccess()) {
        throw new IOException("the client is gone", written.cause());
      }
    }

    @Override
    public void close() throws IOException {
      if (closed) {
        return;
      }
      closed = true;
      if (!begun) {
        send(HttpResponseStatus.OK.code(), type, Arrays.copyOf(piece, size));
        return;
      }
      if (size > 0) {
        sendPiece();
      }
      finish(channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT), keepAlive && !oldVersion);
    }
  }
}
