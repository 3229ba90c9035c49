package io.rowandb.design.estimate;

import io.rowandb.design.check.KeyedRows;
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
public final class SizeRun implements KeyedRows.Taker {
  private static final int KEPT_KEYS = 10_000;

  private final List<ColumnTally> columns = new ArrayList<>();
  private final FairChoice<byte[]> keys = new FairChoice<>(KEPT_KEYS);
  private long rows;
  private long keyBytes;

  /**
   * For the rows of a sample.
   *
   * @param fields of its rows
   */
  public SizeRun(TablePlan plan, List<String> fields) {
    for (PlannedColumn each : plan.columns()) {
      columns.add(
          new ColumnTally(each, fields.indexOf(each.field()), fields.indexOf(each.namedBy())));
    }
  }

  static SizeRun run(TablePlan plan, SampleFile sample, long limit) throws IOException {
    SizeRun run = new SizeRun(plan, sample.fields());
    KeyedRows.read(plan, sample, limit, List.of(run));
    return run;
  }

  @Override
  public void take(PlannedKey key, String[] row, long line) {
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
