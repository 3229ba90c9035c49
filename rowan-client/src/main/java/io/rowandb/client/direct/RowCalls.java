package io.rowandb.client.direct;

import io.rowandb.client.adapter.ConditionAdapter;
import io.rowandb.client.adapter.MutationAdapter;
import io.rowandb.client.adapter.ResultAdapter;
import io.rowandb.client.adapter.ScanAdapter;
import io.rowandb.client.adapter.TableTraits;
import io.rowandb.client.adapter.Tags;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.RowMutation;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;

/**
 * The requests about one row; each makes one call to its region. Safe for use by many threads,
 * unless they share the time of a batch.
 */
final class RowCalls {
  private final TableAccess access;
  private final OperationTime shared;
  private final boolean carriesTags;

  /** Calls that stand alone. */
  RowCalls(TableAccess access) {
    this(access, null, false);
  }

  /**
   * Calls for one operation.
   *
   * @param shared the time that they take together, or null when each has its own
   * @param carriesTags whether changes keep tags that the client's codec carries
   */
  RowCalls(TableAccess access, OperationTime shared, boolean carriesTags) {
    this.access = access;
    this.shared = shared;
    this.carriesTags = carriesTags;
  }

  /** The row's visible cells. */
  Result get(Get get) throws IOException {
    return get(get, get.isCheckExistenceOnly());
  }

  /** Whether the row has a visible cell. */
  boolean exists(Get get) throws IOException {
    return get(get, true).getExists();
  }

  /** Applies one put or delete. */
  void write(Mutation mutation) throws IOException {
    Scratch scratch = Scratch.borrow();
    try {
      access.onRegionOf(
          mutation.getRow(),
          shared,
          (table, region) -> {
            table.traits().checkWritable();
            region.write(MutationAdapter.fill(mutation, sent(table), scratch.mutation(0)));
            return null;
          });
    } finally {
      scratch.giveBack();
    }
  }

  /**
   * Applies an increment, an append, or mutations of one row, as one.
   *
   * @return the new cells of its increments and appends
   */
  Result update(Row action) throws IOException {
    CheckAndMutateResult done = update(action, null);
    return done.getResult() == null ? ResultAdapter.result(new CellBatch()) : done.getResult();
  }

  /**
   * Applies mutations of one row, as one.
   *
   * @return the new cells of its increments and appends, marked as existing: that it was done
   */
  Result mutate(RowMutations mutations) throws IOException {
    Result result = update(mutations);
    if (result.isEmpty()) {
      return ResultAdapter.existence(true);
    }
    result.setExists(true);
    return result;
  }

  /** Checks a condition and, when it holds, applies an action, as one. */
  CheckAndMutateResult checkAndMutate(CheckAndMutate request) throws IOException {
    return update(request.getAction(), request);
  }

  private Result get(Get get, boolean existenceOnly) throws IOException {
    Scratch scratch = Scratch.borrow();
    try {
      return access.onRegionOf(
          get.getRow(),
          shared,
          (table, region) -> {
            CellBatch cells = scratch.cells();
            cells.clear();
            region.get(ScanAdapter.spec(get, existenceOnly, table.traits()), cells);
            return existenceOnly
                ? ResultAdapter.existence(!cells.isEmpty())
                : ResultAdapter.result(cells, table.traits());
          });
    } finally {
      scratch.giveBack();
    }
  }

  private CheckAndMutateResult update(Row action, CheckAndMutate condition) throws IOException {
    Scratch scratch = Scratch.borrow();
    try {
      return access.onRegionOf(
          action.getRow(),
          shared,
          (table, region) -> {
            CellBatch cells = scratch.cells();
            cells.clear();
            table.traits().checkWritable();
            List<RowMutation> mutations = MutationAdapter.all(action, sent(table));
            boolean done =
                region.update(
                    mutations,
                    condition == null ? null : new ConditionAdapter(condition, table.traits()),
                    cells);
            boolean hasResult = done && makesCells(action);
            return new CheckAndMutateResult(
                done, hasResult ? ResultAdapter.result(cells, table.traits()) : null);
          });
    } finally {
      scratch.giveBack();
    }
  }

  /**
   * With what a change is sent. HBase's client puts one alone into the message, without tags, and
   * those of a batch beside it, as the codec makes them.
   */
  private TableTraits sent(OpenTable table) {
    return carriesTags ? table.traits() : table.traits().withTags(Tags.DROPPED);
  }

  /** Whether an action answers with cells, be they none. */
  private static boolean makesCells(Row action) {
    if (action instanceof RowMutations several) {
      for (Mutation mutation : several.getMutations()) {
        if (makesCells(mutation)) {
          return true;
        }
      }
      return false;
    }
    return action instanceof Increment || action instanceof Append;
  }
}
