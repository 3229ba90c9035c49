package io.rowandb.schema.pattern.details;

import io.rowandb.schema.field.Given;
import io.rowandb.schema.pattern.rows.RowRead;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;

/** Records by their rows, with their details. Used by one thread. */
public record Records<R>(TableDesign<R> design, Table table, DetailKeeper<R> details) {
  /** Reads the row of a record. */
  public static Get get(TableDesign<?> design, byte[] row) throws IOException {
    Get get = new Get(row);
    design.familyNames().forEach(get::addFamily);
    return get.readVersions(design.versions());
  }

  /** The records of row keys, in one call and those for details; null where there is none. */
  public List<R> at(List<byte[]> rows) throws IOException {
    Given.notNull(rows, "the list of row keys of " + design.name());
    List<R> records = new ArrayList<>();
    if (!rows.isEmpty()) {
      List<Get> gets = new ArrayList<>();
      for (byte[] row : rows) {
        gets.add(get(design, row));
      }
      for (Result row : table.get(gets)) {
        records.add(row.isEmpty() ? null : of(row, RowRead.NOW));
      }
    }
    return records;
  }

  /** The record of a row key, or null. */
  public R at(byte[] row) throws IOException {
    Result found = table.get(get(design, row));
    return found.isEmpty() ? null : of(found, RowRead.NOW);
  }

  /**
   * The record of a row that was read.
   *
   * @param asOfMillis the time whose rows of details are read
   */
  public R of(Result row, long asOfMillis) throws IOException {
    return details.read(row, asOfMillis);
  }
}
