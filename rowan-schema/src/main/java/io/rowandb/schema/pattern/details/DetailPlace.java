package io.rowandb.schema.pattern.details;

import io.rowandb.schema.field.Given;
import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.table.DetailCell;
import io.rowandb.schema.table.DetailDesign;
import java.io.IOException;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Where the details of one record are: builds the requests to HBase that read and change them, and
 * interprets the answers; other classes make the calls. Immutable.
 */
public sealed interface DetailPlace<D> permits WideDetailPlace, TallDetailPlace {
  /** No bound of what a scan is read for. */
  int ALL = Integer.MAX_VALUE;

  /** What they are. */
  DetailDesign<D> design();

  /** The record's row key. */
  byte[] row();

  /** The table that has them. */
  TableName table();

  /** What tells them from all others. */
  String name();

  /**
   * A detail.
   *
   * @throws IllegalArgumentException when it is null
   */
  default D given(D detail) {
    return Given.notNull(detail, "a detail of " + name());
  }

  /**
   * Reads their cells.
   *
   * @param keys whose, not empty
   * @param wanted how many details the caller will take
   */
  Scan scan(KeyRange keys, int wanted) throws IOException;

  /** Those of a result of that scan. */
  List<DetailCell> cells(Result found);

  /** What writes details, of which no two have the same key; each row is made when it is taken. */
  Iterator<Row> adding(Collection<D> details);

  /** Looks for what there is of a detail, without values. */
  Get present(D detail) throws IOException;

  /**
   * Removes what there was of a detail.
   *
   * @param present not empty
   */
  Delete removing(Result present);
}
