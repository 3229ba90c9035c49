package io.rowandb.testkit.crash;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What one writing thread tries and what was acknowledged to it, in a file that survives the death
 * of its process: each line is one system call, and nothing waits in the process.
 *
 * <pre>
 * t NUMBER +ROW -ROW ...   about to put NUMBER into rows, and to delete rows
 * l NUMBER +ROW -ROW | +ROW ...
 *                          about to load files that put NUMBER into rows and delete rows; those
 *                          without a bar between them come together
 * i ROW                    about to increment a counter by one
 * a                        the rows of the line before are acknowledged
 * a VALUE                  the increment is, with this answer
 * </pre>
 *
 * A line counts when its newline is there. Used by one thread.
 */
final class AckFile implements Closeable {
  /** What the lines begin with. */
  static final String TRY = "t ";

  static final String LOAD = "l ";
  static final String BAR = "|";
  static final String INCREMENT = "i ";
  static final String ACKNOWLEDGED = "a";

  private final FileOutputStream file;

  AckFile(Path path) throws IOException {
    this.file = new FileOutputStream(path.toFile(), true);
  }

  /** Which file a thread of a round writes. */
  static Path path(Path directory, long round, int thread) {
    return directory.resolve(round + "-" + thread + ".txt");
  }

  void trying(long number, Iterable<RowChange> changes) throws IOException {
    StringBuilder line = new StringBuilder(TRY).append(number);
    for (RowChange change : changes) {
      line.append(' ').append(change);
    }
    write(line.toString());
  }

  void loading(long number, List<List<RowChange>> parts) throws IOException {
    List<String> words = new ArrayList<>();
    for (List<RowChange> part : parts) {
      words.add(part.stream().map(RowChange::toString).collect(Collectors.joining(" ")));
    }
    write(LOAD + number + " " + String.join(" " + BAR + " ", words));
  }

  void incrementing(String counter) throws IOException {
    write(INCREMENT + counter);
  }

  void acknowledged() throws IOException {
    write(ACKNOWLEDGED);
  }

  void acknowledged(long value) throws IOException {
    write(ACKNOWLEDGED + " " + value);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private void write(String line) throws IOException {
    file.write((line + "\n").getBytes(US_ASCII));
  }
}
