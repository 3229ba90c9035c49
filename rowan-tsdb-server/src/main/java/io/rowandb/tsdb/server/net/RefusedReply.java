package io.rowandb.tsdb.server.net;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.rowandb.tsdb.server.api.ApiAnswer;
import io.rowandb.tsdb.server.api.ApiErrors;
import io.rowandb.tsdb.server.api.ApiException;
import java.time.Duration;

/** The answer to a request that is not read to its end; then the connection is closed. */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes the connection, which is seen
final class RefusedReply {
  private RefusedReply() {}

  static void send(Channel channel, ApiException reason, Duration slow) {
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(reason.status()),
            Unpooled.wrappedBuffer(ApiErrors.json(reason)));
    response
        .headers()
        .set(HttpHeaderNames.CONTENT_TYPE, ApiAnswer.JSON)
        .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    HttpUtil.setContentLength(response, response.content().readableBytes());
    ChannelFuture written = channel.writeAndFlush(response);
    WriteDeadline.set(channel, written, slow);
    written.addListener(sent -> LingeringClose.begin(channel));
  }
}
