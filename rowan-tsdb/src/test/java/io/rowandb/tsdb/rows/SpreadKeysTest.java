package io.rowandb.tsdb.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys of all parts of a table. */
@OnBackEnd
class SpreadKeysTest {
  private static final byte[] FAMILY = {'t'};

  private Connection connection;
  private TableName name;

  @BeforeEach
  void create(Connection backEnd) throws IOException {
    connection = backEnd;
    name = TableName.valueOf(BackEnd.newTableName("keys"));
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build());
    }
  }

  @AfterEach
  void drop() throws IOException {
    BackEnd.drop(connection, name.getNameAsString());
  }

  private void put(Iterable<byte[]> keys) throws IOException {
    List<Put> puts = new ArrayList<>();
    keys.forEach(key -> puts.add(new Put(key).addColumn(FAMILY, FAMILY, FAMILY)));
    try (Table table = connection.getTable(name)) {
      table.put(puts);
    }
  }

  private List<byte[]> read(int rowsAtAPlace, int maxRows) throws IOException {
    List<byte[]> keys = new ArrayList<>();
    try (Table table = connection.getTable(name)) {
      new SpreadKeys(
              table,
              rowsAtAPlace,
              key -> {
                keys.add(key);
                return keys.size() < maxRows;
              })
          .read();
    }
    return keys;
  }

  @Test
  void anEmptyTable() throws IOException {
    assertThat(read(10, 1_000)).isEmpty();
  }

  /** Short keys of few bytes, so that many begin with others, and some are zeros or 255 alone. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 10})
  void eachKeyIsReadOnce(int rowsAtAPlace) throws IOException {
    Random random = new Random(rowsAtAPlace);
    byte[] digits = {0, 1, 'a', -1};
    TreeSet<byte[]> keys = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    for (int i = 0; i < 300; i++) {
      byte[] key = new byte[1 + random.nextInt(5)];
      for (int at = 0; at < key.length; at++) {
        key[at] = digits[random.nextInt(digits.length)];
      }
      keys.add(key);
    }
    put(keys);
    List<byte[]> read = read(rowsAtAPlace, Integer.MAX_VALUE);
    read.sort(Arrays::compareUnsigned);
    assertThat(read).containsExactly(keys.toArray(byte[][]::new));
  }

  /** Of 20 buckets with 50 metrics of 10 rows, none of the buckets is left out. */
  @Test
  void aTenthOfTheRowsIsFromAllParts() throws IOException {
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      keys.add(new byte[] {(byte) (i / 500), 0, 0, (byte) (i / 10 % 50), 77, (byte) (i % 10)});
    }
    put(keys);
    int[] ofBucket = new int[20];
    int[] ofFifth = new int[5];
    for (byte[] key : read(10, 1_000)) {
      ofBucket[key[0]]++;
      ofFifth[key[3] / 10]++;
    }
    assertThat(ofBucket).doesNotContain(0);
    assertThat(ofFifth).doesNotContain(0);
  }
}
