package io.rowandb.client.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.scan.RowRoom;
import java.io.IOException;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows of a megabyte, before and behind a small one, and who is asked for their room. */
class RowRoomTest extends DoorTest {
  private static final int CELLS = 100;
  private static final int CELL_BYTES = 10_000;
  private static final byte[] LARGE = bytes("b");

  private long asked;
  private long allowed = Long.MAX_VALUE;

  @BeforeEach
  void fill() throws IOException {
    for (String row : new String[] {"b", "n"}) {
      Put put = new Put(bytes(row));
      for (int i = 0; i < CELLS; i++) {
        put.addColumn(bytes("f"), bytes("q" + i), new byte[CELL_BYTES]);
      }
      table.put(put);
    }
    table.put(put("c", "f:q", "small"));
  }

  private void take(long bytes) throws IOException {
    asked += bytes;
    if (asked > allowed) {
      throw new IOException("no room for " + asked);
    }
  }

  private <T> T asking(RowRoom.Read<T, IOException> read) throws IOException {
    asked = 0;
    return RowRoom.asking(this::take, read);
  }

  @Test
  void allOfALargeRowIsAskedFor() throws IOException {
    assertThat(asking(() -> table.get(new Get(LARGE))).size()).isEqualTo(CELLS);
    assertThat(asked).isBetween(CELLS * (long) CELL_BYTES - RowRoom.STEP_BYTES, 1_100_000L);
    long ofGet = asked;
    asking(
        () -> {
          assertThat(next(new Scan().withStartRow(LARGE))).isEqualTo(CELLS);
          return null;
        });
    assertThat(asked).isEqualTo(ofGet);
  }

  @Test
  void smallRowsAndPiecesAskNobody() throws IOException {
    allowed = 0;
    assertThat(asking(() -> table.get(new Get(bytes("c")))).size()).isEqualTo(1);
    assertThat(asking(() -> table.exists(new Get(LARGE)))).isTrue();
    Get some = new Get(LARGE).addColumn(bytes("f"), bytes("q7"));
    assertThat(asking(() -> table.get(some)).size()).isEqualTo(1);
    assertThat(asking(() -> next(new Scan().withStartRow(LARGE).setBatch(5)))).isEqualTo(5);
    assertThat(asked).isZero();
  }

  @Test
  void whatHasNoRoomIsNotRead() throws IOException {
    allowed = 500_000;
    assertNoRoom(() -> table.get(new Get(LARGE)));
    assertNoRoom(() -> next(new Scan()));
    assertNoRoom(() -> next(new Scan().setReversed(true)));
    assertNoRoom(
        () ->
            next(
                new Scan()
                    .setAllowPartialResults(true)
                    .setFilter(
                        new SingleColumnValueFilter(
                            bytes("f"), bytes("q1"), CompareOperator.NOT_EQUAL, bytes("x")))));
    Append append = new Append(LARGE);
    for (int i = 0; i < CELLS; i++) {
      append.addColumn(bytes("f"), bytes("q" + i), bytes("more"));
    }
    assertNoRoom(() -> table.append(append));

    Result row = table.get(new Get(LARGE));
    assertThat(row.size()).isEqualTo(CELLS);
    assertThat(row.getValue(bytes("f"), bytes("q1"))).hasSize(CELL_BYTES);
    allowed = Long.MAX_VALUE;
    assertThat(asking(() -> table.append(append)).size()).isEqualTo(CELLS);
  }

  /** Of two that ask one in the other the inner one is asked, and afterwards the outer one. */
  @Test
  void eachThreadAsksItsOwnAccount() throws IOException {
    asking(
        () -> {
          RowRoom.asking(bytes -> {}, () -> table.get(new Get(LARGE)));
          assertThat(asked).isZero();
          table.get(new Get(LARGE));
          assertThat(asked).isPositive();
          return null;
        });
    asked = 0;
    table.get(new Get(LARGE));
    assertThat(asked).isZero();
  }

  private void assertNoRoom(RowRoom.Read<?, IOException> read) {
    assertThatThrownBy(() -> asking(read))
        .isExactlyInstanceOf(IOException.class)
        .hasMessageStartingWith("no room for ");
  }

  private int next(Scan scan) throws IOException {
    try (ResultScanner scanner = table.getScanner(scan)) {
      return scanner.next().size();
    }
  }
}
