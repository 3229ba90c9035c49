package io.rowandb.testkit.oracle;

import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;

/** A request about one row as one line, with what HBase's own toString leaves out. */
final class ActionText {
  private ActionText() {}

  static String of(Row action) {
    if (action instanceof Mutation mutation) {
      return mutation(mutation);
    } else if (action instanceof RowMutations several) {
      return "several " + several.getMutations().stream().map(ActionText::mutation).toList();
    } else if (action instanceof CheckAndMutate check) {
      return check(check);
    }
    Get get = (Get) action;
    return get
        + " familyRanges="
        + get.getColumnFamilyTimeRange()
        + (get.isCheckExistenceOnly() ? " existence only" : "");
  }

  private static String mutation(Mutation mutation) {
    String text =
        mutation.getClass().getSimpleName()
            + " "
            + Bytes.toStringBinary(mutation.getRow())
            + " "
            + mutation.getFamilyCellMap().values().stream().map(CellText::of).toList();
    if (mutation.getTTL() != Long.MAX_VALUE) {
      text += " ttl=" + mutation.getTTL();
    }
    if (mutation instanceof Increment increment) {
      text += " " + increment.getTimeRange() + " returns=" + increment.isReturnResults();
    } else if (mutation instanceof Append append) {
      text += " " + append.getTimeRange() + " returns=" + append.isReturnResults();
    }
    return text;
  }

  private static String check(CheckAndMutate check) {
    String condition =
        check.hasFilter()
            ? check.getFilter().toString()
            : Bytes.toStringBinary(check.getFamily())
                + ":"
                + Bytes.toStringBinary(check.getQualifier())
                + " "
                + check.getCompareOp()
                + " "
                + (check.getValue() == null ? "null" : Bytes.toStringBinary(check.getValue()));
    return "if " + condition + " in " + check.getTimeRange() + " then " + of(check.getAction());
  }
}
