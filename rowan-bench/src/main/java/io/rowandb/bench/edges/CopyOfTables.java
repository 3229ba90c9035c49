package io.rowandb.bench.edges;

import io.rowandb.engine.catalog.Catalog;
import io.rowandb.engine.catalog.TablesCopy;
import io.rowandb.engine.io.LocalFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Measures rewriting the copy of a store's manifest, as every change of tables does. */
final class CopyOfTables {
  private static final int WRITES = 21;

  private final Path store;

  CopyOfTables(Path store) {
    this.store = store;
  }

  long bytes() throws IOException {
    return Files.size(store.resolve(TablesCopy.NAME));
  }

  /** The median of some; the same bytes again, forced, in the place of the old ones. */
  double writeMillis() throws IOException {
    LocalFileSystem files = new LocalFileSystem();
    Catalog catalog = TablesCopy.read(files, store);
    double[] millis = new double[WRITES];
    for (int i = 0; i < WRITES; i++) {
      long begin = System.nanoTime();
      if (!TablesCopy.replace(files, store, catalog)) {
        throw new IOException("TABLES of " + store + " cannot be written");
      }
      millis[i] = (System.nanoTime() - begin) / 1e6;
    }
    Arrays.sort(millis);
    return millis[WRITES / 2];
  }
}
