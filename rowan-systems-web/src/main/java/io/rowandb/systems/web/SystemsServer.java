package io.rowandb.systems.web;

import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HttpResponseException;
import io.javalin.util.JavalinBindException;
import io.rowandb.cli.FatalEnd;
import io.rowandb.cli.terminal.JsonText;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The web server of systems on a store or a cluster. Safe for many threads.
 *
 * <p>Bounds: requests under way, answers in lines among them, connections, the header (8 KiB, as
 * Jetty has it) and the body ({@link WebRequest#MOST_BYTES}) of a request, how long a client may be
 * silent and how long its body may take.
 */
public final class SystemsServer implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(SystemsServer.class.getName());

  private static final int THREADS = 50;
  private static final int CONNECTIONS = 500;

  /**
   * Long answers and pages, and answers in lines: each waits for its client, who may be slow, and
   * must not take all threads.
   */
  private static final int STREAMS = 10;

  /** Requests that wait for the rest of their bodies: whoever sends slowly must not take all. */
  static final int MOST_WAITING = THREADS / 2;

  private static final long SILENT_MILLIS = TimeUnit.SECONDS.toMillis(30);

  /** For answers that are under way when the server is told to end. */
  private static final long END_MILLIS = TimeUnit.SECONDS.toMillis(5);

  private static final int FAILED = 500;
  private static final String GONE = "the store is closed";

  // Fixed at construction.
  private final Connection connection;
  private final List<SystemPages> systems = new ArrayList<>();
  private final Semaphore streams = new Semaphore(STREAMS);
  private final PageFrame frame = new PageFrame(systems, streams);
  private final Javalin web;

  private SystemsServer(
      Connection connection, ListenAddress address, List<SystemPages.Plug> plugs) {
    this.connection = connection;
    plugs.forEach(each -> systems.add(each.on(connection)));
    RequestGuard guard = new RequestGuard(address.allNames());
    web =
        Javalin.create(
            config -> {
              limit(config);
              config.routes.before(guard::check);
              config.routes.before(context -> requireOpen());
              addPages(config);
              addFailures(config);
            });
  }

  /**
   * Starts a server.
   *
   * @param connection stays the caller's, to be closed after this
   * @throws IOException when it cannot listen there
   */
  public static SystemsServer start(
      Connection connection, ListenAddress address, List<SystemPages.Plug> plugs)
      throws IOException {
    SystemsServer server = new SystemsServer(connection, address, plugs);
    try {
      server.web.start(address.host(), address.port());
      return server;
    } catch (RuntimeException e) {
      try (server) {
        throw explained(e, address);
      }
    }
  }

  private static IOException explained(RuntimeException failure, ListenAddress address) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof BindException || each instanceof JavalinBindException) {
        return new IOException(
            "cannot listen at %s:%d: the address is in use, or not this machine's; --port and --host choose another"
                .formatted(address.urlHost(), address.port()),
            failure);
      }
    }
    return new IOException("the web server did not start: " + failure.getMessage(), failure);
  }

  private static void limit(JavalinConfig config) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.startup.startupWatcherEnabled = false;
    config.http.prefer405over404 = true;
    config.http.maxRequestSize = WebRequest.MOST_BYTES;
    config.http.compressionStrategy = CompressionStrategy.NONE;
    config.appData(WebRequest.PLACES, new Semaphore(MOST_WAITING));
    config.router.javaLangErrorHandler(
        (response, error) -> {
          if (error instanceof OutOfMemoryError) {
            throw FatalEnd.now("a request used up the memory of this process", error);
          }
          LOG.log(System.Logger.Level.ERROR, "a request failed", error);
          response.setStatus(FAILED);
        });
    QueuedThreadPool threads = new QueuedThreadPool(THREADS);
    threads.setName("rowan-web");
    config.jetty.threadPool = threads;
    config.jetty.modifyHttpConfiguration(
        http -> {
          http.setSendServerVersion(false);
          http.setIdleTimeout(SILENT_MILLIS);
        });
    config.jetty.modifyServer(SystemsServer::limit);
  }

  private static void limit(Server server) {
    server.addBean(new NetworkConnectionLimit(CONNECTIONS, server));
    server.setStopTimeout(END_MILLIS);
  }

  private void addPages(JavalinConfig config) {
    for (String method : List.of("GET", "HEAD")) {
      add(config, method, "/", context -> frame.answer(context, frame::start));
      add(config, method, "/style.css", context -> file(context, "style.css", "text/css"));
      add(config, method, "/icon.svg", context -> file(context, "icon.svg", "image/svg+xml"));
    }
    for (SystemPages each : systems) {
      each.addTo(new SystemRoutes(config.routes, each.name(), frame, streams));
    }
  }

  private static void add(JavalinConfig config, String method, String path, Handler handler) {
    if (method.equals("GET")) {
      config.routes.get(path, handler);
    } else {
      config.routes.head(path, handler);
    }
  }

  private static void file(Context context, String name, String type) throws IOException {
    try (InputStream in = SystemsServer.class.getResourceAsStream(name)) {
      byte[] all = Objects.requireNonNull(in, name).readAllBytes();
      context.header("Cache-Control", "max-age=600");
      context.contentType(type + "; charset=utf-8").result(all);
    }
  }

  private void requireOpen() {
    if (connection.isClosed()) {
      throw new WebException(WebException.UNAVAILABLE, GONE);
    }
  }

  private void addFailures(JavalinConfig config) {
    config.routes.exception(
        WebException.class, (e, context) -> refuse(context, e.status(), e.getMessage()));
    config.routes.exception(
        HttpResponseException.class,
        (e, context) -> refuse(context, e.getStatus(), words(e, context)));
    config.routes.exception(
        TableNotFoundException.class,
        (e, context) ->
            refuse(context, WebException.ABSENT, "there is no table yet; add a record"));
    config.routes.exception(Exception.class, this::fail);
  }

  private static String words(HttpResponseException failure, Context context) {
    return switch (failure.getStatus()) {
      case WebException.ABSENT -> "there is nothing at " + context.path();
      case 405 -> {
        context.header("Allow", failure.getDetails().getOrDefault("availableMethods", ""));
        yield context.method().name() + " is not possible here";
      }
      default -> String.valueOf(failure.getMessage());
    };
  }

  private void fail(Exception failure, Context context) {
    if (connection.isClosed() || connection.isAborted()) {
      refuse(context, WebException.UNAVAILABLE, GONE);
      return;
    }
    LOG.log(System.Logger.Level.WARNING, context.method().name() + " " + context.path(), failure);
    refuse(context, FAILED, "the server failed; its log says why");
  }

  private void refuse(Context context, int status, String message) {
    if (context.path().startsWith("/api/")) {
      context.status(status).contentType("application/json");
      context.result(JsonText.line(Map.of("error", message)) + "\n");
    } else {
      frame.refuse(context, status, message);
    }
  }

  /** The port that it listens at. */
  public int port() {
    return web.port();
  }

  /** Lets answers end that are under way, for a while, then closes what the systems have open. */
  @Override
  public void close() throws IOException {
    web.stop();
    IOException failure = null;
    for (SystemPages each : systems) {
      try {
        each.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
