package io.rowandb.engine;

import io.rowandb.engine.io.FileSystem;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/** The one truth about what exists in a database directory. */
final class Manifest implements Closeable {
  private Manifest() {}

  /**
   * Reads the manifest of a database directory, or makes a database of an empty or missing one
   * (with the namespaces {@code default} and {@code hbase}). The caller holds the directory's lock.
   *
   * @param idIfNew the id of a database made now
   */
  static Manifest open(FileSystem fileSystem, Path directory, UUID idIfNew) throws IOException {
    throw new UnsupportedOperationException("not built yet");
  }

  /** What exists now. A volatile read. */
  Catalog catalog() {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Makes all edits durable as one, then visible; returns the catalog with them. */
  Catalog append(List<ManifestEdit> edits) throws IOException {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Bytes at the manifest's end that belong to an edit which was never acknowledged. */
  long tornBytes() {
    throw new UnsupportedOperationException("not built yet");
  }

  @Override
  public void close() throws IOException {
    throw new UnsupportedOperationException("not built yet");
  }
}
