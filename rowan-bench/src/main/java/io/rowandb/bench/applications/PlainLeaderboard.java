package io.rowandb.bench.applications;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** The best of each board, and the scores of a player. */
final class PlainLeaderboard implements Application {
  private static final byte[] FAMILY = Bytes.toBytes("s");
  private static final byte[] TIME = Bytes.toBytes("t");
  private static final byte[] ROW = Bytes.toBytes("r");
  private static final byte[] END = {0};
  private static final int BEFORE_PLAYER = Integer.BYTES + Long.BYTES;

  private final Table scores;
  private final Table byPlayer;

  PlainLeaderboard(Connection connection) throws IOException {
    scores = create(connection, "plain_scores");
    byPlayer = create(connection, "plain_scores_byPlayer");
  }

  private static Table create(Connection connection, String name) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build());
    }
    return connection.getTable(TableName.valueOf(name));
  }

  private static byte[] prefix(String player) {
    return Bytes.add(Bytes.toBytes(player), END);
  }

  @Override
  public void write(int from, int to) throws IOException {
    List<Put> entries = new ArrayList<>();
    List<Put> puts = new ArrayList<>();
    for (int i = from; i < to; i++) {
      String player = Input.person(i);
      byte[] row =
          ByteBuffer.allocate(BEFORE_PLAYER + player.length())
              .putInt(i % 20)
              .putLong(Long.MAX_VALUE - i * 7_919L % 100_003)
              .put(Bytes.toBytes(player))
              .array();
      entries.add(new Put(Bytes.add(prefix(player), row)).addColumn(FAMILY, ROW, row));
      puts.add(new Put(row).addColumn(FAMILY, TIME, Bytes.toBytes(Input.START + i)));
    }
    byPlayer.put(entries);
    scores.put(puts);
  }

  private static String text(byte[] row) {
    long points = Long.MAX_VALUE - Bytes.toLong(row, Integer.BYTES);
    return points + " " + Bytes.toString(row, BEFORE_PLAYER, row.length - BEFORE_PLAYER);
  }

  @Override
  public String ask(int number) throws IOException {
    List<String> best = new ArrayList<>();
    Scan scan = new Scan().setStartStopRowForPrefixScan(Bytes.toBytes(number % 20));
    try (ResultScanner rows = scores.getScanner(scan.setLimit(10).setCaching(10))) {
      for (Result row : rows) {
        best.add(text(row.getRow()));
      }
    }
    List<Get> gets = new ArrayList<>();
    Scan ofPlayer = new Scan().setStartStopRowForPrefixScan(prefix(Input.person(number)));
    try (ResultScanner entries = byPlayer.getScanner(ofPlayer)) {
      for (Result entry : entries) {
        gets.add(new Get(entry.getValue(FAMILY, ROW)));
      }
    }
    List<String> own = new ArrayList<>();
    for (Result found : scores.get(gets)) {
      own.add(text(found.getRow()));
    }
    return best.toString() + own;
  }

  @Override
  public void close() throws IOException {
    scores.close();
    byPlayer.close();
  }
}
