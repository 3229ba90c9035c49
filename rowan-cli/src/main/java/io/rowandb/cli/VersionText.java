package io.rowandb.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import org.apache.hadoop.hbase.util.VersionInfo;
import picocli.CommandLine.IVersionProvider;

/**
 * Which Rowan, which HBase client, which Java: what {@code version} and {@code --version} print.
 */
final class VersionText implements IVersionProvider {
  @Override
  public String[] getVersion() throws IOException {
    return new String[] {
      "Rowan         " + rowanVersion(),
      "HBase client  " + VersionInfo.getVersion(),
      "Java          " + Runtime.version() + " (" + System.getProperty("java.vm.vendor", "?") + ")"
    };
  }

  /** The project's version, which the build writes into version.properties. */
  private static String rowanVersion() throws IOException {
    Properties properties = new Properties();
    try (InputStream in = VersionText.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    }
    return properties.getProperty("version");
  }
}
