package io.rowandb.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A gateway in a process of its own, and what it has printed so far, with its errors. */
final class GatewayProcess implements AutoCloseable {
  static final int SIGINT_CODE = 130;
  static final int SIGTERM_CODE = 143;

  private static final Pattern SERVING = Pattern.compile("Serving .* at \\S+:([0-9]+)");

  private final Process process;
  private final BufferedReader output;
  private final StringBuilder text = new StringBuilder();

  private GatewayProcess(Process process) {
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
  }

  /** Starts {@code ./rowan} with these arguments; of its Java options there are none. */
  static GatewayProcess start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Gateways.class.getName());
    command.addAll(List.of(arguments));
    return new GatewayProcess(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  /** Waits until it listens. */
  int port() throws IOException {
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      text.append(line).append('\n');
      Matcher serving = SERVING.matcher(line);
      if (serving.matches()) {
        return Integer.parseInt(serving.group(1));
      }
    }
    throw new AssertionError("it ended without listening: " + text);
  }

  /** Waits until it ends; all that it printed. */
  String readToEnd() throws IOException {
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      text.append(line).append('\n');
    }
    return text.toString();
  }

  void signal(String name) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-" + name, "" + process.pid()).start();
    assertThat(kill.waitFor()).isZero();
  }

  /** Its exit code; it must be about to end. */
  int code() throws InterruptedException {
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return process.exitValue();
  }

  long pid() {
    return process.pid();
  }

  /** Ends it the hard way, if it has not ended. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
