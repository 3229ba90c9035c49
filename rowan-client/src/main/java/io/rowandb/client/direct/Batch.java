package io.rowandb.client.direct;

import io.rowandb.client.adapter.DescriptorAdapter;
import io.rowandb.client.adapter.ExceptionAdapter;
import io.rowandb.client.adapter.ResultAdapter;
import io.rowandb.engine.cell.CellBatch;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.RandomAccess;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;

/**
 * Actions of any kind on one table; each succeeds or fails on its own.
 *
 * <p>HBase promises no order among them but has one, and this class keeps it, so that programs see
 * the results of a cluster. Puts and deletes are collected and written together before the next
 * increment or append, or at the end. A get runs at once, so it does not see them. Then come {@code
 * RowMutations}, then checks.
 */
final class Batch {
  private final TableAccess access;

  /** Batches of a table. */
  Batch(TableAccess access) {
    this.access = access;
  }

  /**
   * Runs the actions.
   *
   * @param results gets, at the index of each action, its result or its exception; nothing for
   *     those not yet run when an interruption ends this early
   * @throws RetriesExhaustedWithDetailsException with every action that failed
   * @throws IllegalArgumentException for a put without cells, before anything is done
   */
  void run(List<? extends Row> given, Object[] results) throws IOException {
    List<? extends Row> actions = given instanceof RandomAccess ? given : new ArrayList<>(given);
    PutRules.checkNotEmpty(actions);
    OperationTime time = access.batchTime();
    RowCalls rows = new RowCalls(access, time, true);
    List<Integer> writes = new ArrayList<>();
    for (int i = 0; i < actions.size(); i++) {
      Row action = actions.get(i);
      if (isWrite(action)) {
        writes.add(i);
      } else if (!comesLate(action)) {
        if (!(action instanceof Get)) {
          write(actions, writes, time, results);
        }
        results[i] = one(rows, action);
      }
    }
    write(actions, writes, time, results);
    runAll(rows, actions, RowMutations.class, results);
    runAll(rows, actions, CheckAndMutate.class, results);
    throwFailures(actions, results);
  }

  /** Applies mutations of one row, as one; a failure is reported for each of them. */
  Result mutate(RowMutations mutations) throws IOException {
    PutRules.checkNotEmpty(mutations.getMutations());
    PutRules.checkTimes(mutations.getMutations());
    try {
      return new RowCalls(access, access.batchTime(), false).mutate(mutations);
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      throw failure(mutations.getMutations(), e);
    }
  }

  /** Checks and applies mutations of one row, as one; a failure is reported for each of them. */
  CheckAndMutateResult checkAndMutate(CheckAndMutate request, RowMutations mutations)
      throws IOException {
    PutRules.checkNotEmpty(mutations.getMutations());
    PutRules.checkTimes(mutations.getMutations());
    try {
      return new RowCalls(access, access.batchTime(), false).checkAndMutate(request);
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      throw failure(mutations.getMutations(), e);
    }
  }

  /** The name of the region that serves a row, for callbacks. */
  byte[] regionName(Row action) throws IOException {
    return DescriptorAdapter.hbase(access.open().view().locate(action.getRow()).info())
        .getRegionName();
  }

  /** The failure of a request that failed as a whole, as HBase reports it for each action. */
  private RetriesExhaustedWithDetailsException failure(
      List<? extends Row> actions, IOException cause) {
    List<Row> failed = new ArrayList<>(actions);
    IOException each = asBatchFailure(cause);
    return new RetriesExhaustedWithDetailsException(
        Collections.nCopies(failed.size(), each),
        failed,
        Collections.nCopies(failed.size(), serverOf(each)));
  }

  private static boolean isWrite(Row action) {
    return action instanceof Put || action instanceof Delete;
  }

  private static boolean comesLate(Row action) {
    return action instanceof RowMutations || action instanceof CheckAndMutate;
  }

  private void runAll(
      RowCalls rows, List<? extends Row> actions, Class<? extends Row> kind, Object[] results)
      throws InterruptedIOException {
    for (int i = 0; i < actions.size(); i++) {
      if (kind.isInstance(actions.get(i))) {
        results[i] = one(rows, actions.get(i));
      }
    }
  }

  /** Writes those that wait. */
  private void write(
      List<? extends Row> actions, List<Integer> waiting, OperationTime time, Object[] results)
      throws IOException {
    if (waiting.isEmpty()) {
      return;
    }
    boolean all = waiting.size() == actions.size();
    List<? extends Row> writes = all ? actions : waiting.stream().map(actions::get).toList();
    WriteBatch batch = new WriteBatch(access, time, writes);
    try {
      batch.run();
    } finally {
      for (int i = 0; i < writes.size(); i++) {
        if (batch.isSettled(i)) {
          IOException failure = batch.failure(i);
          results[waiting.get(i)] =
              failure == null ? ResultAdapter.result(new CellBatch()) : asBatchFailure(failure);
        }
      }
    }
    waiting.clear();
  }

  private Object one(RowCalls rows, Row action) throws InterruptedIOException {
    try {
      if (action instanceof Get get) {
        return rows.get(get);
      }
      if (action instanceof Increment || action instanceof Append) {
        return rows.update(action);
      }
      if (action instanceof RowMutations several) {
        return rows.mutate(several);
      }
      if (action instanceof CheckAndMutate request) {
        return rows.checkAndMutate(request);
      }
      return new DoNotRetryIOException(
          "An embedded store does not run actions of " + action.getClass().getName());
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      return asBatchFailure(e);
    }
  }

  private void throwFailures(List<? extends Row> actions, Object[] results)
      throws RetriesExhaustedWithDetailsException {
    List<Throwable> causes = new ArrayList<>();
    List<Row> failed = new ArrayList<>();
    List<String> servers = new ArrayList<>();
    for (int i = 0; i < actions.size(); i++) {
      if (results[i] instanceof Throwable cause) {
        causes.add(cause);
        failed.add(actions.get(i));
        servers.add(serverOf(cause));
      }
    }
    if (!causes.isEmpty()) {
      throw new RetriesExhaustedWithDetailsException(causes, failed, servers);
    }
  }

  /**
   * What HBase's batches report. They do not look at the table's state: they meet regions that are
   * not there.
   */
  private static IOException asBatchFailure(IOException failure) {
    IOException translated = ExceptionAdapter.translate(failure);
    if (translated instanceof TableNotEnabledException) {
      NotServingRegionException notServing = new NotServingRegionException(translated.getMessage());
      notServing.initCause(translated);
      return notServing;
    }
    boolean met = !(translated instanceof TableNotFoundException);
    return met ? ExceptionAdapter.asSent(translated) : translated;
  }

  private String serverOf(Throwable failure) {
    // HBase finds no server for a table that does not exist, and says so with this word.
    return failure instanceof TableNotFoundException ? "null" : access.server().getServerName();
  }
}
