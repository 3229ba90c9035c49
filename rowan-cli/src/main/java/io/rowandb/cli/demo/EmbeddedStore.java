package io.rowandb.cli.demo;

import io.rowandb.client.Rowan;
import io.rowandb.client.store.SharedStore;
import io.rowandb.engine.stats.DatabaseStats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * The only place in the demo that determines where the tables are: in a directory, in this process.
 */
final class EmbeddedStore {
  private EmbeddedStore() {}

  /** Opens the store in {@code directory}, or makes one there. */
  static Connection open(Path directory) throws IOException {
    return ConnectionFactory.createConnection(Rowan.configuration(directory.toString()));
  }

  /**
   * What the engine alone needed so far.
   *
   * @param openMillis to open the store, recovery included
   * @param schemaMillis to make namespaces and tables
   */
  record EngineTimes(long openMillis, long schemaMillis) {}

  /** What the engine needed for the store, which must be open in this process. */
  static EngineTimes engineTimes(Path directory) throws IOException {
    try (SharedStore store = SharedStore.acquire(Rowan.configuration(directory.toString()))) {
      DatabaseStats stats = store.database().stats();
      return new EngineTimes(stats.openMillis(), stats.schemaMillis());
    }
  }

  /** Bytes of all files below {@code directory}. */
  static long bytesOnDisk(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      long bytes = 0;
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        bytes += Files.size(file);
      }
      return bytes;
    }
  }
}
