package io.rowandb.cli.systems;

import io.rowandb.cli.ClusterOption;
import io.rowandb.cli.CreateOption;
import io.rowandb.cli.StorePath;
import io.rowandb.cli.WorkDirectory;
import io.rowandb.engine.io.LocalFileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import picocli.CommandLine.Mixin;

/** Where the tables of a system are: in a store or on a cluster. */
public final class SystemStore {
  @Mixin private StorePath store;

  @Mixin private ClusterOption cluster;

  /** For picocli. */
  public SystemStore() {}

  /**
   * Connects, for a command that makes no store.
   *
   * @return to be closed
   * @throws IOException when there is no store
   */
  public Connection connect() throws IOException {
    return connect(new CreateOption());
  }

  /**
   * Connects.
   *
   * @return to be closed
   * @throws IOException when there is no store, and none may be made
   */
  public Connection connect(CreateOption create) throws IOException {
    return ConnectionFactory.createConnection(cluster.configuration(store, create));
  }

  /**
   * Where a load by sorted files sorts: outside of the store, which is one on disk.
   *
   * @param given null for PATH.load
   */
  public Path workDirectory(Path given) throws IOException {
    Optional<String> path = store.given().filter(name -> !StorePath.isInMemory(name));
    if (path.isEmpty()) {
      throw store.refused("--bulk needs PATH, the directory of a store");
    }
    try {
      return WorkDirectory.of(Path.of(path.get()), given);
    } catch (IllegalArgumentException e) {
      throw store.refused(e.getMessage());
    }
  }

  /** What it is, for people: where its user would look for it. */
  public String describe() throws IOException {
    if (cluster.given().isPresent()) {
      return "the cluster of " + cluster.given().get();
    }
    String path = store.given().orElseThrow();
    return StorePath.isInMemory(path)
        ? path + " (in memory: gone when this stops)"
        : new LocalFileSystem().named(Path.of(path)).toString();
  }
}
