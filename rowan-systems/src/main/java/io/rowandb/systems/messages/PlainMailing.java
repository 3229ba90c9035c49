package io.rowandb.systems.messages;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * As textbooks do it, by puts alone: {@code user | box | time | id}, the newest first, with the
 * text in each row. Used by one thread.
 */
final class PlainMailing implements Mailing {
  /** How it goes about. */
  enum Kind {
    /** The rows of receivers are all there is. */
    RECEIVERS_ONLY,
    /** The sender has a row too. */
    BOTH_SIDES,
    /** And there is a counter of unread messages for each user. */
    COUNTED
  }

  static final byte[] FAMILY = Bytes.toBytes("m");
  private static final byte[] SENDER = Bytes.toBytes("s");
  private static final byte[] TEXT = Bytes.toBytes("x");
  private static final byte[] UNREAD = Bytes.toBytes("u");
  private static final byte[] SENT_AT = Bytes.toBytes("t");

  // Fixed at construction.
  private final Table table;
  private final Kind kind;

  PlainMailing(Connection connection, TableName name, Kind kind) throws IOException {
    table = connection.getTable(name);
    this.kind = kind;
  }

  private static byte[] box(String user, char box) {
    return Bytes.toBytes(user + '\0' + box);
  }

  private static Scan scanOf(String user, char box) {
    return new Scan().withStartRow(box(user, box)).withStopRow(box(user, (char) (box + 1)));
  }

  private static byte[] row(String user, char box, Message message) {
    long backwards = Long.MAX_VALUE - message.time().toEpochMilli();
    return Bytes.add(box(user, box), Bytes.toBytes(backwards), Bytes.toBytes(message.id()));
  }

  private static Put put(String user, char box, Message message) {
    return new Put(row(user, box, message))
        .addColumn(FAMILY, SENDER, Bytes.toBytes(message.sender()))
        .addColumn(FAMILY, TEXT, Bytes.toBytes(message.text()))
        .addColumn(FAMILY, SENT_AT, Bytes.toBytes(message.time().toEpochMilli()))
        .addColumn(FAMILY, UNREAD, Bytes.toBytes(box == 'I'));
  }

  @Override
  public void send(Message message) throws IOException {
    for (String each : message.receivers()) {
      table.put(put(each, 'I', message));
      if (kind == Kind.COUNTED) {
        table.incrementColumnValue(box(each, 'C'), FAMILY, UNREAD, 1);
      }
    }
    if (kind != Kind.RECEIVERS_ONLY) {
      table.put(put(message.sender(), 'S', message));
    }
  }

  @Override
  public void read(String user, Message message) throws IOException {
    table.put(new Put(row(user, 'I', message)).addColumn(FAMILY, UNREAD, Bytes.toBytes(false)));
    if (kind == Kind.COUNTED) {
      table.incrementColumnValue(box(user, 'C'), FAMILY, UNREAD, -1);
    }
  }

  @Override
  public long unread(String user) throws IOException {
    if (kind == Kind.COUNTED) {
      byte[] count = table.get(new Get(box(user, 'C'))).getValue(FAMILY, UNREAD);
      return count == null ? 0 : Bytes.toLong(count);
    }
    Scan inbox = scanOf(user, 'I').addColumn(FAMILY, UNREAD);
    return scan(inbox).stream()
        .filter(each -> Bytes.toBoolean(each.getValue(FAMILY, UNREAD)))
        .count();
  }

  @Override
  public List<String> inbox(String user, int size) throws IOException {
    return texts(scan(scanOf(user, 'I').setLimit(size)));
  }

  @Override
  public List<String> sent(String user, int size) throws IOException {
    if (kind != Kind.RECEIVERS_ONLY) {
      return texts(scan(scanOf(user, 'S').setLimit(size)));
    }
    // A filter on the server would send less, and read the same.
    List<Result> mine = new ArrayList<>();
    for (Result each : scan(new Scan())) {
      if (Bytes.toString(each.getValue(FAMILY, SENDER)).equals(user)) {
        mine.add(each);
      }
    }
    mine.sort(Comparator.comparingLong(each -> -Bytes.toLong(each.getValue(FAMILY, SENT_AT))));
    return texts(mine.subList(0, Math.min(size, mine.size())));
  }

  private List<Result> scan(Scan scan) throws IOException {
    List<Result> all = new ArrayList<>();
    try (ResultScanner rows = table.getScanner(scan)) {
      rows.forEach(all::add);
    }
    return all;
  }

  private static List<String> texts(List<Result> rows) {
    return rows.stream().map(each -> Bytes.toString(each.getValue(FAMILY, TEXT))).toList();
  }

  @Override
  public boolean received(String user, Message message) throws IOException {
    return table.exists(new Get(row(user, 'I', message)));
  }

  @Override
  public boolean sent(Message message) throws IOException {
    if (kind != Kind.RECEIVERS_ONLY) {
      return table.exists(new Get(row(message.sender(), 'S', message)));
    }
    for (String each : message.receivers()) {
      if (received(each, message)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
