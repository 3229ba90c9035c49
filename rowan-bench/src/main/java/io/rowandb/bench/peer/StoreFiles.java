package io.rowandb.bench.peer;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The store files of a table in HBase's directory layout: table/region/family/file. A store may
 * create and delete files meanwhile.
 */
final class StoreFiles {
  private StoreFiles() {}

  /** The files of the one family under {@code tableDirectory}; none when it does not exist. */
  static List<Path> under(Path tableDirectory) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path region : entries(tableDirectory)) {
      for (Path file : entries(region.resolve(DriverOptions.FAMILY))) {
        if (!file.getFileName().toString().startsWith(".")) {
          files.add(file);
        }
      }
    }
    return files;
  }

  /** How long they are together. */
  static long bytesUnder(Path tableDirectory) throws IOException {
    long bytes = 0;
    for (Path file : under(tableDirectory)) {
      bytes += bytes(file);
    }
    return bytes;
  }

  private static long bytes(Path file) throws IOException {
    try {
      return Files.size(file);
    } catch (NoSuchFileException e) {
      return 0; // deleted since it was listed
    }
  }

  /** By their names alone: what an entry is cannot be asked when it is gone. */
  private static List<Path> entries(Path directory) throws IOException {
    List<Path> entries = new ArrayList<>();
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
        stream.forEach(entries::add);
      }
    }
    return entries;
  }
}
