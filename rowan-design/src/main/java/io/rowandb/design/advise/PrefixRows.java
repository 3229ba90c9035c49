package io.rowandb.design.advise;

import io.rowandb.design.check.PatternPath;
import io.rowandb.design.key.PlannedKey;
import io.rowandb.design.plan.PlannedPattern;
import io.rowandb.design.plan.TablePlan;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * How many rows of a sample lie under the prefix that a question reads. Those of others may lie
 * there too, as in a bucket of a salt.
 */
final class PrefixRows {
  private final Map<ByteBuffer, Integer> counts = new HashMap<>();
  private long rows;

  PrefixRows(TablePlan plan, SampleRows sample, PlannedPattern pattern, PatternPath path) {
    PlannedKey key = new PlannedKey(plan, sample::place);
    int parts = path.parts(plan);
    for (String[] row : sample.rows()) {
      if (key.write(row)) {
        counts.merge(ByteBuffer.wrap(prefix(plan, pattern, key, parts)), 1, Integer::sum);
        rows++;
      }
    }
  }

  /** Without the buckets that the reader does not know, as it reads all of them. */
  private static byte[] prefix(TablePlan plan, PlannedPattern pattern, PlannedKey key, int parts) {
    byte[] prefix = Arrays.copyOf(key.bytes(), parts == 0 ? 0 : key.end(parts - 1));
    for (int i = 0; i < parts; i++) {
      if (PatternPath.isUnknownBucket(plan.key().get(i), pattern)) {
        prefix[i == 0 ? 0 : key.end(i - 1)] = 0;
      }
    }
    return prefix;
  }

  /**
   * Rows under the prefix of one of them, on average.
   *
   * @param times how many rows each stands for
   * @param most rows that are read each time at most
   */
  double likeOne(double times, double most) {
    double read =
        counts.values().stream().mapToDouble(each -> each * Math.min(most, each * times)).sum();
    return rows == 0 ? 0 : read / rows;
  }
}
