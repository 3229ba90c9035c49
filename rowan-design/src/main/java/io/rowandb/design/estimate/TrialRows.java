package io.rowandb.design.estimate;

import io.rowandb.design.key.PlannedKey;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sample.SampleFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.client.Put;

/** Chooses the rows that are written to be measured: those of some ranges of keys. */
final class TrialRows {
  /** Enough blocks that a file's fixed parts are no matter, and written in a second. */
  private static final long MOST_ROWS = 10_000;

  private static final long MOST_BYTES = 32 << 20;

  private static final int RANGES = 4;

  /**
   * Any time, but that of the run: files of one sample are of one size, whenever it is measured.
   */
  private static final long FIRST_WRITE = 1_700_000_000_000L;

  /** As many rows come in one millisecond. */
  private static final int ROWS_A_MILLI = 500;

  private TrialRows() {}

  static List<Put> of(TablePlan plan, SampleFile sample, long limit, SizeRun sizes)
      throws IOException {
    List<byte[]> bounds = bounds(sizes);
    PlannedKey key = new PlannedKey(plan, sample.fields()::indexOf);
    PlannedPuts puts = new PlannedPuts(plan, sample.fields());
    List<Put> trial = new ArrayList<>();
    long bytes = 0;
    String[] row = sample.next();
    for (long i = 0; i < limit && row != null && bytes < MOST_BYTES; i++) {
      if (key.write(row) && isIn(key, bounds)) {
        Put put = puts.of(key, row, FIRST_WRITE + trial.size() / ROWS_A_MILLI);
        if (!put.isEmpty()) {
          trial.add(put);
          bytes += put.heapSize();
        }
      }
      row = sample.next();
    }
    return trial;
  }

  /** Begin and end of each range; none when all rows are taken. */
  private static List<byte[]> bounds(SizeRun sizes) {
    List<byte[]> keys = sizes.keys();
    List<byte[]> bounds = new ArrayList<>();
    if (sizes.rows() > MOST_ROWS) {
      int width = (int) Math.max(1, keys.size() * MOST_ROWS / sizes.rows() / RANGES);
      for (int i = 0; i < RANGES; i++) {
        int from = (2 * i + 1) * keys.size() / (2 * RANGES);
        bounds.add(keys.get(from));
        bounds.add(keys.get(Math.min(keys.size() - 1, from + width)));
      }
    }
    return bounds;
  }

  private static boolean isIn(PlannedKey key, List<byte[]> bounds) {
    for (int i = 0; i < bounds.size(); i += 2) {
      byte[] written = key.bytes();
      if (compare(written, key.length(), bounds.get(i)) >= 0
          && compare(written, key.length(), bounds.get(i + 1)) <= 0) {
        return true;
      }
    }
    return bounds.isEmpty();
  }

  private static int compare(byte[] key, int length, byte[] bound) {
    return Arrays.compareUnsigned(key, 0, length, bound, 0, bound.length);
  }
}
