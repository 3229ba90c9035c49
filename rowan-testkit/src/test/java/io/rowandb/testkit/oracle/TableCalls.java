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
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/** The calls of HBase's {@code Table} that the requests of a history stand for. */
final class TableCalls {
  private final Table table;
  private final boolean flags;

  /**
   * Calls on a table.
   *
   * @param flags whether answers show what a result says beside its cells
   */
  TableCalls(Table table, boolean flags) {
    this.table = table;
    this.flags = flags;
  }

  List<String> call(Row action) throws IOException {
    if (action instanceof Get get) {
      return get.isCheckExistenceOnly()
          ? List.of("exists " + table.exists(get))
          : text(table.get(get));
    } else if (action instanceof Put put) {
      table.put(put);
    } else if (action instanceof Delete delete) {
      table.delete(delete);
    } else if (action instanceof Increment increment) {
      return text(table.increment(increment));
    } else if (action instanceof Append append) {
      return text(table.append(append));
    } else if (action instanceof RowMutations several) {
      return text(table.mutateRow(several));
    } else {
      return ResultText.of(table.checkAndMutate((CheckAndMutate) action));
    }
    return List.of();
  }

  List<List<String>> batch(List<Row> actions) throws IOException {
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

  /** Opens a scan and reads its first row: it sees what is there when it is asked for that. */
  RegionDriver.OpenScan open(Scan scan) throws IOException {
    ResultScanner results = table.getScanner(scan);
    Result first = null;
    IOException failure = null;
    try {
      first = results.next();
    } catch (IOException e) {
      // A filter's failure; HBase's region tells of it when it is read.
      failure = e;
    }
    return new ClientScan(results, first, failure, scan);
  }

  private List<String> answer(Row action, Object result) {
    if (result instanceof Throwable failure) {
      return List.of(Failures.line(failure));
    } else if (result instanceof CheckAndMutateResult checked) {
      return ResultText.of(checked);
    }
    Result cells = (Result) result;
    return action instanceof Get get && get.isCheckExistenceOnly()
        ? List.of("exists " + cells.getExists())
        : text(cells);
  }

  private List<String> text(Result result) {
    List<String> lines = ResultText.of(result);
    return flags ? ResultText.withFlags(result, lines) : lines;
  }

  /** A scan through the client. */
  private final class ClientScan implements RegionDriver.OpenScan {
    private final ResultScanner results;
    private final Result first;
    private final IOException failure;
    private final boolean anyPieces;

    /** A row that a batch size cuts may have more cells: a filter may drop all that follow. */
    private final boolean showsFlags;

    ClientScan(ResultScanner results, Result first, IOException failure, Scan scan) {
      this.results = results;
      this.first = first;
      this.failure = failure;
      this.anyPieces = scan.getAllowPartialResults();
      this.showsFlags = scan.getBatch() <= 0 && !anyPieces;
    }

    @Override
    public List<List<String>> drain() throws IOException {
      if (failure != null) {
        throw failure;
      }
      List<List<String>> parts = new ArrayList<>();
      for (Result part = first; part != null; part = results.next()) {
        parts.add(showsFlags ? text(part) : ResultText.of(part));
      }
      // Where a row may be cut depends on how many bytes each side counts for a cell.
      return anyPieces ? List.of(parts.stream().flatMap(List::stream).toList()) : parts;
    }

    @Override
    public void close() {
      results.close();
    }
  }
}
