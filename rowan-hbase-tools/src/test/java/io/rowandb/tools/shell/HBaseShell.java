package io.rowandb.tools.shell;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.jruby.embed.LocalContextScope;
import org.jruby.embed.LocalVariableBehavior;
import org.jruby.embed.ScriptingContainer;

/**
 * HBase's shell, unmodified, in this process. It is started once, which takes seconds, and opened
 * on many stores. Used by one thread.
 */
final class HBaseShell implements AutoCloseable {
  private static final String DRIVER = "/judge/driver.rb";

  private final ScriptingContainer ruby =
      new ScriptingContainer(LocalContextScope.SINGLETHREAD, LocalVariableBehavior.TRANSIENT);

  /** Ruby's class that drives the shell. */
  private final Object driver;

  /** Starts Ruby, and loads the shell. */
  HBaseShell() throws IOException {
    try (InputStream script = HBaseShell.class.getResourceAsStream(DRIVER)) {
      driver = ruby.runScriptlet(new String(script.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  /** The names of all commands, with their aliases, that its help lists. */
  List<String> commands() {
    return List.of(
        ruby.callMethod(driver, "commands", String.class)
            .split(" ", -1)); // one text needs no types
  }

  /** The groups in which its help lists them, and the commands of each. */
  Map<String, List<String>> groups() {
    Map<String, List<String>> groups = new TreeMap<>();
    for (String line : ruby.callMethod(driver, "groups", String.class).split("\n", -1)) {
      String[] parts = line.split(": ", 2);
      groups.put(parts[0], List.of(parts[1].split(" ", -1)));
    }
    return groups;
  }

  /** A shell on what a configuration leads to. */
  ShellUnderTest open(Configuration conf) {
    Object shell = ruby.callMethod(driver, "new", conf);
    return new ShellUnderTest() {
      @Override
      public String run(String command, String answers) {
        return ruby.callMethod(shell, "run", new Object[] {command, answers}, String.class);
      }

      @Override
      public void close() {
        ruby.callMethod(shell, "close");
      }
    };
  }

  @Override
  public void close() {
    ruby.terminate();
  }
}
