package io.rowandb.cli.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * How much of some files is read, for progress.
 *
 * @param files in the order in which they are read
 */
record ReadFraction(List<Path> files) {
  /** About what text unpacks to. */
  private static final int USUAL_GZIP_FACTOR = 4;

  /**
   * From 0 to 1.
   *
   * @param file the index of the file at hand; that behind the last one at the end
   * @param position how much of it is read, unpacked
   */
  double until(int file, long position) throws IOException {
    double done = 0;
    double all = 0;
    for (int i = 0; i < files.size(); i++) {
      double bytes = bytes(files.get(i));
      all += bytes;
      done += i < file ? bytes : i == file ? Math.min(bytes, (double) position) : 0;
    }
    return all == 0 ? 1 : done / all;
  }

  private static double bytes(Path file) throws IOException {
    boolean packed = file.getFileName().toString().endsWith(".gz");
    return (double) Files.size(file) * (packed ? USUAL_GZIP_FACTOR : 1);
  }
}
