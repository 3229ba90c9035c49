package io.rowandb.engine.compaction;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.storefile.StoreFileInfo;
import io.rowandb.engine.storefile.StoreFileWriter;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The files that a flush or compaction writes at the same time, one for each time span that has
 * cells. If it is closed before {@link #finish} has returned, it leaves no file. Used by one
 * thread.
 */
final class SpanWriters implements AutoCloseable {
  // Fixed at construction.
  private final RewriteOutput output;

  /** By span, oldest first; null where no cell was met. */
  private final StoreFileWriter[] writers;

  private long bytesWritten;

  /** Files that are whole, until {@link #finish} returns all. */
  private final List<StoreFileInfo> finished = new ArrayList<>();

  private boolean done;

  SpanWriters(RewriteOutput output) {
    this.output = output;
    this.writers = new StoreFileWriter[output.boundaries().size() + 1];
  }

  void append(Cell cell) throws IOException {
    int span =
        writers.length == 1
            ? 0
            : DateTieredCompactionPolicy.window(output.boundaries(), cell.timestamp());
    StoreFileWriter writer = writers[span];
    if (writer == null) {
      writer =
          StoreFileWriter.create(
              output.fileSystem(), output.newPath().next(), output.options(), output.nowMillis());
      writers[span] = writer;
    }
    long before = writer.bytesWritten();
    writer.append(cell);
    bytesWritten += writer.bytesWritten() - before;
  }

  /** Bytes of all files so far. */
  long bytesWritten() {
    return bytesWritten;
  }

  /** Finishes and forces the files, oldest span first. */
  List<StoreFileInfo> finish() throws IOException {
    for (StoreFileWriter writer : writers) {
      if (writer != null) {
        finished.add(writer.finish(output.maxSequence(), output.allFiles()));
      }
    }
    done = true;
    return List.copyOf(finished);
  }

  @Override
  public void close() throws IOException {
    List<Closeable> ends = new ArrayList<>();
    for (StoreFileWriter writer : writers) {
      if (writer != null) {
        ends.add(writer);
      }
    }
    if (!done) {
      finished.forEach(file -> ends.add(() -> output.fileSystem().delete(file.path())));
    }
    closeAll(ends);
  }

  /** All of them, also when one fails. */
  private static void closeAll(List<Closeable> ends) throws IOException {
    Throwable failure = null;
    for (Closeable end : ends) {
      try {
        end.close();
      } catch (IOException | RuntimeException | Error e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure instanceof IOException io) {
      throw io;
    }
    if (failure instanceof RuntimeException runtime) {
      throw runtime;
    }
    if (failure instanceof Error error) {
      throw error;
    }
  }
}
