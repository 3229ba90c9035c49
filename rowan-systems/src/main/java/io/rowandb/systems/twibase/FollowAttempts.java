package io.rowandb.systems.twibase;

import io.rowandb.schema.key.Digest;
import io.rowandb.systems.measure.WriteSpread;
import io.rowandb.systems.twibase.TwiEvent.Followed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
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

/**
 * Designs for who follows whom, as a textbook tries them one after the other, and the one that
 * {@link TwiBase} has. Each gets the same pairs, and is asked whom a user follows, who follows a
 * user, and whether one follows another. Used by one thread.
 */
public final class FollowAttempts {
  /** The table that is made and dropped. */
  public static final String TABLE = "compare_twibase_follows";

  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] N = Bytes.toBytes("n");
  private static final char SEPARATOR = '~';
  private static final int BATCH = 1_000;
  private static final double NANOS_PER_MICRO = 1_000;

  // Fixed at construction.
  private final Connection connection;
  private final Supplier<Stream<Followed>> pairs;
  private final List<Followed> asked;
  private final BooleanSupplier stop;

  /**
   * Of pairs that can be had again and again.
   *
   * @param pairs all of them, each once
   * @param asked whose users and which pairs are asked about; at least one
   * @param stop asked now and then: whether to end
   */
  public FollowAttempts(
      Connection connection,
      Supplier<Stream<Followed>> pairs,
      List<Followed> asked,
      BooleanSupplier stop) {
    if (asked.isEmpty()) {
      throw new IllegalArgumentException("no pair to ask about");
    }
    this.connection = connection;
    this.pairs = pairs;
    this.asked = List.copyOf(asked);
    this.stop = stop;
  }

  /**
   * What a design is worth.
   *
   * @param name short
   * @param idea the rows in one line
   * @param pairs how many it was given
   * @param bytes of all its cells, with their keys
   * @param busiestShare the part of the newest writes that the busiest region took, as {@link
   *     WriteSpread} counts it
   * @param whom what it costs to read whom a user follows
   * @param who what it costs to read who follows a user
   * @param does what it costs to read whether one follows another
   */
  public record Outcome(
      String name,
      String idea,
      long pairs,
      long bytes,
      double busiestShare,
      Cost whom,
      Cost who,
      Cost does) {}

  /**
   * What an answer costs, means over all that was asked.
   *
   * @param cells how many were read
   * @param bytes of these, with their keys
   * @param found how many of them were an answer
   * @param medianMicros half of the answers took no longer
   */
  public record Cost(double cells, double bytes, double found, long medianMicros) {}

  /** A design. */
  private record Layout(String name, String idea, Writes writes, Asks whom, Asks who, Asks does) {}

  /** What a pair becomes. */
  private interface Writes {
    List<Put> of(String follower, String followed, long number);
  }

  /** What is read for an answer, and which cells of it are one. */
  private interface Asks {
    Read about(String follower, String followed);
  }

  private record Read(Scan scan, Answers answers) {}

  /** Which cells are answers. */
  private interface Answers {
    boolean is(Cell cell);
  }

  private static final Answers ALL = cell -> true;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] md5(String name) {
    return Digest.md5(16).of(bytes(name));
  }

  private static Put put(byte[] row, byte[] qualifier, String value) {
    return new Put(row).addColumn(F, qualifier, bytes(value));
  }

  private static Read row(byte[] row) {
    return new Read(new Scan(new Get(row)), ALL);
  }

  private static Read prefix(byte[] prefix) {
    return new Read(new Scan().setStartStopRowForPrefixScan(prefix), ALL);
  }

  private static Read everything(Answers answers) {
    return new Read(new Scan(), answers);
  }

  private static boolean isValue(Cell cell, String value) {
    return Bytes.equals(
        cell.getValueArray(),
        cell.getValueOffset(),
        cell.getValueLength(),
        bytes(value),
        0,
        bytes(value).length);
  }

  private static boolean isQualifier(Cell cell, byte[] qualifier) {
    return Bytes.equals(
        cell.getQualifierArray(),
        cell.getQualifierOffset(),
        cell.getQualifierLength(),
        qualifier,
        0,
        qualifier.length);
  }

  private static List<Layout> layouts() {
    return List.of(numbered(), wide(), tall(), kinds(), hashed());
  }

  private static Layout numbered() {
    return new Layout(
        "numbered",
        "row A, columns 1, 2, 3 … hold whom A follows",
        (a, b, number) -> List.of(put(bytes(a), bytes(Long.toString(number)), b)),
        (a, b) -> row(bytes(a)),
        (a, b) -> everything(cell -> isValue(cell, b)),
        (a, b) -> new Read(new Scan(new Get(bytes(a))), cell -> isValue(cell, b)));
  }

  private static Layout wide() {
    return new Layout(
        "wide",
        "row A, a column for each whom A follows",
        (a, b, number) -> List.of(put(bytes(a), bytes(b), "")),
        (a, b) -> row(bytes(a)),
        (a, b) -> everything(cell -> isQualifier(cell, bytes(b))),
        (a, b) -> new Read(new Scan(new Get(bytes(a)).addColumn(F, bytes(b))), ALL));
  }

  private static Layout tall() {
    return new Layout(
        "tall",
        "row A~B",
        (a, b, number) -> List.of(put(bytes(a + SEPARATOR + b), N, b)),
        (a, b) -> prefix(bytes(a + SEPARATOR)),
        (a, b) -> everything(cell -> isValue(cell, b)),
        (a, b) -> row(bytes(a + SEPARATOR + b)));
  }

  private static Layout kinds() {
    String follows = SEPARATOR + "follows" + SEPARATOR;
    String followed = SEPARATOR + "followedBy" + SEPARATOR;
    return new Layout(
        "two kinds",
        "rows A~follows~B and B~followedBy~A",
        (a, b, number) ->
            List.of(put(bytes(a + follows + b), N, b), put(bytes(b + followed + a), N, a)),
        (a, b) -> prefix(bytes(a + follows)),
        (a, b) -> prefix(bytes(b + followed)),
        (a, b) -> row(bytes(a + follows + b)));
  }

  private static Layout hashed() {
    byte[] follows = {1};
    byte[] followed = {2};
    return new Layout(
        "hashed",
        "rows MD5(A) 1 MD5(B) and MD5(B) 2 MD5(A)",
        (a, b, number) ->
            List.of(
                put(Bytes.add(md5(a), follows, md5(b)), N, b),
                put(Bytes.add(md5(b), followed, md5(a)), N, a)),
        (a, b) -> prefix(Bytes.add(md5(a), follows)),
        (a, b) -> prefix(Bytes.add(md5(b), followed)),
        (a, b) -> row(Bytes.add(md5(a), follows, md5(b))));
  }

  /** Measures all; fewer when it was told to end. */
  public List<Outcome> measure() throws IOException {
    List<Outcome> outcomes = new ArrayList<>();
    for (Layout layout : layouts()) {
      if (!stop.getAsBoolean()) {
        outcomes.add(measure(layout));
      }
    }
    if (!stop.getAsBoolean()) {
      try (FollowsInUse inUse = FollowsInUse.make(connection, TABLE)) {
        outcomes.add(measure(inUse));
      }
    }
    return outcomes;
  }

  private Outcome measure(FollowsInUse inUse) throws IOException {
    long written;
    try (Stream<Followed> all = pairs.get().takeWhile(each -> !stop.getAsBoolean())) {
      written = inUse.write(all);
    }
    return new Outcome(
        FollowsInUse.NAME,
        FollowsInUse.IDEA,
        written,
        inUse.bytes(),
        inUse.busiestShare(),
        ask((follower, followed) -> inUse.whom(follower)),
        ask((follower, followed) -> inUse.who(followed)),
        ask(inUse::does));
  }

  private Outcome measure(Layout layout) throws IOException {
    WriteSpread spread = new WriteSpread();
    return inTable(
        table ->
            new Outcome(
                layout.name(),
                layout.idea(),
                write(table, layout, spread),
                read(table, everything(ALL)).bytes(),
                spread.busiestShare(),
                ask((a, b) -> read(table, layout.whom().about(a, b))),
                ask((a, b) -> read(table, layout.who().about(a, b))),
                ask((a, b) -> read(table, layout.does().about(a, b)))));
  }

  /** What is done in the table. */
  private interface Use<T> {
    T with(Table table) throws IOException;
  }

  private <T> T inTable(Use<T> use) throws IOException {
    TableName name = TableName.valueOf(TABLE);
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
              .build());
      try (Table table = connection.getTable(name)) {
        return use.with(table);
      } finally {
        admin.disableTable(name);
        admin.deleteTable(name);
      }
    }
  }

  private long write(Table table, Layout layout, WriteSpread spread) throws IOException {
    long number = 0;
    List<Put> batch = new ArrayList<>();
    try (Stream<Followed> all = pairs.get().takeWhile(each -> !stop.getAsBoolean())) {
      for (Followed each : (Iterable<Followed>) all::iterator) {
        List<Put> puts = layout.writes().of(each.follower(), each.followed(), ++number);
        puts.forEach(put -> spread.add(table.getName(), put.getRow()));
        batch.addAll(puts);
        if (batch.size() >= BATCH) {
          table.put(batch);
          batch.clear();
        }
      }
    }
    table.put(batch);
    return number;
  }

  /** An answer about a pair. */
  private interface Answer {
    FollowReads about(String follower, String followed) throws IOException;
  }

  private Cost ask(Answer question) throws IOException {
    FollowReads sum = FollowReads.NONE;
    long[] nanos = new long[asked.size()];
    for (int i = 0; i < nanos.length; i++) {
      Followed about = asked.get(i);
      long start = System.nanoTime();
      FollowReads one = question.about(about.follower(), about.followed());
      nanos[i] = System.nanoTime() - start;
      sum = sum.plus(one);
    }
    Arrays.sort(nanos);
    double count = nanos.length;
    return new Cost(
        sum.cells() / count,
        sum.bytes() / count,
        sum.found() / count,
        Math.round(nanos[nanos.length / 2] / NANOS_PER_MICRO));
  }

  private static FollowReads read(Table table, Read read) throws IOException {
    long cells = 0;
    long bytes = 0;
    long found = 0;
    try (ResultScanner rows = table.getScanner(read.scan().setCaching(BATCH))) {
      for (Result row : rows) {
        for (Cell cell : row.rawCells()) {
          cells++;
          bytes += cell.getSerializedSize();
          found += read.answers().is(cell) ? 1 : 0;
        }
      }
    }
    return new FollowReads(cells, bytes, found);
  }

  /**
   * Shows what becomes of numbered columns when two write at once: both read the last number before
   * either writes the next, as often as this is done.
   *
   * @return how many of the follows that were written are not there
   */
  public long lostByNumbers(int rounds) throws IOException {
    return inTable(
        table -> {
          byte[] row = bytes("ada");
          for (int round = 0; round < rounds; round++) {
            int first = table.get(new Get(row)).size() + 1;
            int second = table.get(new Get(row)).size() + 1;
            table.put(put(row, bytes(Integer.toString(first)), "first of " + round));
            table.put(put(row, bytes(Integer.toString(second)), "second of " + round));
          }
          return 2L * rounds - table.get(new Get(row)).size();
        });
  }
}
