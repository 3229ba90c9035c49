package io.rowandb.schema.pattern.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** What counts as a refusal of a read-only table: only what is not done, and never will be. */
class ReadOnlyTableExceptionTest {
  private final IOException readOnly = new DoNotRetryIOException("region r is read only");

  private static RetriesExhaustedWithDetailsException of(Throwable... causes) {
    List<Row> rows = List.of(new Put(Bytes.toBytes("a")), new Put(Bytes.toBytes("b")));
    return new RetriesExhaustedWithDetailsException(
        List.of(causes),
        rows.subList(0, causes.length),
        List.of("h:1", "h:1").subList(0, causes.length));
  }

  @Test
  void callsForSeveralRowsAreRefusedTogether() {
    assertThat(ReadOnlyTableException.isRefused(of(readOnly, readOnly))).isTrue();
    assertThat(ReadOnlyTableException.isRefused(of(readOnly))).isTrue();
  }

  /** The other may be executed later, before its own region is read-only. */
  @Test
  void oneWithoutAnAnswerIsInDoubt() {
    IOException lost = new NotServingRegionException("region s is opening");
    assertThat(ReadOnlyTableException.isRefused(of(readOnly, lost))).isFalse();
    assertThat(ReadOnlyTableException.isRefused(of(lost, readOnly))).isFalse();
  }

  @Test
  void aCauseIsLookedFor() {
    assertThat(ReadOnlyTableException.isRefused(new IOException("failed", readOnly))).isTrue();
    assertThat(ReadOnlyTableException.isRefused(new IOException("failed"))).isFalse();
    assertThat(ReadOnlyTableException.isRefused(null)).isFalse();
  }
}
