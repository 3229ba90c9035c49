package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;

/** Every way to write a row is closed for {@code hbase:meta}, and leads nowhere. */
@Needs(value = Capability.REFUSALS, because = "a cluster lets a client destroy its own catalogue")
class MetaRefusalTest extends ConformanceTest {
  private static final byte[] INFO = bytes("info");
  private static final String RULE = "hbase:meta is derived from the catalogue";

  @Test
  void noCallWritesItsRows() throws Exception {
    create("f");
    byte[] row = admin.getRegions(name).get(0).getRegionName();
    List<String> before = rows();
    Put put = new Put(row).addColumn(INFO, Q, bytes("v"));
    Delete delete = new Delete(row);
    Increment increment = new Increment(row).addColumn(INFO, Q, 1);
    Append append = new Append(row).addColumn(INFO, Q, bytes("v"));
    RowMutations several = new RowMutations(row).add(List.of(put, new Delete(row)));
    CheckAndMutate.Builder missing = CheckAndMutate.newBuilder(row).ifNotExists(INFO, bytes("no"));
    CheckAndMutate.Builder holdsNot =
        CheckAndMutate.newBuilder(row).ifEquals(INFO, bytes("no"), bytes("v"));
    Map<String, Call> calls = new TreeMap<>();
    try (Table meta = connection.getTable(TableName.META_TABLE_NAME);
        AsyncConnection async = backend.openAsync()) {
      AsyncTable<?> asyncMeta = async.getTable(TableName.META_TABLE_NAME);
      calls.put("put", () -> meta.put(put));
      calls.put("puts", () -> meta.put(List.of(put, put)));
      calls.put("delete", () -> meta.delete(delete));
      calls.put("deletes", () -> meta.delete(new ArrayList<>(List.of(delete))));
      calls.put("increment", () -> meta.increment(increment));
      calls.put("counter", () -> meta.incrementColumnValue(row, INFO, Q, 1));
      calls.put("append", () -> meta.append(append));
      calls.put("mutateRow", () -> meta.mutateRow(several));
      for (Mutation each : List.of(put, delete, increment, append)) {
        calls.put(
            "batch of " + each.getClass().getSimpleName(),
            () -> meta.batch(List.of(each), new Object[1]));
      }
      calls.put("batch of several", () -> meta.batch(List.of(several), new Object[1]));
      calls.put("check that holds", () -> meta.checkAndMutate(missing.build(delete)));
      calls.put("check that fails", () -> meta.checkAndMutate(holdsNot.build(put)));
      calls.put("check of several", () -> meta.checkAndMutate(missing.build(several)));
      calls.put(
          "checks", () -> meta.checkAndMutate(List.of(missing.build(put), holdsNot.build(delete))));
      calls.put("buffer", () -> buffer(put));
      calls.put("async put", () -> asyncMeta.put(put).get());
      calls.put("async delete", () -> asyncMeta.delete(delete).get());
      calls.put("async append", () -> asyncMeta.append(append).get());
      calls.put("async mutateRow", () -> asyncMeta.mutateRow(several).get());
      calls.put("async batch", () -> asyncMeta.batchAll(List.of(put, delete)).get());
      calls.forEach((call, made) -> assertThat(messageOf(made)).as(call).contains(RULE));
      assertThat(rows()).isEqualTo(before);
      assertThat(admin.getRegions(name)).hasSize(1);
      assertThat(connection.getRegionLocator(name).getAllRegionLocations()).hasSize(1);
    }
  }

  private void buffer(Put put) throws IOException {
    try (BufferedMutator mutator = connection.getBufferedMutator(TableName.META_TABLE_NAME)) {
      mutator.mutate(put);
    }
  }

  private List<String> rows() throws IOException {
    List<String> rows = new ArrayList<>();
    try (Table meta = connection.getTable(TableName.META_TABLE_NAME);
        ResultScanner scanner = meta.getScanner(new Scan().readAllVersions())) {
      for (Result result : scanner) {
        rows.add(text(result));
      }
    }
    return rows;
  }

  private static String messageOf(Call call) {
    try {
      call.make();
    } catch (ExecutionException e) {
      return String.valueOf(e.getCause().getMessage());
    } catch (Exception e) {
      return String.valueOf(e.getMessage());
    }
    return "nothing was thrown";
  }

  /** A call that should fail. */
  private interface Call {
    void make() throws Exception;
  }
}
