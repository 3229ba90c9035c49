package io.rowandb.cli.source;

import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;

/** An {@code hbase-site.xml}, which says where a cluster is. No instances. */
public final class SiteFile {
  private SiteFile() {}

  /**
   * HBase's settings with those of a file.
   *
   * @throws IllegalArgumentException when it cannot be read or is another file, naming it
   */
  public static Configuration configuration(Path file) {
    Optional<String> fault = FileFault.ofReading(file);
    if (fault.isPresent()) {
      throw new IllegalArgumentException(fault.get());
    }
    Configuration configuration = HBaseConfiguration.create();
    try {
      configuration.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
      configuration.size(); // it is read when it is first asked, at the latest
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(file + " is no hbase-site.xml: " + reason(e), e);
    }
    return configuration;
  }

  private static String reason(Throwable failure) {
    Throwable last = failure;
    while (last.getCause() != null) {
      last = last.getCause();
    }
    return String.valueOf(last.getMessage()).replaceAll("\\s+", " ");
  }
}
