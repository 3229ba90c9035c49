package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
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
    assertThat(results[0]).isInstanceOf(org.apache.hadoop.hbase.client.Result.class);
    assertThat(results[1]).isInstanceOf(NoSuchColumnFamilyException.class);
    assertThat(results[2]).isInstanceOf(org.apache.hadoop.hbase.client.Result.class);
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
    assertThat(keys(new org.apache.hadoop.hbase.client.Scan())).isEqualTo("a c");
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
