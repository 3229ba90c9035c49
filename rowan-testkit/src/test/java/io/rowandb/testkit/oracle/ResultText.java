package io.rowandb.testkit.oracle;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Result;

/** What a client gets to see, as lines. */
final class ResultText {
  private ResultText() {}

  /** The cells of a result; HBase's region gives none where there is nothing to tell. */
  static List<String> of(Result result) {
    return result == null ? List.of() : CellText.of(result.listCells());
  }

  /** Whether it was done, and what came of it. */
  static List<String> of(CheckAndMutateResult result) {
    List<String> lines = new ArrayList<>();
    lines.add(result.isSuccess() ? "done" : "not done");
    lines.addAll(of(result.getResult()));
    return lines;
  }

  /** The lines and what a result says beside its cells. */
  static List<String> withFlags(Result result, List<String> lines) {
    List<String> all = new ArrayList<>(lines);
    if (result != null && !result.isEmpty()) {
      for (Cell cell : result.rawCells()) {
        if (PrivateCellUtil.cloneTags(cell).length > 0) {
          all.add("tags of " + CellText.withTags(cell));
        }
      }
    }
    all.add(
        result == null
            ? "no result"
            : "exists=" + result.getExists() + " more=" + result.mayHaveMoreCellsInRow());
    return all;
  }
}
