package io.rowandb.tsdb.server.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.rowandb.tsdb.server.api.ApiException;
import io.rowandb.tsdb.server.api.ApiRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Makes whole requests of their pieces, unpacked. What is too large is passed on as a refusal. */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes the connection, which is seen
final class RequestAssembler extends SimpleChannelInboundHandler<HttpObject> {
  /**
   * A request.
   *
   * @param taken bytes of memory, to be given back by the one that answers it
   */
  record Whole(HttpRequest head, byte[] body, long taken) {}

  /** A request that is refused before it is whole; the connection can be used no more. */
  record Refused(ApiException reason) {}

  private static final long HEAD = 256;
  private static final long HEADER = 32;

  private final Serving serving;
  private final SlowSenders slow;
  private final BooleanSupplier free;

  private HttpRequest head; // null: none has begun
  private ByteArrayOutputStream body;
  private long taken;
  private boolean refused;

  /**
   * For a connection.
   *
   * @param free whether no request is answered or waits
   */
  RequestAssembler(Serving serving, SlowSenders slow, BooleanSupplier free) {
    this.serving = serving;
    this.slow = slow;
    this.free = free;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, HttpObject piece) throws IOException {
    if (refused) {
      return;
    }
    if (piece.decoderResult().isFailure()) {
      refuse(context, reason(piece.decoderResult().cause()));
      return;
    }
    if (piece instanceof HttpRequest request) {
      begin(context, request);
    }
    if (piece instanceof HttpContent content && head != null && !refused) {
      add(context, content.content());
      if (piece instanceof LastHttpContent && !refused) {
        end(context);
      }
    }
  }

  private void begin(ChannelHandlerContext context, HttpRequest request) {
    slow.requestBegan();
    head = request;
    body = new ByteArrayOutputStream();
    long bytes = bytes(request);
    if (HttpUtil.getContentLength(request, 0L) > serving.bounds().maxBodyBytes()) {
      refuse(context, tooLarge());
    } else if (!serving.memory().take(bytes)) {
      refuse(context, HttpConnection.busy("too many requests are coming at once"));
    } else {
      taken += bytes;
      goOn(context, request);
    }
  }

  /** Of a head in memory, about. */
  private static long bytes(HttpRequest request) {
    long bytes = HEAD + request.uri().length();
    for (Map.Entry<String, String> each : request.headers()) {
      bytes += HEADER + each.getKey().length() + each.getValue().length();
    }
    return bytes;
  }

  /**
   * Lets a client that asks first send its body, unless it will be refused. In the middle of an
   * earlier answer it is told nothing; it has to send the body after a while anyway.
   */
  private void goOn(ChannelHandlerContext context, HttpRequest request) {
    if (!HttpUtil.is100ContinueExpected(request)) {
      return;
    }
    try {
      ApiRequest asked = RequestPath.parse(request, new byte[0], "");
      serving.origins().check(RequestPath.headers(request), asked);
    } catch (ApiException e) {
      refuse(context, e);
      return;
    }
    if (free.getAsBoolean()) {
      context.writeAndFlush(
          new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE));
    }
  }

  private void add(ChannelHandlerContext context, ByteBuf piece) throws IOException {
    int bytes = piece.readableBytes();
    if (body.size() + (long) bytes > serving.bounds().maxBodyBytes()) {
      refuse(context, tooLarge());
    } else if (!serving.memory().take(bytes)) {
      refuse(context, HttpConnection.busy("too many bodies are coming at once"));
    } else {
      taken += bytes;
      piece.readBytes(body, bytes);
    }
  }

  private ApiException tooLarge() {
    return new ApiException(
        413,
        "Request Entity Too Large",
        "The body has more than " + serving.bounds().maxBodyBytes() + " bytes");
  }

  private void end(ChannelHandlerContext context) {
    slow.requestCame();
    Whole whole = new Whole(head, body.toByteArray(), taken);
    taken = 0; // the one that answers it gives it back
    head = null;
    body = null;
    context.fireChannelRead(whole);
  }

  private void refuse(ChannelHandlerContext context, ApiException reason) {
    refused = true;
    slow.requestCame();
    giveBack();
    context.fireChannelRead(new Refused(reason));
  }

  private void giveBack() {
    serving.memory().give(taken);
    taken = 0;
    head = null;
    body = null;
  }

  private static ApiException reason(Throwable failure) {
    if (failure instanceof TooLongHttpLineException) {
      return new ApiException(414, "Request-URI Too Long", "");
    }
    if (failure instanceof TooLongHttpHeaderException) {
      return new ApiException(431, "Request Header Fields Too Large", "");
    }
    return new ApiException(400, "The request is no HTTP, or not packed as it says", "");
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
    if (failure instanceof DecoderException && !refused) {
      refuse(context, reason(failure));
    } else {
      context.fireExceptionCaught(failure);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    giveBack();
    context.fireChannelInactive();
  }
}
