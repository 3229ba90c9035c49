package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Increments and appends. */
class CounterTest extends ConformanceTest {
  @Test
  void f51_incrementBeginsAtZero() throws IOException {
    create("f");
    assertThat(table.incrementColumnValue(ROW, F, Q, 5)).isEqualTo(5);
    assertThat(table.incrementColumnValue(ROW, F, Q, -7)).isEqualTo(-2);
  }

  @Test
  void trap12_incrementOverwritesACellOfTheFuture() throws IOException {
    create("f");
    table.put(new Put(ROW).addColumn(F, Q, Long.MAX_VALUE - 9, Bytes.toBytes(40L)));
    Result result = table.increment(new Increment(ROW).addColumn(F, Q, 2));
    assertThat(Bytes.toLong(result.value())).isEqualTo(42);
    assertThat(result.rawCells()[0].getTimestamp()).isEqualTo(Long.MAX_VALUE - 8);
    assertThat(Bytes.toLong(table.get(get()).value())).isEqualTo(42);
  }

  @Test
  void trap12_incrementOfWhatIsNoNumberIsRefused() throws IOException {
    create("f");
    write("f:q=abc");
    assertThatThrownBy(() -> table.incrementColumnValue(ROW, F, Q, 1))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("Field is not a long, it's 3 bytes wide");
  }
}
