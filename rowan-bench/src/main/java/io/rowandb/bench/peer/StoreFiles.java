package io.rowandb.bench.peer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The store files of a table in HBase's directory layout: table/region/family/file. */
final class StoreFiles {
  private StoreFiles() {}

  /** The files of the one family under {@code tableDirectory}; none when it does not exist. */
  static List<Path> under(Path tableDirectory) throws IOException {
    if (!Files.isDirectory(tableDirectory)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.walk(tableDirectory, 3)) {
      return paths
          .filter(
              p ->
                  tableDirectory.relativize(p).getNameCount() == 3
                      && p.getParent().endsWith(DriverOptions.FAMILY)
                      && !p.getFileName().toString().startsWith("."))
          .toList();
    }
  }
}
