package io.rowandb.bench.applications;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
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

/** Who follows whom, in a table for each side. */
final class PlainSocialGraph implements Application {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] SINCE = Bytes.toBytes("s");
  private static final byte[] END = {0};

  private final Table follows;
  private final Table followers;

  PlainSocialGraph(Connection connection) throws IOException {
    follows = create(connection, "plain_follows");
    followers = create(connection, "plain_followers");
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

  private static byte[] row(String one, String other) {
    return Bytes.add(Bytes.toBytes(one), END, Bytes.toBytes(other));
  }

  @Override
  public void write(int from, int to) throws IOException {
    List<Put> puts = new ArrayList<>();
    List<Put> reversed = new ArrayList<>();
    for (int number = from; number < to; number++) {
      String who = Input.person(number);
      String whom = Input.person(number / 7);
      byte[] since = Bytes.toBytes((long) number);
      puts.add(new Put(row(who, whom)).addColumn(FAMILY, SINCE, since));
      reversed.add(new Put(row(whom, who)).addColumn(FAMILY, SINCE, since));
    }
    followers.put(reversed);
    follows.put(puts);
  }

  private static List<String> others(Table table, String one) throws IOException {
    byte[] prefix = row(one, "");
    List<String> others = new ArrayList<>();
    try (ResultScanner rows = table.getScanner(new Scan().setStartStopRowForPrefixScan(prefix))) {
      for (Result row : rows) {
        others.add(
            Bytes.toString(Arrays.copyOfRange(row.getRow(), prefix.length, row.getRow().length)));
      }
    }
    return others;
  }

  @Override
  public String ask(int number) throws IOException {
    String person = Input.person(number);
    boolean isThere = follows.exists(new Get(row(person, Input.person(number / 7))));
    return others(follows, person) + " " + others(followers, person) + " " + isThere;
  }

  @Override
  public void close() throws IOException {
    follows.close();
    followers.close();
  }
}
