package io.rowandb.engine.bulk;

import io.rowandb.engine.bulk.SortProgress.NotedFile;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.storefile.StoreFileWriter;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes runs, each with the cells of one family in their order. Its only state is where it writes;
 * safe for use by many threads.
 */
final class RunWriter {
  /** Gives the cells of a run, in their order. */
  interface Cells {
    void writeTo(RunMerge.Target run) throws IOException;
  }

  // Fixed at construction.
  private final FileSystem fileSystem;
  private final SortDirectory directory;
  private final BulkSortOptions options;

  RunWriter(FileSystem fileSystem, SortDirectory directory, BulkSortOptions options) {
    this.fileSystem = fileSystem;
    this.directory = directory;
    this.options = options;
  }

  /** What is to be noted of a run that was written. */
  NotedFile noted(String family, String name) throws IOException {
    return NotedFile.of(fileSystem, directory.runs(family).resolve(name));
  }

  /** Writes a run, on disk when this returns, though not noted; after a failure it is not there. */
  void write(String family, String name, Cells cells) throws IOException {
    Path parent = directory.runs(family);
    try (StoreFileWriter writer =
        StoreFileWriter.create(
            fileSystem,
            parent.resolve(name),
            options.runOptions(family),
            options.createdMillis())) {
      cells.writeTo(writer::append);
      writer.finish(0, /* majorCompaction= */ false);
    }
    fileSystem.forceDirectory(parent);
  }
}
