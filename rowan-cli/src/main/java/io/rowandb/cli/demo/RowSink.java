package io.rowandb.cli.demo;

import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;

/** Receives the rows that a data set makes from its lines. */
@FunctionalInterface
interface RowSink {
  /** Takes a row for {@code table}, one of {@link DataSet#tables}. */
  void put(TableName table, Put put);
}
