package io.rowandb.bench.applications;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** Calls of phones, the newest first, spread by a hash. */
final class PlainCallRecords implements Application {
  private static final TableName NAME = TableName.valueOf("plain_calls");
  private static final byte[] FAMILY = Bytes.toBytes("c");
  private static final byte[] OTHER = Bytes.toBytes("o");
  private static final byte[] SECONDS = Bytes.toBytes("s");
  private static final int HASH_BYTES = 4;

  private final Table calls;
  private final MessageDigest md5;

  PlainCallRecords(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(NAME)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build());
    }
    calls = connection.getTable(NAME);
    try {
      md5 = MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has MD5", e);
    }
  }

  private byte[] row(String phone, long start) {
    byte[] bytes = Bytes.toBytes(phone);
    return ByteBuffer.allocate(HASH_BYTES + bytes.length + 1 + Long.BYTES)
        .put(md5.digest(bytes), 0, HASH_BYTES)
        .put(bytes)
        .put((byte) 0)
        .putLong(Long.MAX_VALUE - start)
        .array();
  }

  @Override
  public void write(int from, int to) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int i = from; i < to; i++) {
      puts.add(
          new Put(row(Input.person(i), Input.START + i * 1_000L))
              .addColumn(FAMILY, OTHER, Bytes.toBytes(Input.person(i / 3)))
              .addColumn(FAMILY, SECONDS, Bytes.toBytes(i % 600)));
    }
    calls.put(puts);
  }

  @Override
  public String ask(int number) throws IOException {
    String phone = Input.person(number);
    long from = Input.START + number * 1_000L;
    Scan scan =
        new Scan()
            .withStartRow(row(phone, from + 5_000_000), /* inclusive= */ false)
            .withStopRow(row(phone, from), /* inclusive= */ true);
    List<String> others = new ArrayList<>();
    int seconds = 0;
    try (ResultScanner rows = calls.getScanner(scan)) {
      for (Result row : rows) {
        others.add(Bytes.toString(row.getValue(FAMILY, OTHER)));
        seconds += Bytes.toInt(row.getValue(FAMILY, SECONDS));
      }
    }
    return others + " " + seconds;
  }

  @Override
  public void close() throws IOException {
    calls.close();
  }
}
