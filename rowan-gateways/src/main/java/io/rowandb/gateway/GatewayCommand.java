package io.rowandb.gateway;

import io.rowandb.cli.CreateOption;
import io.rowandb.cli.FatalEnd;
import io.rowandb.cli.Logging;
import io.rowandb.cli.StopSignal;
import io.rowandb.cli.StorePath;
import io.rowandb.cli.VerboseOption;
import io.rowandb.cli.terminal.StandardOutput;
import io.rowandb.client.Rowan;
import io.rowandb.engine.io.LocalFileSystem;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Runs one gateway on one store until the process is told to end.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>The store is open before the gateway listens, and stays open until the gateway has stopped:
 *       the connections of the gateway come and go, but that of this command holds the store.
 *   <li>The first line is printed when clients can connect, not before.
 * </ol>
 */
abstract class GatewayCommand implements Callable<Integer> {
  private static final String DEFAULT_STORE = "rowan-data";
  private static final int MAX_PORT = 65_535;

  /** The defaults of a gateway that are not those of a program; hbase-site.xml goes before them. */
  private static final String DEFAULTS = "io/rowandb/gateway/gateway-default.xml";

  private static final String HBASE_DEFAULTS = "hbase-default.xml";

  @Spec private CommandSpec spec;

  @Mixin private StorePath store;

  @Mixin private CreateOption create;

  @Option(
      names = "--host",
      paramLabel = "NAME",
      defaultValue = "localhost",
      description =
          "Name or address to listen at; ${DEFAULT-VALUE} if not given. 0.0.0.0 is every address of this machine: who reaches it can read and change all of the store.")
  private String host;

  @Mixin private VerboseOption verbose;

  private String path;

  /** The port that was asked for. */
  abstract int port();

  /**
   * Starts the gateway.
   *
   * @param conf leads to the store; the gateway may add its own settings
   */
  abstract Gateway start(Configuration conf, String host, int port) throws IOException;

  @Override
  public final Integer call() throws IOException, InterruptedException {
    Logging.configure(verbose.given());
    check();
    path = store.given().orElse(DEFAULT_STORE);
    create.requireStore(path);
    Configuration conf = configuration();
    try (StopSignal signal = StopSignal.listen()) {
      serve(conf, signal);
      println("Stopped; the store is closed.");
      return 0;
    }
  }

  private Configuration configuration() {
    // For configurations that HBase's classes make for themselves.
    Configuration.addDefaultResource(DEFAULTS);
    Configuration conf = Rowan.configuration(path);
    useDefaults(conf);
    return conf;
  }

  /**
   * Puts the defaults of a gateway over those of HBase, whose file is loaded after every default
   * resource. What anybody else has set stays.
   */
  static void useDefaults(Configuration conf) {
    Configuration defaults = new Configuration(false);
    defaults.addResource(DEFAULTS);
    for (Map.Entry<String, String> each : defaults) {
      String[] sources = conf.getPropertySources(each.getKey());
      if (sources == null || sources[sources.length - 1].endsWith(HBASE_DEFAULTS)) {
        conf.set(each.getKey(), each.getValue());
      }
    }
  }

  private void serve(Configuration conf, StopSignal signal)
      throws IOException, InterruptedException {
    String at = store(); // asked now, since the directory of a lost store may be gone
    try (Connection store = ConnectionFactory.createConnection(conf);
        Gateway gateway = listen(store.getConfiguration())) {
      println(
          "Serving %s at %s%s:%d".formatted(at, gateway.scheme(), urlHost(host), gateway.port()));
      println("Stop with Ctrl-C, or: kill " + ProcessHandle.current().pid());
      if (StandardOutput.ofProcess().loss().isPresent()) {
        return; // nobody was told where it serves; CommandRunner says so
      }
      while (!signal.await(Duration.ofSeconds(1))) {
        gateway.tick();
        if (store.isAborted()) {
          throw FatalEnd.now("the store at " + at + " is lost to another process", null);
        }
      }
    }
  }

  private void check() {
    if (port() < 0 || port() > MAX_PORT) {
      throw refused(
          "--port " + port() + " is not a port: 1 to " + MAX_PORT + ", or 0 for any free one");
    }
    try {
      InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw refused("--host " + host + " is no name or address that this machine knows");
    }
  }

  private Gateway listen(Configuration conf) throws IOException {
    try {
      return start(conf, host, port());
    } catch (IOException e) {
      throw explained(e);
    }
  }

  /** The same failure, in words about the address if that is what it is about. */
  private IOException explained(IOException failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof BindException) {
        String message =
            "cannot listen at %s:%d: %s; --port and --host choose another address"
                .formatted(host, port(), each.getMessage());
        return new IOException(message, failure);
      }
    }
    return failure;
  }

  private void println(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }

  /** The store as its user would look for it. */
  private String store() throws IOException {
    return StorePath.isInMemory(path)
        ? path + " (in memory: gone when this stops)"
        : new LocalFileSystem().named(Path.of(path)).toString();
  }

  /** An address with colons in it stands in brackets before a port. */
  private static String urlHost(String host) {
    return host.indexOf(':') >= 0 ? "[" + host + "]" : host;
  }

  private ParameterException refused(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
