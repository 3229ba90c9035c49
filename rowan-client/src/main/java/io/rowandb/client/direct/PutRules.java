package io.rowandb.client.direct;

import io.rowandb.client.adapter.MutationAdapter;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Validates puts, deletes and checks before they go to a region. It refuses what HBase's client
 * refuses, impossible timestamps, and a check on a different row than the one being changed.
 */
final class PutRules {
  private static final int NO_LIMIT = 0;

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
   * Checks the times of all that actions put or delete, those of an atomic group too.
   *
   * @throws IllegalArgumentException for a negative one
   */
  static void checkTimes(List<? extends Row> actions) {
    for (int i = 0; i < actions.size(); i++) {
      checkTimes(actions.get(i));
    }
  }

  private static void checkTimes(Row action) {
    if (action instanceof Put || action instanceof Delete) {
      checkCells((Mutation) action, NO_LIMIT);
    } else if (action instanceof RowMutations several) {
      checkTimes(several.getMutations());
    } else if (action instanceof CheckAndMutate checked) {
      checkTimes(checked.getAction());
    }
  }

  /**
   * Checks a mutation.
   *
   * @param maxCellBytes the largest cell of a put; 0 or less for no limit
   * @throws IllegalArgumentException for a put without cells or with too large a one, and for a
   *     negative time
   */
  static void check(Mutation mutation, int maxCellBytes) {
    if (mutation instanceof Put) {
      if (mutation.isEmpty()) {
        throw new IllegalArgumentException("No columns to insert");
      }
      checkCells(mutation, maxCellBytes);
    } else if (mutation instanceof Delete) {
      checkCells(mutation, NO_LIMIT);
    }
  }

  /** Throws what a cluster answers when condition and action are about two rows. */
  static void checkSameRow(byte[] conditionRow, byte[] actionRow) throws DoNotRetryIOException {
    if (!Arrays.equals(conditionRow, actionRow)) {
      throw new DoNotRetryIOException(
          "The row of the action <"
              + Bytes.toStringBinary(actionRow)
              + "> doesn't match the original one <"
              + Bytes.toStringBinary(conditionRow)
              + ">");
    }
  }

  private static void checkCells(Mutation mutation, int maxCellBytes) {
    for (List<Cell> cells : mutation.getFamilyCellMap().values()) {
      for (int i = 0; i < cells.size(); i++) {
        MutationAdapter.checkTime(cells.get(i));
        int bytes = maxCellBytes <= NO_LIMIT ? 0 : cells.get(i).getSerializedSize();
        if (bytes > Math.max(NO_LIMIT, maxCellBytes)) {
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
