package io.rowandb.cli.demo;

import io.rowandb.cli.source.GzipLines;
import io.rowandb.cli.source.LineSource;
import io.rowandb.cli.source.ListedLines;
import io.rowandb.cli.source.SourceException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads the files of a data set one after the other, without their headings. One thread; at most
 * one file is open, until it is read or the reader is closed.
 */
final class RecordReader implements Closeable {
  // Fixed at construction.
  private final List<SourceFile> files;
  private final Optional<Path> data;
  private final long[] weights;
  private final long totalWeight;

  // Written by the one thread that reads.
  private int file = -1;
  private int number;
  private long finishedWeight;
  private LineSource source;

  /**
   * Nothing is read yet.
   *
   * @param data the directory with the files, or nothing for the sample
   */
  RecordReader(DataSet set, Optional<Path> data) throws SourceException {
    this.files = set.files();
    this.data = data;
    this.weights = new long[files.size()];
    long total = 0;
    for (int i = 0; i < weights.length; i++) {
      weights[i] = weight(files.get(i));
      total += weights[i];
    }
    this.totalWeight = total;
  }

  /** The next record, or null after the last. */
  SourceLine next() throws IOException {
    while (true) {
      if (source == null && !openNextFile()) {
        return null;
      }
      String line = source.nextLine();
      if (line != null) {
        return new SourceLine(file, number++, line);
      }
      close();
      finishedWeight += weights[file];
    }
  }

  /** About how much of all files was read, 0 to 1. */
  double fraction() {
    double open = source == null ? 0 : source.fraction() * weights[file];
    return totalWeight == 0 ? 1 : (finishedWeight + open) / totalWeight;
  }

  /** Says where {@code line} stands, for a message. */
  String place(SourceLine line) {
    SourceFile f = files.get(line.file());
    String name = fromProgram(f) ? "generated sample" : data.orElseThrow().resolve(f.path()) + "";
    return name + ", line " + (line.number() + 1 + f.headingLines());
  }

  /** What is read: the names and sizes of the files, so that another selection is noticed. */
  String describe() {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < weights.length; i++) {
      SourceFile f = files.get(i);
      parts.add(fromProgram(f) ? "generated" : f.path() + " (" + weights[i] + " bytes)");
    }
    return String.join(", ", parts);
  }

  @Override
  public void close() throws IOException {
    if (source != null) {
      source.close();
      source = null;
    }
  }

  private boolean openNextFile() throws IOException {
    if (file + 1 == files.size()) {
      return false;
    }
    SourceFile next = files.get(++file);
    number = 0;
    source =
        fromProgram(next)
            ? new ListedLines(next.sample().get())
            : GzipLines.open(data.orElseThrow().resolve(next.path()));
    for (int i = 0; i < next.headingLines(); i++) {
      if (source.nextLine() == null) {
        throw new SourceException(next.path() + ": ends before its line of column names");
      }
    }
    return true;
  }

  private boolean fromProgram(SourceFile f) {
    return f.builtIn() || data.isEmpty();
  }

  private long weight(SourceFile f) throws SourceException {
    if (fromProgram(f)) {
      return f.sample().get().size();
    }
    Path path = data.orElseThrow().resolve(f.path());
    try {
      return Files.size(path);
    } catch (IOException e) {
      throw new SourceException(
          path + ": cannot be read (" + e.getClass().getSimpleName() + ")", e);
    }
  }
}
