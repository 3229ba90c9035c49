package io.rowandb.schema.pattern.rows;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class RecentRowsTest {
  private static byte[] row(int number) {
    return Bytes.toBytes(number);
  }

  @Test
  void whatIsThereIsNotNew() {
    RecentRows rows = new RecentRows(1_000_000);
    assertThat(rows.add(row(1))).isTrue();
    assertThat(rows.add(row(2))).isTrue();
    assertThat(rows.add(row(1))).isFalse();
  }

  @Test
  void theOldestAreForgotten() {
    RecentRows rows = new RecentRows(1_040); // ten of four bytes
    for (int i = 0; i < 11; i++) {
      assertThat(rows.add(row(i))).isTrue();
    }
    assertThat(rows.add(row(1))).isFalse();
    assertThat(rows.add(row(0))).isTrue();
    assertThat(rows.add(row(1))).isTrue();
  }

  @Test
  void aRowLongerThanAllIsRememberedAlone() {
    RecentRows rows = new RecentRows(1_040);
    byte[] longest = new byte[Short.MAX_VALUE];
    assertThat(rows.add(row(1))).isTrue();
    assertThat(rows.add(longest)).isTrue();
    assertThat(rows.add(longest)).isFalse();
    assertThat(rows.add(row(1))).isTrue();
  }
}
