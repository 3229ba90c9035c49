package io.rowandb.cli.designcheck;

import io.rowandb.cli.ClusterOption;
import io.rowandb.cli.source.SiteFile;
import io.rowandb.client.Rowan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A table that is there, with its rows, instead of a file. */
final class TableOptions {
  @Option(
      names = "--table",
      paramLabel = "NAME",
      description =
          "Takes this table of --path or --cluster: its rows, by the design that it keeps, or by --class; of others the key is bytes. Nothing is changed.")
  private String table;

  @Option(names = "--path", paramLabel = "PATH", description = "The store that has the table.")
  private String path;

  @Mixin private ClusterOption cluster;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Chooses where a large table is read; ${DEFAULT-VALUE}.")
  private long seed;

  /** Whether a table is named. */
  boolean isGiven() {
    return table != null;
  }

  /** Whether a place is given, which needs a table. */
  boolean hasPlace() {
    return path != null || cluster.given().isPresent();
  }

  /** The table's name. */
  TableName name() {
    return TableName.valueOf(table);
  }

  /** Where a large table is read. */
  long seed() {
    return seed;
  }

  /** The file that says where the cluster is, if one is given. */
  Optional<Path> file() {
    return cluster.given();
  }

  /** The directory of the store, if one is given. */
  Optional<Path> directory() {
    return Optional.ofNullable(path).map(Path::of);
  }

  /** How the store or the cluster is reached. */
  Configuration configuration(DesignInput input) throws IOException {
    Optional<Path> site = cluster.given();
    if (site.isPresent() == (path != null)) {
      throw input.refused("--table needs --path and a store, or --cluster and its hbase-site.xml");
    }
    if (site.isEmpty()) {
      requireStore(input, Path.of(path));
      return Rowan.configuration(path);
    }
    try {
      return SiteFile.configuration(site.get());
    } catch (IllegalArgumentException e) {
      throw input.refused(e.getMessage());
    }
  }

  /** Opening another directory would make a store there. */
  private static void requireStore(DesignInput input, Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      throw input.refused(directory + " is no directory of a store");
    }
    try (Stream<Path> files = Files.list(directory)) {
      if (files.findAny().isEmpty()) {
        throw input.refused(directory + " is empty, and no store");
      }
    }
  }
}
