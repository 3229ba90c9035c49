package io.rowandb.design.estimate;

import io.rowandb.design.check.UsedFields;
import io.rowandb.design.key.ColumnTally;
import io.rowandb.design.key.PlannedKey;
import io.rowandb.design.plan.PlannedColumn;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sample.SampleFile;
import io.rowandb.design.sketch.FairChoice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts the bytes of a sample's rows by part. One thread. */
final class SizeRun {
  private static final int KEPT_KEYS = 10_000;

  private final List<ColumnTally> columns = new ArrayList<>();
  private final FairChoice<byte[]> keys = new FairChoice<>(KEPT_KEYS);
  private long rows;
  private long keyBytes;

  private SizeRun() {}

  static SizeRun run(TablePlan plan, SampleFile sample, long limit) throws IOException {
    UsedFields.check(plan, sample);
    SizeRun run = new SizeRun();
    for (PlannedColumn each : plan.columns()) {
      run.columns.add(
          new ColumnTally(
              each,
              sample.fields().indexOf(each.field()),
              sample.fields().indexOf(each.namedBy())));
    }
    PlannedKey key = new PlannedKey(plan, sample.fields()::indexOf);
    String[] row = sample.next();
    for (long i = 0; i < limit && row != null; i++) {
      if (key.write(row)) {
        run.add(key, row);
      }
      row = sample.next();
    }
    return run;
  }

  private void add(PlannedKey key, String[] row) {
    rows++;
    keyBytes += key.length();
    for (ColumnTally each : columns) {
      each.add(row);
    }
    if (keys.choosesNext()) {
      keys.put(key.copy());
    }
  }

  /** Rows that have a key. */
  long rows() {
    return rows;
  }

  double meanKeyBytes() {
    return (double) keyBytes / rows;
  }

  long cells() {
    return columns.stream().mapToLong(ColumnTally::cells).sum();
  }

  /** Some keys, in their order. */
  List<byte[]> keys() {
    return keys.chosen().stream().sorted(Arrays::compareUnsigned).toList();
  }

  /** What cells consist of, with the bytes of all rows. */
  Map<String, Long> parts() {
    long cellKeys = 0;
    long families = 0;
    long names = 0;
    long values = 0;
    for (ColumnTally each : columns) {
      int family = each.column().family().getBytes(StandardCharsets.UTF_8).length;
      cellKeys += Math.round(each.cells() * meanKeyBytes());
      families += each.cells() * family;
      names += each.nameBytes() - each.cells() * family;
      values += each.valueBytes();
    }
    Map<String, Long> parts = new LinkedHashMap<>();
    parts.put("row keys, once a cell", cellKeys);
    parts.put("families", families);
    parts.put("qualifiers", names);
    parts.put("times and types", cells() * 9);
    parts.put("lengths", cells() * (ColumnTally.CELL_OVERHEAD - 9));
    parts.put("values", values);
    return parts;
  }
}
