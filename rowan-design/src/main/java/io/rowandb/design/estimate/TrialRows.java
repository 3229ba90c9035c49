package io.rowandb.design.estimate;

import io.rowandb.design.key.PlannedKey;
import io.rowandb.design.plan.FieldType;
import io.rowandb.design.plan.PlannedColumn;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sample.SampleFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;

/** Chooses the rows that are written to be measured: those of some ranges of keys. */
final class TrialRows {
  /** Enough blocks that a file's fixed parts are no matter, and written in a second. */
  private static final long MOST_ROWS = 10_000;

  private static final long MOST_BYTES = 32 << 20;

  /** Of what HBase takes, 10 MB with all its parts, somewhat less than the store counts. */
  private static final int LARGEST_CELL = (10 << 20) - 1024;

  private static final int RANGES = 4;

  private TrialRows() {}

  static List<Put> of(TablePlan plan, SampleFile sample, long limit, SizeRun sizes)
      throws IOException {
    List<byte[]> bounds = bounds(sizes);
    PlannedKey key = new PlannedKey(plan, sample.fields()::indexOf);
    List<Put> trial = new ArrayList<>();
    long bytes = 0;
    String[] row = sample.next();
    for (long i = 0; i < limit && row != null && bytes < MOST_BYTES; i++) {
      if (key.write(row) && isIn(key, bounds)) {
        Put put = put(plan, sample, key, row);
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

  private static Put put(TablePlan plan, SampleFile sample, PlannedKey key, String[] row) {
    Put put = new Put(key.copy()).setDurability(Durability.SKIP_WAL);
    int place = sample.fields().indexOf(plan.versionField());
    FieldType type = plan.type(plan.versionField());
    OptionalLong time = place < 0 ? OptionalLong.empty() : type.millis(row[place]);
    for (PlannedColumn each : plan.columns()) {
      String value = value(sample, each.field(), row);
      String name = each.isNamedByField() ? value(sample, each.namedBy(), row) : each.qualifier();
      if (each.isNamedByField() ? !name.isEmpty() : !value.isEmpty()) {
        byte[] family = each.family().getBytes(StandardCharsets.UTF_8);
        byte[] qualifier = name.getBytes(StandardCharsets.UTF_8);
        byte[] written = PlannedValue.of(each, value);
        if (key.length() + family.length + qualifier.length + written.length > LARGEST_CELL) {
          continue; // the checker names such cells
        }
        if (time.isPresent() && time.getAsLong() >= 0) {
          put.addColumn(family, qualifier, time.getAsLong(), written);
        } else {
          put.addColumn(family, qualifier, written);
        }
      }
    }
    return put;
  }

  private static String value(SampleFile sample, String field, String[] row) {
    int place = sample.fields().indexOf(field);
    return place < 0 ? "" : row[place];
  }
}
