package io.rowandb.tsdb.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.meta.MetaTracking;
import io.rowandb.tsdb.server.api.ApiRoutes;
import io.rowandb.tsdb.server.api.ServedStore;
import io.rowandb.tsdb.server.api.ServerStats;
import io.rowandb.tsdb.server.api.TelnetCommands;
import io.rowandb.tsdb.server.net.BodyMemory;
import io.rowandb.tsdb.server.net.LineMemory;
import io.rowandb.tsdb.server.net.NewConnections;
import io.rowandb.tsdb.server.net.RequestOrigins;
import io.rowandb.tsdb.server.net.Serving;
import io.rowandb.tsdb.server.net.WorkerThreads;
import io.rowandb.tsdb.store.TsdbTables;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Connection;

/**
 * OpenTSDB's HTTP API and telnet interface on one port. Used by any number of threads; does not
 * close the connection to the store.
 *
 * <pre>{@code
 * try (TsdbServer server =
 *     TsdbServer.start(connection, TsdbTables.DEFAULT, TsdbServerSettings.LOCAL.at("localhost", 4242))) {
 *   server.address(); // localhost/127.0.0.1:4242
 * }
 * }</pre>
 */
public final class TsdbServer implements AutoCloseable {
  /** Netty's threads, which only move bytes. */
  private static final int LOOPS = 2;

  /** How long all may take when the server ends; half of it for answers that are under way. */
  private static final Duration END = Duration.ofSeconds(20);

  private static final Duration LEAST_END = Duration.ofSeconds(1);

  private static final System.Logger LOG = System.getLogger(TsdbServer.class.getName());

  private final EventLoopGroup loops;
  private final Channel listening;
  private final ChannelGroup open;
  private final WorkerThreads workers;
  private final BodyMemory memory;
  private final LineMemory lines;
  private final ServerStats stats;

  private TsdbServer(EventLoopGroup loops, Channel listening, Serving serving) {
    this.loops = loops;
    this.listening = listening;
    open = serving.open();
    workers = serving.workers();
    memory = serving.memory();
    lines = serving.lines();
    stats = serving.stats();
  }

  /**
   * Starts one on tables that are there ({@link TimeSeries#open} makes them).
   *
   * @throws org.apache.hadoop.hbase.TableNotFoundException when they are not
   * @throws BindException when it cannot listen there
   */
  public static TsdbServer start(
      Connection connection, TsdbTables tables, TsdbServerSettings settings) throws IOException {
    return start(TimeSeries.openExisting(connection, tables), settings);
  }

  /** The same of tables that are open. */
  public static TsdbServer start(TimeSeries series, TsdbServerSettings settings)
      throws IOException {
    InetAddress address = InetAddress.getByName(settings.host());
    EventLoopGroup loops = new NioEventLoopGroup(LOOPS, new DefaultThreadFactory("tsdb-net", true));
    Serving serving = serving(new ServedStore(series), settings, address);
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            // Who sends "exit" or closes its side yet reads what its last lines came to.
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childHandler(new NewConnections(serving));
    ChannelFuture bound =
        bootstrap.bind(new InetSocketAddress(address, settings.port())).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      loops.shutdownGracefully(0, 0, TimeUnit.SECONDS).awaitUninterruptibly();
      serving.workers().close();
      throw (BindException)
          new BindException(
                  "cannot listen at "
                      + settings.host()
                      + ":"
                      + settings.port()
                      + ": "
                      + bound.cause().getMessage())
              .initCause(bound.cause());
    }
    return new TsdbServer(loops, bound.channel(), serving);
  }

  private static Serving serving(
      ServedStore store, TsdbServerSettings settings, InetAddress address) {
    ServerStats stats = new ServerStats();
    Clock clock = Clock.systemUTC();
    TreeSet<String> names = new TreeSet<>(settings.names());
    names.add(settings.host());
    if (!address.isLoopbackAddress()) {
      names.add(stats.host()); // the machine's own name
    }
    return new Serving(
        new ApiRoutes(
            store,
            stats,
            settings.limits(),
            settings.allowsDelete(),
            configuration(settings, store),
            clock),
        new TelnetCommands(store, stats, clock, settings.bounds().maxLineBytes()),
        stats,
        settings.bounds(),
        new RequestOrigins(names, settings.sites()),
        new WorkerThreads(settings.bounds()),
        new BodyMemory(),
        new LineMemory(),
        new DefaultChannelGroup(GlobalEventExecutor.INSTANCE));
  }

  private static Map<String, String> configuration(TsdbServerSettings settings, ServedStore store) {
    TsdbTables tables = store.tables();
    MetaTracking meta = store.tracking();
    Map<String, String> all = new TreeMap<>();
    all.put("tsd.core.auto_create_metrics", "true");
    all.put("tsd.core.auto_create_tagks", "true");
    all.put("tsd.core.auto_create_tagvs", "true");
    all.put("tsd.core.meta.enable_realtime_ts", Boolean.toString(meta.series()));
    all.put("tsd.core.meta.enable_realtime_uid", Boolean.toString(meta.names()));
    all.put("tsd.core.meta.enable_tsuid_incrementing", Boolean.toString(meta.counting()));
    all.put("tsd.core.meta.enable_tsuid_tracking", Boolean.toString(meta.tracking()));
    all.put("tsd.core.tree.enable_processing", Boolean.toString(store.growsTrees()));
    all.put("tsd.http.query.allow_delete", Boolean.toString(settings.allowsDelete()));
    all.put("tsd.http.request.cors_domains", String.join(",", settings.sites()));
    all.put("tsd.http.request.enable_chunked", "true");
    all.put("tsd.http.request.max_chunk", String.valueOf(settings.bounds().maxBodyBytes()));
    all.put("tsd.http.show_stack_trace", "false");
    all.put("tsd.network.bind", settings.host());
    all.put("tsd.network.port", String.valueOf(settings.port()));
    all.put("tsd.query.limits.bytes.default", String.valueOf(settings.limits().maxBytes()));
    all.put("tsd.query.limits.data_points.default", String.valueOf(settings.limits().maxPoints()));
    all.put("tsd.query.timeout", String.valueOf(settings.limits().maxTime().toMillis()));
    all.put("tsd.storage.hbase.data_table", tables.data().getNameAsString());
    all.put("tsd.storage.hbase.meta_table", tables.meta().getNameAsString());
    all.put("tsd.storage.hbase.tree_table", tables.tree().getNameAsString());
    all.put("tsd.storage.hbase.uid_table", tables.uid().getNameAsString());
    return all;
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listening.localAddress();
  }

  /** What it has done. */
  ServerStats stats() {
    return stats;
  }

  /** Bytes of bodies that are coming or wait. */
  long bodyBytes() {
    return memory.taken();
  }

  /**
   * Listens no more, ends questions, answers what else has come, within 20 s on the whole, and
   * closes all connections. May be called again.
   */
  @Override
  public void close() {
    long end = System.nanoTime() + END.toNanos();
    listening.close().awaitUninterruptibly();
    open.forEach(each -> each.pipeline().fireUserEventTriggered(Serving.END));
    workers.endQuestions();
    if (!open.newCloseFuture().awaitUninterruptibly(END.toMillis() / 2)) {
      LOG.log(System.Logger.Level.WARNING, "{0} connections are cut off", open.size());
      open.close().awaitUninterruptibly();
    }
    try {
      boolean written = lines.awaitNone(left(end)); // sessions may have many batches to go
      workers.close();
      if (!workers.await(left(end)) || !written) {
        LOG.log(System.Logger.Level.WARNING, "a request has not ended; the server ends anyway");
      }
    } catch (InterruptedException e) {
      workers.close();
      Thread.currentThread().interrupt();
    }
    loops.shutdownGracefully(0, left(end).toMillis(), TimeUnit.MILLISECONDS).awaitUninterruptibly();
  }

  private static Duration left(long end) {
    return Duration.ofNanos(Math.max(LEAST_END.toNanos(), end - System.nanoTime()));
  }
}
