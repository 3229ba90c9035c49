package io.rowandb.cli;

import io.rowandb.cli.terminal.StandardOutput;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Where a command serves a store, and how it goes on until it is told to stop. The port is the
 * command's own, as each has another one.
 */
public final class ListenOptions {
  private static final int MAX_PORT = 65_535;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--host",
      paramLabel = "NAME",
      defaultValue = "localhost",
      description =
          "Name or address to listen at; ${DEFAULT-VALUE} if not given. 0.0.0.0 is every address of this machine: anyone who can reach it can read all of it and write.")
  private String host;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "One more name by which clients may ask for it; may be repeated.")
  private List<String> names = List.of();

  /** For picocli. */
  public ListenOptions() {}

  /** Refuses what no server can listen at. */
  public void check(int port) {
    if (port < 0 || port > MAX_PORT) {
      throw refused(
          "--port " + port + " is not a port: 1 to " + MAX_PORT + ", or 0 for any free one");
    }
    try {
      InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw refused("--host " + host + " is no name or address that this machine knows");
    }
  }

  /** A name or an address of this machine. */
  public String host() {
    return host;
  }

  /** Other names. */
  public Set<String> names() {
    return Set.copyOf(names);
  }

  /**
   * Says where it serves, and comes back when it is told to stop, or when nobody could be told.
   *
   * @param store for people; asked before, as the directory of a lost store may be gone
   * @param port at which it listens
   */
  public void serve(Connection connection, String store, int port, StopSignal signal)
      throws IOException, InterruptedException {
    String name = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    println("Serving %s at http://%s:%d".formatted(store, name, port));
    println("Stop with Ctrl-C, or: kill " + ProcessHandle.current().pid());
    if (StandardOutput.ofProcess().loss().isPresent()) {
      return; // nobody was told where it serves; CommandRunner says so
    }
    while (!signal.await(Duration.ofSeconds(1))) {
      if (connection.isAborted()) {
        throw FatalEnd.now("the store at " + store + " is lost to another process", null);
      }
    }
  }

  /** Behind {@link #serve}, when all is closed. */
  public void sayStopped() {
    println("Stopped; the store is closed.");
  }

  private void println(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }

  private ParameterException refused(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
