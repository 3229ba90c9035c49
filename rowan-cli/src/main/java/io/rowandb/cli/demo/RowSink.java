package io.rowandb.cli.demo;

import org.apache.hadoop.hbase.client.Put;

/** Takes the rows that a data set makes of its lines. */
@FunctionalInterface
interface RowSink {
  /** Takes a row for {@code table}, a name from {@link DataSet#tables}. */
  void put(String table, Put put);
}
