package io.rowandb.cli.demo;

import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;

/** Takes the rows that a data set makes of its lines. */
@FunctionalInterface
interface RowSink {
  /** Takes a row for {@code table}, one of {@link DataSet#tables}. */
  void put(TableName table, Put put);
}
