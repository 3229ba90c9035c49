package io.rowandb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * A command in a process of its own, and what it has printed so far, with its errors. Used by one
 * thread.
 *
 * <p>It hears SIGINT and SIGHUP also where the tests do not: a shell lets its background jobs
 * ignore the first, {@code nohup} the other, what they start inherits that, and a Java process
 * leaves it so.
 */
public final class CommandProcess implements AutoCloseable {
  /** Its exit code after SIGINT. */
  public static final int SIGINT_CODE = 130;

  /** Its exit code after SIGKILL. */
  public static final int SIGKILL_CODE = 137;

  /** Its exit code after SIGTERM. */
  public static final int SIGTERM_CODE = 143;

  /** More than any command prints. */
  private static final int MAX_TEXT = 1 << 20;

  private static final String CHECK = "rowan.check.on.close";

  /** Makes a command that is behind it hear these signals. */
  static final List<String> HEARING = List.of("env", "--default-signal=HUP,INT");

  /** SIGHUP has number 1, SIGINT 2: the first two bits of a set of signals. */
  private static final long SIGNAL_BITS = 3;

  private final Process process;
  private final BufferedReader output;
  private final StringBuilder text = new StringBuilder();

  private CommandProcess(Process process, BufferedReader output) {
    this.process = process;
    this.output = output;
  }

  /**
   * Starts a main class of the class path; of Java options there are none, but that the store it
   * leaves is checked as in this process, and that it compiles in haste, as it lives for seconds.
   */
  public static CommandProcess start(Class<?> main, List<String> arguments) throws IOException {
    return start(main, List.of(), arguments);
  }

  /** The same with more Java options. */
  public static CommandProcess start(Class<?> main, List<String> options, List<String> arguments)
      throws IOException {
    Process process =
        new ProcessBuilder(command(main, options, arguments)).redirectErrorStream(true).start();
    return new CommandProcess(process, process.inputReader(StandardCharsets.UTF_8));
  }

  /** One whose standard output is a file; what is read of it are its errors, in no language. */
  public static CommandProcess startInto(Path file, Class<?> main, List<String> arguments)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command(main, List.of(), arguments)).redirectOutput(file.toFile());
    builder.environment().put("LC_ALL", "C");
    Process process = builder.start();
    return new CommandProcess(process, process.errorReader(StandardCharsets.UTF_8));
  }

  private static List<String> command(Class<?> main, List<String> options, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    if (ignoresSignals()) {
      command.addAll(HEARING);
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-XX:+UseSerialGC");
    command.add("-D" + CHECK + "=" + System.getProperty(CHECK));
    command.addAll(options);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(arguments);
    return command;
  }

  /** Where there is no such file, nobody is known to ignore it. */
  static boolean ignoresSignals() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return false;
    }
    String mask = "SigIgn:";
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith(mask))
        .mapToLong(line -> Long.parseUnsignedLong(line.substring(mask.length()).strip(), 16))
        .anyMatch(ignored -> (ignored & SIGNAL_BITS) != 0);
  }

  /** Waits for such a line, and returns it. */
  public String readTo(Predicate<String> wanted) throws IOException {
    String line = read();
    while (line != null && !wanted.test(line)) {
      line = read();
    }
    assertThat(line).as("it ended without the line that was waited for: %s", text).isNotNull();
    return line;
  }

  /** Waits until it ends; all that it printed. */
  public String readToEnd() throws IOException {
    while (read() != null) {
      assertThat(text.length()).isLessThan(MAX_TEXT);
    }
    return text.toString();
  }

  /** Waits until it ends; the lines that were wanted of what it printed, however much that was. */
  public List<String> readToEnd(Predicate<String> wanted) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (wanted.test(line)) {
        lines.add(line);
      }
    }
    return lines;
  }

  private String read() throws IOException {
    String line = output.readLine();
    if (line != null) {
      text.append(line).append('\n');
    }
    return line;
  }

  /** Sends it a signal. */
  public void signal(String name) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-" + name, "" + process.pid()).start();
    assertThat(kill.waitFor()).isZero();
  }

  /** Its exit code; it must be about to end. */
  public int code() throws InterruptedException {
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return process.exitValue();
  }

  /** Whether it has not ended. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Its number. */
  public long pid() {
    return process.pid();
  }

  /** Ends it the hard way, if it has not ended. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
