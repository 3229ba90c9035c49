package io.rowandb.schema.view;

import io.rowandb.schema.table.RowChange;
import java.util.List;
import org.apache.hadoop.hbase.Cell;

/**
 * What a view's row should be.
 *
 * @param change what writes it
 * @param details of it in rows of their own, as {@link
 *     io.rowandb.schema.pattern.details.DetailKeeper#wanted} gives them
 */
record WantedRow(RowChange change, List<Cell> details) {
  /** How many it has. */
  int cells() {
    return change.put().size() + details.size();
  }
}
