package io.rowandb.client.direct;

import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;

/** What HBase's client refuses before a put leaves it. */
final class PutRules {
  private PutRules() {}

  /**
   * Checks the puts among the actions of a batch, which may be of any size.
   *
   * @throws IllegalArgumentException for a put without cells
   */
  static void checkNotEmpty(List<? extends Row> actions) {
    for (int i = 0; i < actions.size(); i++) {
      if (actions.get(i) instanceof Put put && put.isEmpty()) {
        throw new IllegalArgumentException("No columns to insert for #" + (i + 1) + " item");
      }
    }
  }

  /**
   * Checks a mutation; those that are not puts pass.
   *
   * @param maxCellBytes the largest cell; 0 or less for no limit
   * @throws IllegalArgumentException for a put without cells or with too large a one
   */
  static void check(Mutation mutation, int maxCellBytes) {
    if (!(mutation instanceof Put)) {
      return;
    }
    if (mutation.isEmpty()) {
      throw new IllegalArgumentException("No columns to insert");
    }
    if (maxCellBytes <= 0) {
      return;
    }
    for (List<Cell> cells : mutation.getFamilyCellMap().values()) {
      for (int i = 0; i < cells.size(); i++) {
        int bytes = cells.get(i).getSerializedSize();
        if (bytes > maxCellBytes) {
          throw new IllegalArgumentException(
              "KeyValue size too large: "
                  + bytes
                  + " bytes, hbase.client.keyvalue.maxsize is "
                  + maxCellBytes);
        }
      }
    }
  }
}
