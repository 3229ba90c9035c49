package io.rowandb.gateway;

import io.rowandb.cli.CommandProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A gateway in a process of its own, as {@code ./rowan} starts it. */
final class GatewayProcess implements AutoCloseable {
  static final int SIGINT_CODE = CommandProcess.SIGINT_CODE;
  static final int SIGTERM_CODE = CommandProcess.SIGTERM_CODE;

  private static final Pattern SERVING = Pattern.compile("Serving .* at \\S+:([0-9]+)");

  private final CommandProcess process;

  private GatewayProcess(CommandProcess process) {
    this.process = process;
  }

  static GatewayProcess start(String... arguments) throws IOException {
    return new GatewayProcess(CommandProcess.start(Gateways.class, creating(arguments)));
  }

  /** One with Java options. */
  static GatewayProcess startWith(List<String> options, String... arguments) throws IOException {
    return new GatewayProcess(CommandProcess.start(Gateways.class, options, creating(arguments)));
  }

  /**
   * One of REST, at any port, that an administrator has set up.
   *
   * @param directory where its hbase-site.xml comes to be
   */
  static GatewayProcess startRest(Path directory, Map<String, ?> settings, String store)
      throws IOException {
    StringBuilder site = new StringBuilder("<configuration>");
    settings.forEach(
        (name, value) ->
            site.append("<property><name>" + name + "</name><value>" + value + "</value>")
                .append("</property>"));
    Files.writeString(directory.resolve("hbase-site.xml"), site.append("</configuration>"));
    return startWith(
        List.of("-Xbootclasspath/a:" + directory), "rest", "--port=0", "--path=" + store);
  }

  /** One with a temporary directory of its own. */
  static GatewayProcess start(Path temporary, String... arguments) throws IOException {
    return new GatewayProcess(
        CommandProcess.start(
            Gateways.class, List.of("-Djava.io.tmpdir=" + temporary), creating(arguments)));
  }

  /** Stores of tests are new, most of them. */
  private static List<String> creating(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--create");
    return all;
  }

  /** Waits until it listens. */
  int port() throws IOException {
    Matcher serving = SERVING.matcher("");
    String line = process.readTo(each -> serving.reset(each).matches());
    assert line != null : "it was waited for";
    return Integer.parseInt(serving.group(1));
  }

  String readToEnd() throws IOException {
    return process.readToEnd();
  }

  List<String> readToEnd(Predicate<String> wanted) throws IOException {
    return process.readToEnd(wanted);
  }

  void signal(String name) throws IOException, InterruptedException {
    process.signal(name);
  }

  int code() throws InterruptedException {
    return process.code();
  }

  long pid() {
    return process.pid();
  }

  @Override
  public void close() {
    process.close();
  }
}
