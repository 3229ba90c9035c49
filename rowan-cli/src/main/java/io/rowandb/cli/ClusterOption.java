package io.rowandb.cli;

import io.rowandb.cli.source.SiteFile;
import io.rowandb.client.Rowan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Option;

/** For commands that work on a store as on a cluster: which of them. */
public final class ClusterOption {
  @Option(
      names = "--cluster",
      paramLabel = "FILE",
      description = "Instead of a store, the cluster that this hbase-site.xml is of.")
  private Path cluster;

  /** For picocli. */
  public ClusterOption() {}

  /** The file that was given, if one was. */
  public Optional<Path> given() {
    return Optional.ofNullable(cluster);
  }

  /**
   * How the store or the cluster is reached.
   *
   * @throws IOException when there is no store
   */
  public Configuration configuration(StorePath store, CreateOption create) throws IOException {
    Optional<String> path = store.given();
    if (path.isPresent() == (cluster != null)) {
      throw store.refused("give the directory of a store, or --cluster and its hbase-site.xml");
    }
    if (path.isPresent()) {
      create.requireStore(path.get());
      return Rowan.configuration(path.get());
    }
    try {
      return SiteFile.configuration(cluster);
    } catch (IllegalArgumentException e) {
      throw store.refused(e.getMessage());
    }
  }
}
