package io.rowandb.tsdb.server.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http.HttpContentCompressor;
import io.netty.handler.codec.http.HttpContentDecompressor;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpServerCodec;
import java.util.List;

/**
 * Looks at a connection's first byte. Methods of HTTP begin with a capital letter, commands with
 * none.
 */
final class ProtocolDetector extends ByteToMessageDecoder {
  /** Of a request's first line: questions in it are long. */
  private static final int MAX_LINE = 64 << 10;

  private static final int MAX_HEADERS = 32 << 10;
  private static final int PIECE = 8 << 10;

  private final Serving serving;

  ProtocolDetector(Serving serving) {
    this.serving = serving;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (!in.isReadable()) {
      return;
    }
    int first = in.getUnsignedByte(in.readerIndex());
    ChannelPipeline pipeline = context.pipeline();
    if (first >= 'A' && first <= 'Z') {
      SlowSenders slow = new SlowSenders(serving.bounds().slow());
      HttpConnection connection = new HttpConnection(serving);
      pipeline.addLast(
          slow,
          new HttpServerCodec(MAX_LINE, MAX_HEADERS, PIECE),
          new OldVersions(),
          new HttpContentCompressor(),
          new HttpContentDecompressor(0),
          new RequestAssembler(serving, slow, connection::isFree),
          connection);
    } else {
      pipeline.addLast(new TelnetConnection(serving));
    }
    pipeline.remove(this); // and what has been read goes on to those behind
  }

  /**
   * Packs nothing for clients of HTTP/1.0: what is packed comes in chunks, which they do not know.
   */
  private static final class OldVersions extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      if (message instanceof HttpRequest head && !head.protocolVersion().isKeepAliveDefault()) {
        head.headers().remove(HttpHeaderNames.ACCEPT_ENCODING);
      }
      context.fireChannelRead(message);
    }
  }
}
