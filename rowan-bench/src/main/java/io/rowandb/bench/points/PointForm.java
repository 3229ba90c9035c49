package io.rowandb.bench.points;

import io.rowandb.tsdb.aggregate.Samples;
import io.rowandb.tsdb.query.MetricQuery;
import io.rowandb.tsdb.store.DataPoint;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;

/** A way to store points. Used by one thread. */
interface PointForm {
  /** Of all forms. */
  String FAMILY = "t";

  /** As a line of a table has it. */
  String label();

  /** Where the points are. */
  TableName table();

  /** Writes points, in the order of their times. */
  void write(List<DataPoint> points) throws IOException;

  /** Once, behind the last point. */
  void finish() throws IOException;

  /** Reads the points of a question, and answers it: one group. */
  Samples ask(MetricQuery query) throws IOException;
}
