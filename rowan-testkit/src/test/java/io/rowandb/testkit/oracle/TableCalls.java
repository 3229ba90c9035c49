package io.rowandb.testkit.oracle;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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
import org.apache.hadoop.hbase.client.Table;

/** The calls of HBase's {@code Table} that the requests of a history stand for. */
final class TableCalls {
  private TableCalls() {}

  static List<String> call(Table table, Row action) throws IOException {
    if (action instanceof Get get) {
      return get.isCheckExistenceOnly()
          ? List.of("exists " + table.exists(get))
          : ResultText.of(table.get(get));
    } else if (action instanceof Put put) {
      table.put(put);
    } else if (action instanceof Delete delete) {
      table.delete(delete);
    } else if (action instanceof Increment increment) {
      return ResultText.of(table.increment(increment));
    } else if (action instanceof Append append) {
      return ResultText.of(table.append(append));
    } else if (action instanceof RowMutations several) {
      return ResultText.of(table.mutateRow(several));
    } else {
      return ResultText.of(table.checkAndMutate((CheckAndMutate) action));
    }
    return List.of();
  }

  static List<List<String>> batch(Table table, List<Row> actions) throws IOException {
    Object[] results = new Object[actions.size()];
    try {
      table.batch(actions, results);
    } catch (RetriesExhaustedWithDetailsException e) {
      // Each failure is among the results too.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    List<List<String>> answers = new ArrayList<>();
    for (int i = 0; i < results.length; i++) {
      answers.add(answer(actions.get(i), results[i]));
    }
    return answers;
  }

  private static List<String> answer(Row action, Object result) {
    if (result instanceof Throwable failure) {
      return List.of(Failures.line(failure));
    } else if (result instanceof CheckAndMutateResult checked) {
      return ResultText.of(checked);
    }
    Result cells = (Result) result;
    return action instanceof Get get && get.isCheckExistenceOnly()
        ? List.of("exists " + cells.getExists())
        : ResultText.of(cells);
  }
}
