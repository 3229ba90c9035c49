package io.rowandb.tsdb.server.net;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.timeout.IdleStateEvent;
import io.rowandb.tsdb.server.api.ApiAnswer;
import io.rowandb.tsdb.server.api.ApiErrors;
import io.rowandb.tsdb.server.api.ApiException;
import io.rowandb.tsdb.server.api.ApiRequest;
import io.rowandb.tsdb.server.api.ApiRoutes;
import io.rowandb.tsdb.server.api.PageEndpoint;
import io.rowandb.tsdb.server.api.ServerStats.Count;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * A connection of HTTP: its requests are answered one behind the other. It is read on while one is
 * answered, so that a client that is gone is noticed, which ends a question.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes the connection, which is seen
public final class HttpConnection extends ChannelInboundHandlerAdapter {
  /**
   * Requests that wait behind the one that is answered, and their bytes at most those of a body;
   * beyond that the connection is closed. It is never not read, which would hide the client's end.
   */
  private static final int MAX_BEHIND = 128;

  /** How long a question goes on whose client has closed its side: it may wait, or be gone. */
  private static final Duration HALF_CLOSED = Duration.ofSeconds(2);

  private static final String ALLOWED_METHODS = "GET, POST, PUT, DELETE";
  private static final String ALLOWED_HEADERS =
      "Authorization, Content-Type, Accept, Origin, User-Agent, DNT, Cache-Control,"
          + " X-Mx-ReqToken, Keep-Alive, X-Requested-With, If-Modified-Since";

  private static final System.Logger LOG = System.getLogger(HttpConnection.class.getName());

  private final Serving serving;
  private final Deque<Object> waiting = new ArrayDeque<>();

  private boolean answering;
  private boolean ends;
  private long waitingBytes;
  private long answeringBytes; // of the one that is answered, to be given back
  private HttpReply reply; // null: none was answered yet
  private Future<?> cancellable; // null: what is answered is not to be cancelled

  HttpConnection(Serving serving) {
    this.serving = serving;
  }

  static ApiException busy(String details) {
    return new ApiException(503, "Service Unavailable: please throttle", details);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    waiting.add(message);
    if (message instanceof RequestAssembler.Whole request) {
      waitingBytes += request.taken();
    }
    next(context);
    if (waiting.size() > MAX_BEHIND
        || (waiting.size() > 1 && waitingBytes > serving.bounds().maxBodyBytes())) {
      context.close();
    }
  }

  /** Whether nothing is answered or waits. */
  boolean isFree() {
    return !answering && waiting.isEmpty();
  }

  private void next(ChannelHandlerContext context) {
    if (answering) {
      return;
    }
    Object message = waiting.poll();
    if (message instanceof RequestAssembler.Whole request) {
      answering = true;
      waitingBytes -= request.taken();
      serving.stats().add(Count.REQUESTS);
      answer(context, request);
    } else if (message instanceof RequestAssembler.Refused refused) {
      answering = true;
      serving.stats().add(Count.REQUESTS);
      RefusedReply.send(context.channel(), refused.reason(), serving.bounds().slow());
    } else if (ends) {
      context.close();
    }
  }

  private void answer(ChannelHandlerContext context, RequestAssembler.Whole request) {
    boolean again = !ends && HttpUtil.isKeepAlive(request.head());
    answeringBytes = request.taken();
    reply =
        new HttpReply(
            context.channel(),
            request,
            again,
            serving.bounds().slow(),
            this::giveBack,
            () -> context.executor().execute(() -> answered(context)));
    try {
      begin(request, String.valueOf(context.channel().remoteAddress()));
    } catch (ApiException e) {
      refuse(reply, e);
    } catch (RejectedExecutionException e) {
      serving.stats().add(Count.BUSY);
      refuse(reply, busy("more than " + serving.bounds().maxWaiting() + " requests are waiting"));
    } catch (RuntimeException e) {
      fail(reply, request, e);
    }
  }

  private void begin(RequestAssembler.Whole request, String remote) {
    ApiRequest asked = RequestPath.parse(request.head(), request.body(), remote);
    HttpHeaders headers = RequestPath.headers(request.head());
    serving.origins().check(headers, asked);
    String origin = headers.get(HttpHeaderNames.ORIGIN);
    if (serving.origins().allows(origin)) {
      reply
          .headers()
          .set(HttpHeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN, origin)
          .set(HttpHeaderNames.ACCESS_CONTROL_ALLOW_METHODS, ALLOWED_METHODS)
          .set(HttpHeaderNames.ACCESS_CONTROL_ALLOW_HEADERS, ALLOWED_HEADERS)
          .set(HttpHeaderNames.VARY, HttpHeaderNames.ORIGIN);
      if (asked.method().equals("OPTIONS")) {
        reply.send(200, ApiAnswer.TEXT, new byte[0]);
        return;
      }
    }
    ApiRoutes.Route route =
        serving
            .routes()
            .find(asked)
            .orElseThrow(
                () ->
                    new ApiException(
                        404, asked.underApi() ? "Endpoint not found" : "Page not found", ""));
    if (route.endpoint() instanceof PageEndpoint) {
      reply.headers().set("Content-Security-Policy", PageEndpoint.contentPolicy());
    }
    submit(route, asked, request, reply);
  }

  private void submit(
      ApiRoutes.Route route, ApiRequest asked, RequestAssembler.Whole request, HttpReply to) {
    if (route.work() == ApiRoutes.Work.NONE) {
      work(route, asked, request, to);
      return;
    }
    Future<?> task = serving.workers().submit(route.work(), () -> work(route, asked, request, to));
    cancellable = route.work() == ApiRoutes.Work.READ ? task : null;
  }

  /** By a worker, or, where none is needed, by the thread of the connection. */
  private void work(
      ApiRoutes.Route route, ApiRequest asked, RequestAssembler.Whole request, HttpReply reply) {
    try {
      if (route.work() == ApiRoutes.Work.READ && serving.workers().ends()) {
        throw busy("the server ends");
      }
      route.endpoint().answer(asked, reply);
    } catch (ApiException e) {
      refuse(reply, e);
    } catch (InterruptedIOException e) {
      refuse(reply, busy("the server ends"));
    } catch (IOException | RuntimeException e) {
      fail(reply, request, e);
    } catch (Error e) {
      LOG.log(System.Logger.Level.ERROR, "a request failed", e);
      reply.abort();
      throw e;
    }
  }

  private static void refuse(HttpReply reply, ApiException reason) {
    if (reply.begun()) {
      reply.abort();
    } else {
      reply.send(reason.status(), ApiAnswer.JSON, ApiErrors.json(reason));
    }
  }

  private void fail(HttpReply reply, RequestAssembler.Whole request, Exception failure) {
    serving.stats().add(Count.EXCEPTIONS);
    String uri = request.head().uri();
    LOG.log(
        reply.begun() ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING,
        request.head().method() + " " + uri.substring(0, Math.min(200, uri.length())),
        failure);
    refuse(reply, new ApiException(500, String.valueOf(failure.getMessage()), ""));
  }

  private void giveBack() {
    serving.memory().give(answeringBytes);
    answeringBytes = 0;
  }

  private void answered(ChannelHandlerContext context) {
    giveBack();
    answering = false;
    cancellable = null;
    next(context);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event == Serving.END) {
      ends = true;
      if (!answering && waiting.isEmpty()) {
        context.close();
      }
    } else if (event instanceof ChannelInputShutdownEvent) {
      halfClosed(context);
    } else if (event instanceof IdleStateEvent && !answering) {
      context.close();
    }
  }

  /** What has come is answered, but no long question: most clients that close a side are gone. */
  private void halfClosed(ChannelHandlerContext context) {
    ends = true;
    next(context);
    context
        .executor()
        .schedule(
            () -> {
              if (cancellable != null && !reply.begun()) {
                context.close();
              }
            },
            HALF_CLOSED.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (cancellable != null) {
      cancellable.cancel(true);
      serving.workers().removeCancelled();
      giveBack(); // one that waited for a worker is never answered
    }
    for (Object each : waiting) {
      if (each instanceof RequestAssembler.Whole request) {
        serving.memory().give(request.taken());
      }
    }
    waiting.clear();
    ends = true;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
    LOG.log(System.Logger.Level.DEBUG, "a connection failed", failure);
    context.close();
  }
}
