package io.rowandb.design.estimate;

import io.rowandb.design.key.PlannedKey;
import io.rowandb.design.plan.FieldType;
import io.rowandb.design.plan.PlannedColumn;
import io.rowandb.design.plan.TablePlan;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;

/** Writes rows of a sample as a plan stores them. One thread. */
public final class PlannedPuts {
  /** Of what HBase takes, 10 MB with all its parts, somewhat less than the store counts. */
  private static final int LARGEST_CELL = (10 << 20) - 1024;

  private final TablePlan plan;
  private final List<String> fields;

  /**
   * For the rows of a sample.
   *
   * @param fields of its rows
   */
  public PlannedPuts(TablePlan plan, List<String> fields) {
    this.plan = plan;
    this.fields = List.copyOf(fields);
  }

  /**
   * A row with its cells; none where it has no value in a column. It is not logged. Cells that
   * HBase would refuse for their size are left out: the checker names them.
   *
   * @param key which was written for the row
   */
  public Put of(PlannedKey key, String[] row) {
    return of(key, row, HConstants.LATEST_TIMESTAMP);
  }

  /** The same; cells that have no time from the row get this one. */
  Put of(PlannedKey key, String[] row, long written) {
    Put put = new Put(key.copy(), written).setDurability(Durability.SKIP_WAL);
    int place = fields.indexOf(plan.versionField());
    FieldType type = plan.type(plan.versionField());
    OptionalLong time = place < 0 ? OptionalLong.empty() : type.millis(row[place]);
    for (PlannedColumn each : plan.columns()) {
      add(each, key, row, time, put);
    }
    return put;
  }

  private void add(PlannedColumn column, PlannedKey key, String[] row, OptionalLong time, Put put) {
    String value = value(column.field(), row);
    String name = column.isNamedByField() ? value(column.namedBy(), row) : column.qualifier();
    if (column.isNamedByField() ? name.isEmpty() : value.isEmpty()) {
      return;
    }
    byte[] family = column.family().getBytes(StandardCharsets.UTF_8);
    byte[] qualifier = name.getBytes(StandardCharsets.UTF_8);
    byte[] written = PlannedValue.of(column, value);
    if (key.length() + family.length + qualifier.length + written.length > LARGEST_CELL) {
      return;
    }
    if (time.isPresent() && time.getAsLong() >= 0) {
      put.addColumn(family, qualifier, time.getAsLong(), written);
    } else {
      put.addColumn(family, qualifier, written);
    }
  }

  private String value(String field, String[] row) {
    int place = fields.indexOf(field);
    return place < 0 ? "" : row[place];
  }
}
