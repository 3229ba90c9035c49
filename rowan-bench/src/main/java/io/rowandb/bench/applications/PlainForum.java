package io.rowandb.bench.applications;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** Posts with their comments, and the newest posts of an author. */
final class PlainForum implements Application {
  private static final byte[] POST = Bytes.toBytes("p");
  private static final byte[] COMMENTS = Bytes.toBytes("c");
  private static final byte[] AUTHOR = Bytes.toBytes("a");
  private static final byte[] TIME = Bytes.toBytes("d");
  private static final byte[] TEXT = Bytes.toBytes("t");
  private static final byte[] END = {0};

  private final Table posts;
  private final Table byAuthor;

  PlainForum(Connection connection) throws IOException {
    posts = create(connection, "plain_posts");
    byAuthor = create(connection, "plain_posts_byAuthor");
  }

  private static Table create(Connection connection, String name) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(POST))
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(COMMENTS))
              .build());
    }
    return connection.getTable(TableName.valueOf(name));
  }

  private static byte[] prefix(String author) {
    return Bytes.add(Bytes.toBytes(author), END);
  }

  @Override
  public void write(int from, int to) throws IOException {
    List<Put> entries = new ArrayList<>();
    List<Put> puts = new ArrayList<>();
    List<Get> former = new ArrayList<>();
    for (int id = from; id < to; id++) {
      byte[] row = Bytes.toBytes(id);
      byte[] newestFirst = Bytes.toBytes(Long.MAX_VALUE - (Input.START + id));
      entries.add(
          new Put(Bytes.add(prefix(Input.person(id)), newestFirst, row))
              .addColumn(POST, TEXT, row));
      Put put =
          new Put(row)
              .addColumn(POST, AUTHOR, Bytes.toBytes(Input.person(id)))
              .addColumn(POST, TIME, Bytes.toBytes(Input.START + id))
              .addColumn(POST, TEXT, Bytes.toBytes(Input.text(id)));
      for (int each = 0; each < id % 6; each++) {
        byte[] number = Bytes.toBytes(each);
        put.addColumn(COMMENTS, Bytes.add(number, AUTHOR), Bytes.toBytes(Input.person(id + each)));
        put.addColumn(COMMENTS, Bytes.add(number, TEXT), Bytes.toBytes(Input.text(each)));
      }
      puts.add(put);
      former.add(new Get(row).addFamily(COMMENTS));
    }
    byAuthor.put(entries);
    List<Delete> outdated = new ArrayList<>();
    for (Result found : posts.get(former)) { // comments that the post has no more
      if (!found.isEmpty()) {
        outdated.add(
            new Delete(found.getRow()).addFamily(COMMENTS, found.rawCells()[0].getTimestamp()));
      }
    }
    posts.delete(outdated);
    posts.put(puts);
  }

  private List<Integer> newest(String author) throws IOException {
    Scan scan = new Scan().setStartStopRowForPrefixScan(prefix(author)).setLimit(10).setCaching(10);
    List<Get> gets = new ArrayList<>();
    try (ResultScanner entries = byAuthor.getScanner(scan)) {
      for (Result entry : entries) {
        gets.add(new Get(entry.getValue(POST, TEXT)));
      }
    }
    List<Integer> ids = new ArrayList<>();
    for (Result found : posts.get(gets)) {
      ids.add(Bytes.toInt(found.getRow()));
    }
    return ids;
  }

  private static String comments(Result post) {
    Map<Integer, String> comments = new LinkedHashMap<>();
    for (byte[] qualifier : post.getFamilyMap(COMMENTS).keySet()) {
      int number = Bytes.toInt(qualifier);
      byte[] key = Bytes.toBytes(number);
      comments.put(
          number,
          Bytes.toString(post.getValue(COMMENTS, Bytes.add(key, AUTHOR)))
              + ": "
              + Bytes.toString(post.getValue(COMMENTS, Bytes.add(key, TEXT))));
    }
    return comments.values().toString();
  }

  @Override
  public String ask(int number) throws IOException {
    Result post = posts.get(new Get(Bytes.toBytes(number)));
    Optional<String> comments = post.isEmpty() ? Optional.empty() : Optional.of(comments(post));
    return newest(Input.person(number)) + " " + comments;
  }

  @Override
  public void close() throws IOException {
    posts.close();
    byAuthor.close();
  }
}
