package io.rowandb.engine.bulk;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.storefile.StoreFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sample rows of some runs, each with the number of bytes that it stands for; they serve to divide
 * the runs into parts of about equal size. The samples are the first rows of blocks, from the index
 * of a run, so no cell is read. One run is open at a time; the more runs there are, the fewer rows
 * each contributes.
 *
 * <p>Used by one thread.
 */
final class SampledRows {
  /** Of all runs together, about; some megabytes. */
  private static final int MAX_SAMPLES = 1 << 16;

  /** Of one run, however many there are. */
  private static final int MIN_SAMPLES_PER_RUN = 8;

  /** A row, and how many bytes follow it in its run before the next one. */
  private record Sample(byte[] row, double bytes) {}

  private final List<Sample> samples = new ArrayList<>();
  private double bytes;

  /** Takes the samples. */
  static SampledRows of(FileSystem fileSystem, List<Path> runs) throws IOException {
    SampledRows rows = new SampledRows();
    int most = Math.max(MIN_SAMPLES_PER_RUN, MAX_SAMPLES / Math.max(1, runs.size()));
    for (Path run : runs) {
      try (StoreFile file = StoreFile.open(fileSystem, run, new BlockCache(0))) {
        rows.add(file.blockRows(), (double) file.info().fileBytes(), most);
      }
    }
    rows.samples.sort((a, b) -> Arrays.compareUnsigned(a.row, b.row));
    return rows;
  }

  private void add(List<byte[]> ofRun, double runBytes, int most) {
    int step = Math.max(1, (ofRun.size() + most - 1) / most);
    double each = runBytes / Math.max(1, ofRun.size());
    for (int i = 0; i < ofRun.size(); i += step) {
      samples.add(new Sample(ofRun.get(i), each * Math.min(step, ofRun.size() - i)));
    }
    bytes += runBytes;
  }

  /**
   * Rows that part the cells into pieces of about the same number of bytes.
   *
   * @return at most {@code pieces - 1} rows, growing
   */
  List<byte[]> parting(int pieces) {
    List<byte[]> rows = new ArrayList<>();
    double seen = 0;
    for (Sample sample : samples) {
      boolean due = seen >= bytes * (rows.size() + 1) / pieces && rows.size() < pieces - 1;
      // Before the least of all rows there would be an empty piece.
      byte[] before = rows.isEmpty() ? samples.get(0).row : rows.get(rows.size() - 1);
      if (due && Arrays.compareUnsigned(sample.row, before) > 0) {
        rows.add(sample.row);
      }
      seen += sample.bytes;
    }
    return rows;
  }
}
