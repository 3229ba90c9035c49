package io.rowandb.schema.table;

import org.apache.hadoop.hbase.TableName;

/** A design that would read the bytes of a table otherwise than they were written. */
public final class ChangedDesignException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  ChangedDesignException(TableName table, String difference) {
    super(
        "table "
            + table
            + " was made by another design, whose rows this one would misread: "
            + difference
            + ". Keep what is written as it was declared, or make a new table; if the rows fit this"
            + " design all the same, RecordTable.declare notes it");
  }
}
