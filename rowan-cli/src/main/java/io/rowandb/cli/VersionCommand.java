package io.rowandb.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.util.VersionInfo;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./rowan version}: which Rowan, which HBase client, which Java. */
@Command(name = "version", description = "Prints the versions of Rowan, HBase's client and Java.")
final class VersionCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    out.printf("Rowan         %s%n", rowanVersion());
    out.printf("HBase client  %s%n", VersionInfo.getVersion());
    out.printf(
        "Java          %s (%s)%n", Runtime.version(), System.getProperty("java.vm.vendor", "?"));
    return 0;
  }

  /** The project's version, which the build writes into version.properties. */
  private static String rowanVersion() throws IOException {
    Properties properties = new Properties();
    try (InputStream in = VersionCommand.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    }
    return properties.getProperty("version");
  }
}
