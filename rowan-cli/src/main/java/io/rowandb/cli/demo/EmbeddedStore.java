package io.rowandb.cli.demo;

import io.rowandb.client.Rowan;
import io.rowandb.client.SharedStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** The one place of the demo that says where the tables are: in a directory, in this process. */
final class EmbeddedStore {
  private EmbeddedStore() {}

  /** Opens the store in {@code directory}, or makes one there. */
  static Connection open(Path directory) throws IOException {
    return ConnectionFactory.createConnection(Rowan.configuration(directory.toString()));
  }

  /** How long the engine took to open the store, which must be open in this process. */
  static long engineOpenMillis(Path directory) throws IOException {
    try (SharedStore store = SharedStore.acquire(Rowan.configuration(directory.toString()))) {
      return store.database().stats().openMillis();
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
