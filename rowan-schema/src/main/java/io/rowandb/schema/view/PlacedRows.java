package io.rowandb.schema.view;

import io.rowandb.schema.pattern.WriteEnds;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.chain.ChainWrite;
import io.rowandb.schema.pattern.chain.Mark;
import io.rowandb.schema.pattern.chain.MarkedRow;
import io.rowandb.schema.pattern.chain.Stamped;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Result;

/**
 * Puts view rows that are wrong at the time of their source row's last write, where all that is
 * stored of them is older. Later writes of the source are younger, so its rows need no change. What
 * was put for a source row that others have written meanwhile is taken back: the deletion by which
 * they removed it may be gone. Used by one thread.
 */
final class PlacedRows<R> {
  // Fixed at construction.
  private final SourceRows<R> source;
  private final WriteEnds<R> ends;
  private final MayMend mayMend;

  PlacedRows(SourceRows<R> source, WriteEnds<R> ends, MayMend mayMend) {
    this.source = source;
    this.ends = ends;
    this.mayMend = mayMend;
  }

  /** Whether what is wrong may be put so. */
  static boolean fits(RebuildBatch.Wrong<?> wrong) {
    return wrong.latest() < time(wrong.row());
  }

  /** That of the last write. */
  private static long time(MarkedRow<?> row) {
    return row.mark().map(Mark::time).orElse(row.latest());
  }

  /**
   * Puts rows.
   *
   * @param all that fit
   * @return of which source rows it did not, as others have written them
   */
  List<RebuildBatch.Wrong<R>> put(List<RebuildBatch.Wrong<R>> all, List<ViewTable<R, ?>> views)
      throws IOException {
    if (all.isEmpty()) {
      return List.of();
    }
    mayMend.check();
    Steps.ended(ends.mayWrite());
    for (ViewTable<R, ?> view : views) {
      List<ChainWrite<R>> writes = new ArrayList<>();
      for (RebuildBatch.Wrong<R> each : all) {
        if (each.keys().containsKey(view)) {
          R record = each.row().record().orElseThrow();
          Mark mark = Mark.settledAt(time(each.row()));
          writes.add(new ChainWrite<>(each.row().row(), record, mark));
        }
      }
      Steps.ended(view.apply(writes));
    }
    List<Boolean> asRead =
        Steps.ended(source.rows().areAsRead(all.stream().map(RebuildBatch.Wrong::row).toList()));
    List<RebuildBatch.Wrong<R>> overtaken = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (!asRead.get(i)) {
        overtaken.add(all.get(i));
        takeBack(all.get(i));
      }
    }
    return overtaken;
  }

  private void takeBack(RebuildBatch.Wrong<R> wrong) throws IOException {
    for (Map.Entry<ViewTable<R, ?>, List<byte[]>> each : wrong.keys().entrySet()) {
      ViewTable<R, ?> view = each.getKey();
      List<Result> put = new ArrayList<>();
      for (Result row : view.get(each.getValue())) {
        if (!row.isEmpty()
            && Stamped.latest(row) == time(wrong.row())
            && Arrays.equals(view.origin(row), wrong.row().row())) {
          put.add(row);
        }
      }
      view.delete(put);
    }
  }
}
