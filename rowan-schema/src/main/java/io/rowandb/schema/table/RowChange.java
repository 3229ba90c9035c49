package io.rowandb.schema.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;

/**
 * The change that makes a row hold a record: cells to write, columns to delete, and counts. Used by
 * one thread.
 */
public final class RowChange {
  // Fixed at construction.
  private final Put put;

  /** Null while no column goes. */
  private Delete delete;

  /** Null while nothing is counted. */
  private Increment increment;

  private boolean writesNow;

  RowChange(byte[] row) {
    put = new Put(row);
  }

  void write(Column column, byte[] value) {
    writesNow = true;
    put.addColumn(column.family(), column.qualifier(), value);
  }

  /** In the version of a time, in milliseconds since 1970. */
  void write(Column column, long timestamp, byte[] value) {
    put.addColumn(column.family(), column.qualifier(), timestamp, value);
  }

  void remove(Column column) {
    delete().addColumns(column.family(), column.qualifier());
  }

  /** The versions of a column up to a time, so that one which is written meanwhile stays. */
  void remove(Column column, long timestamp) {
    delete().addColumns(column.family(), column.qualifier(), timestamp);
  }

  /** Adds to a counter, as part of the one step. */
  void count(Column column, long amount) {
    if (increment == null) {
      increment = new Increment(put.getRow());
    }
    increment.addColumn(column.family(), column.qualifier(), amount);
  }

  private Delete delete() {
    if (delete == null) {
      delete = new Delete(put.getRow());
    }
    return delete;
  }

  /** Whether a cell has no time of its own, but that of the write. */
  boolean writesNow() {
    return writesNow;
  }

  private boolean writes() {
    return !put.isEmpty();
  }

  /** What is written; nothing that a row had goes by it. */
  public Put put() {
    return put;
  }

  /** All of it: a put, or the columns that go, or several of these and counts in one step. */
  public Row row() throws IOException {
    List<Mutation> parts = new ArrayList<>();
    if (writes() || (delete == null && increment == null)) {
      parts.add(put);
    }
    if (delete != null) {
      parts.add(delete);
    }
    if (increment != null) {
      parts.add(increment);
    }
    return parts.size() == 1 ? parts.get(0) : RowMutations.of(parts);
  }
}
