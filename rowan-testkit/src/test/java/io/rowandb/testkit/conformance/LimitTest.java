package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowTooBigException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.Test;

/** What is too big or wrong, and how a batch tells which of its actions failed. */
class LimitTest extends ConformanceTest {
  private static final int TEN_MEGABYTES = 10 << 20;

  @Test
  @Needs(value = Capability.FULL_CLIENT, because = "a map has no limits")
  void f183_aValueOverTenMegabytesIsRefusedByTheClient() throws IOException {
    create("f");
    assertThatThrownBy(() -> table.put(new Put(ROW).addColumn(F, Q, new byte[TEN_MEGABYTES + 1])))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("KeyValue size too large");
    table.put(new Put(ROW).addColumn(F, Q, new byte[TEN_MEGABYTES - 100]));
    assertThat(table.get(get()).value()).hasSize(TEN_MEGABYTES - 100);
  }

  @Test
  @Needs(value = Capability.FULL_CLIENT, because = "a map has no limits")
  void trap28_theServersLimitHoldsForAppendsToo() throws IOException {
    create("f");
    table.put(new Put(ROW).addColumn(F, Q, new byte[TEN_MEGABYTES - 100]));
    assertThatThrownBy(() -> table.append(new Append(ROW).addColumn(F, Q, new byte[200])))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("exceeds limit of 10485760 bytes");
    assertThat(table.get(get()).value()).hasSize(TEN_MEGABYTES - 100);
  }

  @Test
  @Needs(value = Capability.FULL_CLIENT, because = "a map has no limits")
  void aRowThatIsTooBigIsNotReadAtOnce() throws IOException {
    TableDescriptor families = descriptor(name, family("f"), family("g"));
    admin.createTable(
        TableDescriptorBuilder.newBuilder(families)
            .setValue("hbase.table.max.rowsize", "1000")
            .build());
    table = connection.getTable(name);
    Put put = new Put(ROW);
    for (int i = 0; i < 6; i++) {
      put.addColumn(F, new byte[] {(byte) i}, new byte[200]);
    }
    put.addColumn(bytes("g"), Q, new byte[900]);
    table.put(put);

    assertTooBig(() -> table.get(get()));
    assertTooBig(() -> table.get(new Get(ROW).addFamily(F)));
    Filter wholeRows = new SingleColumnValueFilter(F, Q, CompareOperator.EQUAL, Q);
    assertTooBig(() -> all(new Scan().setFilter(wholeRows)));
    assertTooBig(() -> table.get(List.of(get(), new Get(bytes("absent")))));

    assertThat(table.get(new Get(ROW).addFamily(bytes("g"))).size()).isEqualTo(1);
    assertThat(table.get(new Get(ROW).setFilter(new ColumnPaginationFilter(4, 0))).size())
        .isEqualTo(4);
    // A plain scan goes through the row in pieces, here of less than the limit.
    for (Scan inPieces : List.of(new Scan().setBatch(2), new Scan().setMaxResultSize(500))) {
      int cells = 0;
      for (Result part : all(inPieces)) {
        cells += part.size();
      }
      assertThat(cells).as("%s", inPieces).isEqualTo(7);
    }
  }

  private static void assertTooBig(ThrowableAssert.ThrowingCallable read) {
    assertThatThrownBy(read)
        .satisfiesAnyOf(
            e -> assertThat(e).isInstanceOf(RowTooBigException.class),
            e -> assertThat(e).hasRootCauseInstanceOf(RowTooBigException.class),
            e ->
                assertThat(((RetriesExhaustedWithDetailsException) e).getCause(0))
                    .isInstanceOf(RowTooBigException.class))
        .hasMessageContaining("Max row size allowed: 1000, but the row is bigger than that");
  }

  private List<Result> all(Scan scan) throws IOException {
    List<Result> rows = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        rows.add(row);
      }
    }
    return rows;
  }

  @Test
  void trap28_anUnknownFamilyFailsItsActionAlone() throws Exception {
    create("f");
    Object[] results = new Object[3];
    List<Row> actions = List.of(put("a", "f:q@1=1"), put("b", "nope:q@1=2"), new Get(bytes("c")));
    assertThatThrownBy(() -> table.batch(actions, results))
        .isInstanceOfSatisfying(
            RetriesExhaustedWithDetailsException.class,
            e -> {
              assertThat(e.getNumExceptions()).isEqualTo(1);
              assertThat(e.getRow(0).getRow()).isEqualTo(bytes("b"));
              assertThat(e.getCause(0)).isInstanceOf(NoSuchColumnFamilyException.class);
              assertThat(e.mayHaveClusterIssues()).isFalse();
            });
    assertThat(results[0]).isInstanceOf(Result.class);
    assertThat(results[1]).isInstanceOf(NoSuchColumnFamilyException.class);
    assertThat(results[2]).isInstanceOf(Result.class);
    assertThat(read(new Get(bytes("a")))).isEqualTo("f:q@1=1");
  }

  @Test
  void f38_aListOfPutsFailsWithTheRowsThatFailed() throws IOException {
    create("f");
    assertThatThrownBy(
            () ->
                table.put(
                    List.of(put("a", "f:q@1=1"), put("b", "nope:q@1=2"), put("c", "f:q@1=3"))))
        .isInstanceOfSatisfying(
            RetriesExhaustedWithDetailsException.class,
            e -> {
              assertThat(e.getNumExceptions()).isEqualTo(1);
              assertThat(e.getRow(0).getRow()).isEqualTo(bytes("b"));
              assertThat(e.getExhaustiveDescription()).contains("nope");
            });
    assertThat(keys(new Scan())).isEqualTo("a c");
  }

  @Test
  void emptyListsDoNothing() throws Exception {
    create("f");
    table.put(List.<Put>of());
    table.batch(List.of(), new Object[0]);
    assertThat(table.get(List.<Get>of())).isEmpty();
    assertThat(table.exists(List.<Get>of())).isEmpty();
  }

  @Test
  void readingHBasesDefaultsKnowsTheLimit() {
    Configuration conf = HBaseConfiguration.create();
    assertThat(conf.getInt("hbase.client.keyvalue.maxsize", 0)).isEqualTo(TEN_MEGABYTES);
  }
}
