package io.rowandb.testkit.model;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;

/** A table of the model, by HBase's interface. Writes are done one after another. */
final class ModelTable implements Table {
  private final ModelStore store;
  private final TableName name;
  private final Configuration conf;

  ModelTable(ModelStore store, TableName name, Configuration conf) {
    this.store = store;
    this.name = name;
    this.conf = conf;
  }

  private RowWrite write() throws IOException {
    return new RowWrite(store.enabledTable(name), store.now());
  }

  @Override
  public TableName getName() {
    return name;
  }

  @Override
  public Configuration getConfiguration() {
    return conf;
  }

  @Override
  public TableDescriptor getDescriptor() throws IOException {
    return store.table(name).descriptor;
  }

  @Override
  public RegionLocator getRegionLocator() {
    throw new UnsupportedOperationException("the model has no servers");
  }

  @Override
  public Result get(Get get) throws IOException {
    List<Result> rows = ModelScan.results(store.enabledTable(name), new Scan(get), store.now());
    Result row = rows.isEmpty() ? Result.create(List.of()) : rows.get(0);
    return get.isCheckExistenceOnly() ? Result.create(List.of(), !row.isEmpty()) : row;
  }

  @Override
  public Result[] get(List<Get> gets) throws IOException {
    Result[] results = new Result[gets.size()];
    for (int i = 0; i < results.length; i++) {
      results[i] = get(gets.get(i));
    }
    return results;
  }

  @Override
  public boolean[] exists(List<Get> gets) throws IOException {
    boolean[] found = new boolean[gets.size()];
    for (int i = 0; i < found.length; i++) {
      found[i] = get(new Get(gets.get(i)).setCheckExistenceOnly(true)).getExists();
    }
    return found;
  }

  @Override
  public ResultScanner getScanner(byte[] family) throws IOException {
    return getScanner(new Scan().addFamily(family));
  }

  @Override
  public ResultScanner getScanner(byte[] family, byte[] qualifier) throws IOException {
    return getScanner(new Scan().addColumn(family, qualifier));
  }

  /** What is there now; nothing that is written later is seen. */
  @Override
  public ResultScanner getScanner(Scan scan) throws IOException {
    Iterator<Result> results =
        ModelScan.results(store.enabledTable(name), scan, store.now()).iterator();
    return new ResultScanner() {
      @Override
      public Result next() {
        return results.hasNext() ? results.next() : null;
      }

      @Override
      public void close() {
        results.forEachRemaining(each -> {});
      }

      @Override
      public boolean renewLease() {
        return true;
      }

      @Override
      public ScanMetrics getScanMetrics() {
        return null;
      }
    };
  }

  @Override
  public void put(Put put) throws IOException {
    if (put.isEmpty()) {
      throw new IllegalArgumentException("No columns to insert");
    }
    write().all(List.of(put));
  }

  @Override
  public void put(List<Put> puts) throws IOException {
    batch(puts, new Object[puts.size()]);
  }

  @Override
  public void delete(Delete delete) throws IOException {
    write().all(List.of(delete));
  }

  @Override
  public void delete(List<Delete> deletes) throws IOException {
    batch(deletes, new Object[deletes.size()]);
    deletes.clear();
  }

  @Override
  public Result append(Append append) throws IOException {
    return returned(append, append.isReturnResults());
  }

  @Override
  public Result increment(Increment increment) throws IOException {
    return returned(increment, increment.isReturnResults());
  }

  private Result returned(Mutation mutation, boolean wanted) throws IOException {
    if (mutation.isEmpty()) {
      throw new IllegalArgumentException("There is no column in " + mutation);
    }
    Result result = write().all(List.of(mutation));
    return wanted ? result : Result.EMPTY_RESULT;
  }

  @Override
  public long incrementColumnValue(
      byte[] row, byte[] family, byte[] qualifier, long amount, Durability durability)
      throws IOException {
    return incrementColumnValue(row, family, qualifier, amount);
  }

  @Override
  public Result mutateRow(RowMutations mutations) throws IOException {
    try {
      return write().all(mutations.getMutations());
    } catch (DoNotRetryIOException e) {
      throw failure(List.of(e), List.of(mutations));
    }
  }

  @Override
  public CheckAndMutateResult checkAndMutate(CheckAndMutate check) throws IOException {
    try {
      return write().check(check);
    } catch (DoNotRetryIOException e) {
      if (check.getAction() instanceof RowMutations) {
        throw failure(List.of(e), List.of(check));
      }
      throw e;
    }
  }

  @Override
  public List<CheckAndMutateResult> checkAndMutate(List<CheckAndMutate> checks) throws IOException {
    List<CheckAndMutateResult> results = new ArrayList<>();
    for (CheckAndMutate check : checks) {
      results.add(checkAndMutate(check));
    }
    return results;
  }

  /** Each action by itself; what fails is told at the end. */
  @Override
  public void batch(List<? extends Row> actions, Object[] results) throws IOException {
    List<Throwable> causes = new ArrayList<>();
    List<Row> failed = new ArrayList<>();
    for (int i = 0; i < actions.size(); i++) {
      try {
        results[i] = one(actions.get(i));
      } catch (IOException e) {
        results[i] = e;
        causes.add(e);
        failed.add(actions.get(i));
      }
    }
    if (!causes.isEmpty()) {
      throw failure(causes, failed);
    }
  }

  private static IOException failure(List<Throwable> causes, List<Row> actions) {
    String[] servers = new String[causes.size()];
    Arrays.fill(servers, "model:" + HConstants.DEFAULT_REGIONSERVER_PORT);
    return new RetriesExhaustedWithDetailsException(causes, actions, Arrays.asList(servers));
  }

  private Object one(Row action) throws IOException {
    if (action instanceof Get get) {
      return get(get);
    }
    if (action instanceof RowMutations mutations) {
      return write().all(mutations.getMutations());
    }
    if (action instanceof CheckAndMutate check) {
      return write().check(check);
    }
    return write().all(List.of((Mutation) action));
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
