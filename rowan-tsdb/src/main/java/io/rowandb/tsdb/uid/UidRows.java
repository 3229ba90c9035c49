package io.rowandb.tsdb.uid;

import io.rowandb.tsdb.codec.DamagedDataException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** The single calls on the table. Each takes a Table for itself, so any thread may make them. */
final class UidRows {
  static final byte[] ID = {'i', 'd'};
  static final byte[] NAME = {'n', 'a', 'm', 'e'};
  private static final byte[] COUNTER_ROW = {0};
  private static final int ROWS_A_REQUEST = 1_000;

  private interface Call<A> {
    A on(Table table) throws IOException;
  }

  private final Connection connection;
  private final TableName name;

  UidRows(Connection connection, TableName name) {
    this.connection = connection;
    this.name = name;
  }

  private <A> A call(Call<A> call) throws IOException {
    try (Table table = connection.getTable(name)) {
      return call.on(table);
    }
  }

  private Optional<byte[]> read(byte[] row, byte[] family, UidKind kind) throws IOException {
    byte[] qualifier = kind.qualifier();
    Result result = call(table -> table.get(new Get(row).addColumn(family, qualifier)));
    return Optional.ofNullable(result.getValue(family, qualifier));
  }

  Optional<byte[]> uid(UidKind kind, byte[] bytesOfName) throws IOException {
    return read(bytesOfName, ID, kind);
  }

  Optional<byte[]> name(UidKind kind, byte[] uid) throws IOException {
    return read(uid, NAME, kind);
  }

  /** How many were assigned. */
  long count(UidKind kind) throws IOException {
    Optional<byte[]> counter = read(COUNTER_ROW, ID, kind);
    if (counter.isEmpty()) {
      return 0;
    }
    if (counter.get().length != Long.BYTES) {
      throw new DamagedDataException(
          "the counter of a "
              + kind
              + " in "
              + name
              + " has 8 bytes: "
              + Bytes.toStringBinary(counter.get()));
    }
    return Bytes.toLong(counter.get());
  }

  long increment(UidKind kind) throws IOException {
    return call(table -> table.incrementColumnValue(COUNTER_ROW, ID, kind.qualifier(), 1));
  }

  /** Whether it was written, as nothing was there. */
  boolean putNameIfAbsent(UidKind kind, byte[] uid, byte[] bytesOfName) throws IOException {
    return putIfAbsent(uid, NAME, kind, bytesOfName);
  }

  /** Whether it was written, as nothing was there. */
  boolean putUidIfAbsent(UidKind kind, byte[] bytesOfName, byte[] uid) throws IOException {
    return putIfAbsent(bytesOfName, ID, kind, uid);
  }

  private boolean putIfAbsent(byte[] row, byte[] family, UidKind kind, byte[] value)
      throws IOException {
    byte[] qualifier = kind.qualifier();
    return passes(
        CheckAndMutate.newBuilder(row)
            .ifNotExists(family, qualifier)
            .build(new Put(row).addColumn(family, qualifier, value)));
  }

  /** Whether the UID had the old name, and has the new one. */
  boolean replaceName(UidKind kind, byte[] uid, byte[] oldName, byte[] newName) throws IOException {
    byte[] qualifier = kind.qualifier();
    return passes(
        CheckAndMutate.newBuilder(uid)
            .ifEquals(NAME, qualifier, oldName)
            .build(new Put(uid).addColumn(NAME, qualifier, newName)));
  }

  /** Whether the name had the UID, and is gone. */
  boolean deleteUid(UidKind kind, byte[] bytesOfName, byte[] uid) throws IOException {
    return delete(bytesOfName, ID, kind, uid);
  }

  /**
   * With the time of what it deletes: a delete of now would hide a put by a clock that is behind.
   */
  private boolean delete(byte[] row, byte[] family, UidKind kind, byte[] value) throws IOException {
    byte[] qualifier = kind.qualifier();
    Result found = call(table -> table.get(new Get(row).addColumn(family, qualifier)));
    if (!Bytes.equals(found.getValue(family, qualifier), value)) {
      return false;
    }
    long time = found.getColumnLatestCell(family, qualifier).getTimestamp();
    awaitEndOf(time);
    return passes(
        CheckAndMutate.newBuilder(row)
            .ifEquals(family, qualifier, value)
            .build(new Delete(row).addColumns(family, qualifier, time)));
  }

  /** What is put again in the millisecond of a deleted cell would be hidden by the delete. */
  private static void awaitEndOf(long millis) {
    long began = System.nanoTime();
    while (System.currentTimeMillis() == millis && System.nanoTime() - began < 2_000_000) {
      Thread.onSpinWait();
    }
  }

  private boolean passes(CheckAndMutate request) throws IOException {
    return call(table -> table.checkAndMutate(request)).isSuccess();
  }

  interface Taker {
    void take(UidKind kind, byte[] name, byte[] uid) throws IOException;
  }

  /** All names, in their order. */
  void forEach(Taker taker) throws IOException {
    Scan scan = new Scan().withStartRow(new byte[] {1}).addFamily(ID).setCaching(ROWS_A_REQUEST);
    try (Table table = connection.getTable(name);
        ResultScanner scanner = table.getScanner(scan)) {
      for (Result each = scanner.next(); each != null; each = scanner.next()) {
        for (UidKind kind : UidKind.values()) {
          byte[] uid = each.getValue(ID, kind.qualifier());
          if (uid != null) {
            taker.take(kind, each.getRow(), uid);
          }
        }
      }
    }
  }

  /**
   * The first names from a prefix on.
   *
   * @param maxRows how many names of all kinds are looked at
   * @throws IOException when it is more
   */
  List<byte[]> scan(UidKind kind, byte[] prefix, int limit, int maxRows) throws IOException {
    // Names begin above the counter's row. Those of other kinds are sent too, and counted here: a
    // scan that skips them where they are would not end before it finds one.
    Scan scan =
        new Scan()
            .withStartRow(prefix.length == 0 ? new byte[] {1} : prefix)
            .addFamily(ID)
            .setCaching(ROWS_A_REQUEST);
    if (prefix.length > 0) {
      scan.setStartStopRowForPrefixScan(prefix);
    }
    return call(
        table -> {
          List<byte[]> found = new ArrayList<>();
          int rows = 0;
          try (ResultScanner scanner = table.getScanner(scan)) {
            for (Result each = scanner.next();
                each != null && found.size() < limit;
                each = scanner.next()) {
              if (++rows > maxRows) {
                throw new IOException(
                    "more than " + maxRows + " names were looked at; give a longer prefix");
              }
              if (each.containsColumn(ID, kind.qualifier())) {
                found.add(each.getRow());
              }
            }
          }
          return found;
        });
  }
}
