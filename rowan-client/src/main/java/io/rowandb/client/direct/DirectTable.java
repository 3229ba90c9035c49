package io.rowandb.client.direct;

import io.rowandb.client.adapter.DescriptorAdapter;
import io.rowandb.client.adapter.ExceptionAdapter;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.filter.CompareFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A table over the engine: each method makes the checks of HBase's client and delegates to {@link
 * RowCalls}, {@link Batch} or {@link DirectScanner}. It holds nothing that needs closing and, like
 * HBase's, still works after {@code close}. Safe for use by many threads, except for the deprecated
 * setters of timeouts.
 */
@SuppressWarnings("deprecation") // programs call the deprecated half of the interface too
final class DirectTable extends EndpointCalls {
  private final Connection connection;
  private final TableName name;
  private final TableAccess access;
  private final ClientSettings settings;
  private final RareCalls rareCalls;
  private final RowCalls rows;
  private final Batch batch;
  private final Map<String, byte[]> requestAttributes;
  private Timeouts timeouts;

  DirectTable(
      Connection connection,
      TableName name,
      TableAccess access,
      ClientSettings settings,
      RareCalls rareCalls,
      Timeouts timeouts,
      Map<String, byte[]> requestAttributes) {
    this.connection = connection;
    this.name = name;
    this.access = access;
    this.settings = settings;
    this.rareCalls = rareCalls;
    this.rows = new RowCalls(access);
    this.batch = new Batch(access);
    this.timeouts = timeouts;
    access.setOperationTimeout(timeouts.operationMillis());
    this.requestAttributes = requestAttributes;
  }

  @Override
  public TableName getName() {
    return name;
  }

  @Override
  public Configuration getConfiguration() {
    return connection.getConfiguration();
  }

  @Override
  public TableDescriptor getDescriptor() throws IOException {
    OpenTable table = access.peek();
    if (table == null) {
      throw ExceptionAdapter.tableNotFound(access.name());
    }
    return DescriptorAdapter.hbase(table.view().descriptor());
  }

  @Override
  public RegionLocator getRegionLocator() {
    return new DirectRegionLocator(name, access);
  }

  @Override
  Table complete() throws IOException {
    return rareCalls.connection().getTable(name);
  }

  @Override
  public void close() {
    // Nothing to give back.
  }

  @Override
  public String toString() {
    return name + ";" + connection;
  }

  // Reads.

  @Override
  public Result get(Get get) throws IOException {
    return rows.get(get);
  }

  @Override
  public Result[] get(List<Get> gets) throws IOException {
    if (gets.size() == 1) {
      return new Result[] {get(gets.get(0))};
    }
    Object[] results = new Object[gets.size()];
    batch.run(gets, results);
    return Arrays.copyOf(results, results.length, Result[].class);
  }

  @Override
  public boolean exists(Get get) throws IOException {
    return rows.exists(get);
  }

  @Override
  public boolean[] exists(List<Get> gets) throws IOException {
    boolean[] found = new boolean[gets.size()];
    if (gets.size() == 1) {
      found[0] = exists(gets.get(0));
      return found;
    }
    List<Get> questions = gets.stream().map(g -> new Get(g).setCheckExistenceOnly(true)).toList();
    Object[] results = new Object[gets.size()];
    batch.run(questions, results);
    for (int i = 0; i < found.length; i++) {
      found[i] = ((Result) results[i]).getExists();
    }
    return found;
  }

  /**
   * Scans whose answer depends on how HBase's client cuts it into calls, and on what it then makes
   * of the parts, are left to it: a limit of rows beside a batch of cells, and cursors.
   */
  @Override
  public ResultScanner getScanner(Scan scan) throws IOException {
    if (scan.isNeedCursorResult() || (scan.getLimit() > 0 && scan.getBatch() > 0)) {
      return complete().getScanner(scan);
    }
    long answerBytes = settings.answerBytes(scan.getMaxResultSize());
    return new DirectScanner(access, copyOf(scan), scan, answerBytes);
  }

  @Override
  public ResultScanner getScanner(byte[] family) throws IOException {
    return getScanner(new Scan().addFamily(family));
  }

  @Override
  public ResultScanner getScanner(byte[] family, byte[] qualifier) throws IOException {
    return getScanner(new Scan().addColumn(family, qualifier));
  }

  // Writes.

  @Override
  public void put(Put put) throws IOException {
    PutRules.check(put, settings.maxCellBytes());
    rows.write(put);
  }

  @Override
  public void put(List<Put> puts) throws IOException {
    for (Put put : puts) {
      PutRules.check(put, settings.maxCellBytes());
    }
    batch.run(puts, new Object[puts.size()]);
  }

  @Override
  public void delete(Delete delete) throws IOException {
    PutRules.check(delete, settings.maxCellBytes());
    rows.write(delete);
  }

  /** Takes those that succeeded out of the caller's list, as HBase does. */
  @Override
  public void delete(List<Delete> deletes) throws IOException {
    PutRules.checkTimes(deletes);
    Object[] results = new Object[deletes.size()];
    try {
      batch.run(deletes, results);
    } finally {
      for (int i = results.length - 1; i >= 0; i--) {
        if (results[i] instanceof Result) {
          deletes.remove(i);
        }
      }
    }
  }

  @Override
  public Result mutateRow(RowMutations mutations) throws IOException {
    return batch.mutate(mutations);
  }

  @Override
  public Result increment(Increment increment) throws IOException {
    checkNotEmpty(increment);
    return rows.update(increment);
  }

  @Override
  public long incrementColumnValue(byte[] row, byte[] family, byte[] qualifier, long amount)
      throws IOException {
    return incrementColumnValue(row, family, qualifier, amount, Durability.SYNC_WAL);
  }

  @Override
  public long incrementColumnValue(
      byte[] row, byte[] family, byte[] qualifier, long amount, Durability durability)
      throws IOException {
    if (row == null || family == null) {
      throw new IOException(
          "Invalid arguments to incrementColumnValue",
          new NullPointerException(row == null ? "row is null" : "family is null"));
    }
    Increment increment =
        new Increment(row).addColumn(family, qualifier, amount).setDurability(durability);
    return Bytes.toLong(rows.update(increment).getValue(family, qualifier));
  }

  @Override
  public Result append(Append append) throws IOException {
    checkNotEmpty(append);
    return rows.update(append);
  }

  // Batches.

  @Override
  public void batch(List<? extends Row> actions, Object[] results) throws IOException {
    PutRules.checkTimes(actions);
    if (results == null) {
      batch.run(actions, new Object[actions.size()]);
      return;
    }
    if (results.length < actions.size()) {
      throw new IllegalArgumentException(
          "results must have room for " + actions.size() + " actions: " + results.length);
    }
    batch.run(actions, results);
  }

  @Override
  public <R> void batchCallback(
      List<? extends Row> actions,
      Object[] results,
      org.apache.hadoop.hbase.client.coprocessor.Batch.Callback<R> callback)
      throws IOException {
    Object[] found = results == null ? new Object[actions.size()] : results;
    try {
      batch(actions, found);
    } finally {
      for (int i = 0; i < actions.size(); i++) {
        if (found[i] != null && !(found[i] instanceof Throwable)) {
          @SuppressWarnings("unchecked") // the interface leaves the type of results to the caller
          R result = (R) found[i];
          callback.update(batch.regionName(actions.get(i)), actions.get(i).getRow(), result);
        }
      }
    }
  }

  // Checks and mutations.

  @Override
  public CheckAndMutateResult checkAndMutate(CheckAndMutate request) throws IOException {
    if (request.getAction() instanceof RowMutations several) {
      return batch.checkAndMutate(request, several);
    }
    PutRules.check((Mutation) request.getAction(), settings.maxCellBytes());
    return rows.checkAndMutate(request);
  }

  @Override
  public List<CheckAndMutateResult> checkAndMutate(List<CheckAndMutate> requests)
      throws IOException {
    if (requests.size() == 1) {
      return List.of(checkAndMutate(requests.get(0)));
    }
    PutRules.checkTimes(requests);
    Object[] results = new Object[requests.size()];
    batch.run(requests, results);
    return Arrays.asList(Arrays.copyOf(results, results.length, CheckAndMutateResult[].class));
  }

  @Override
  @Deprecated
  public CheckAndMutateBuilder checkAndMutate(byte[] row, byte[] family) {
    return new ValueCheckBuilder(this, row, family);
  }

  @Override
  @Deprecated
  public CheckAndMutateWithFilterBuilder checkAndMutate(byte[] row, Filter filter) {
    return new FilterCheckBuilder(this, row, filter);
  }

  @Override
  @Deprecated
  public boolean checkAndMutate(
      byte[] row,
      byte[] family,
      byte[] qualifier,
      CompareOperator op,
      byte[] value,
      RowMutations mutations)
      throws IOException {
    PutRules.checkSameRow(row, mutations.getRow());
    return checkAndMutate(condition(row, family, qualifier, op, value).build(mutations))
        .isSuccess();
  }

  @Override
  @Deprecated
  public boolean checkAndMutate(
      byte[] row,
      byte[] family,
      byte[] qualifier,
      CompareFilter.CompareOp op,
      byte[] value,
      RowMutations mutations)
      throws IOException {
    return checkAndMutate(row, family, qualifier, operator(op), value, mutations);
  }

  @Override
  @Deprecated
  public boolean checkAndPut(byte[] row, byte[] family, byte[] qualifier, byte[] value, Put put)
      throws IOException {
    return checkAndPut(row, family, qualifier, CompareOperator.EQUAL, value, put);
  }

  @Override
  @Deprecated
  public boolean checkAndPut(
      byte[] row,
      byte[] family,
      byte[] qualifier,
      CompareFilter.CompareOp op,
      byte[] value,
      Put put)
      throws IOException {
    return checkAndPut(row, family, qualifier, operator(op), value, put);
  }

  @Override
  @Deprecated
  public boolean checkAndPut(
      byte[] row, byte[] family, byte[] qualifier, CompareOperator op, byte[] value, Put put)
      throws IOException {
    PutRules.checkSameRow(row, put.getRow());
    return checkAndMutate(condition(row, family, qualifier, op, value).build(put)).isSuccess();
  }

  @Override
  @Deprecated
  public boolean checkAndDelete(
      byte[] row, byte[] family, byte[] qualifier, byte[] value, Delete delete) throws IOException {
    return checkAndDelete(row, family, qualifier, CompareOperator.EQUAL, value, delete);
  }

  @Override
  @Deprecated
  public boolean checkAndDelete(
      byte[] row,
      byte[] family,
      byte[] qualifier,
      CompareFilter.CompareOp op,
      byte[] value,
      Delete delete)
      throws IOException {
    return checkAndDelete(row, family, qualifier, operator(op), value, delete);
  }

  @Override
  @Deprecated
  public boolean checkAndDelete(
      byte[] row, byte[] family, byte[] qualifier, CompareOperator op, byte[] value, Delete delete)
      throws IOException {
    PutRules.checkSameRow(row, delete.getRow());
    return checkAndMutate(condition(row, family, qualifier, op, value).build(delete)).isSuccess();
  }

  // Timeouts and attributes.

  @Override
  public long getRpcTimeout(TimeUnit unit) {
    return unit.convert(timeouts.rpcMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public long getReadRpcTimeout(TimeUnit unit) {
    return unit.convert(timeouts.readMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  @Deprecated
  public void setReadRpcTimeout(int millis) {
    timeouts =
        new Timeouts(
            timeouts.operationMillis(), timeouts.rpcMillis(), millis, timeouts.writeMillis());
  }

  @Override
  public long getWriteRpcTimeout(TimeUnit unit) {
    return unit.convert(timeouts.writeMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  @Deprecated
  public void setWriteRpcTimeout(int millis) {
    timeouts =
        new Timeouts(
            timeouts.operationMillis(), timeouts.rpcMillis(), timeouts.readMillis(), millis);
  }

  @Override
  public long getOperationTimeout(TimeUnit unit) {
    return unit.convert(timeouts.operationMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  @Deprecated
  public void setOperationTimeout(int millis) {
    timeouts =
        new Timeouts(millis, timeouts.rpcMillis(), timeouts.readMillis(), timeouts.writeMillis());
    access.setOperationTimeout(millis);
  }

  @Override
  public Map<String, byte[]> getRequestAttributes() {
    return requestAttributes;
  }

  private static CheckAndMutate.Builder condition(
      byte[] row, byte[] family, byte[] qualifier, CompareOperator op, byte[] value) {
    return CheckAndMutate.newBuilder(row).ifMatches(family, qualifier, op, value);
  }

  private static CompareOperator operator(CompareFilter.CompareOp op) {
    return CompareOperator.valueOf(op.name());
  }

  private static void checkNotEmpty(Mutation mutation) {
    if (mutation.isEmpty()) {
      throw new IllegalArgumentException(
          "Invalid arguments to " + mutation + ", zero columns specified");
    }
  }

  private static Scan copyOf(Scan scan) {
    try {
      return new Scan(scan);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException("A scan that was valid is not", e);
    }
  }
}
