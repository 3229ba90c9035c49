package io.rowandb.bench.typed;

import io.rowandb.client.Rowan;
import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A put and a get of a tweet with five fields, a hashed key and three columns: with HBase's calls,
 * carefully written by hand, and as a record. Both give the same cells and the same record.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TypedCalls {
  private static final int USERS = 1_000;
  private static final int TWEETS = 100_000;
  private static final int KEY_BYTES = 32;
  private static final byte[] FAMILY = Bytes.toBytes("t");
  private static final byte[] USER = Bytes.toBytes("u");
  private static final byte[] TEXT = Bytes.toBytes("x");
  private static final byte[] LIKES = Bytes.toBytes("n");
  private static final Instant START = Instant.parse("2012-07-01T00:00:00Z");

  /** The directory of the store; made by the command. */
  @Param("")
  public String path;

  // Written once, in open.
  private Connection connection;
  private Table byHand;
  private RecordTable<Tweet> typed;
  private MessageDigest md5;
  private Tweet[] tweets;

  private int next;

  /** Made by JMH. */
  public TypedCalls() {}

  static TableDesign<Tweet> design() {
    return TableDesign.of("twits", Tweet.class)
        .key(
            key ->
                key.hash(Digest.md5(16), Tweet::user)
                    .part(Tweet::time, Parts.descending(Parts.millis()))
                    .part(Tweet::id, Parts.int64())
                    .lossy(Tweet::user))
        .family("t")
        .column(Tweet::user, "t:u")
        .column(Tweet::text, "t:x")
        .column(Tweet::likes, "t:n")
        .build();
  }

  /** Opens a store with all tweets. */
  @Setup(Level.Trial)
  public void open() throws IOException, NoSuchAlgorithmException {
    connection = ConnectionFactory.createConnection(Rowan.configuration(path));
    typed = RecordTable.create(connection, design());
    byHand = connection.getTable(design().name());
    md5 = MessageDigest.getInstance("MD5");
    tweets = new Tweet[TWEETS];
    for (int i = 0; i < TWEETS; i++) {
      tweets[i] =
          new Tweet(
              "user" + i % USERS, START.plusMillis(i), i, "What is said in tweet number " + i, i);
      typed.put(tweets[i]);
    }
  }

  /** Closes and forgets it. */
  @TearDown(Level.Trial)
  public void close() throws IOException {
    byHand.close();
    typed.close();
    connection.getAdmin().disableTable(design().name());
    connection.getAdmin().deleteTable(design().name());
    connection.close();
  }

  private Tweet next() {
    next = next == TWEETS - 1 ? 0 : next + 1;
    return tweets[next];
  }

  private byte[] key(String user, Instant time, long id) {
    return ByteBuffer.allocate(KEY_BYTES)
        .put(md5.digest(Bytes.toBytes(user)))
        .putLong(~(time.toEpochMilli() ^ Long.MIN_VALUE))
        .putLong(id ^ Long.MIN_VALUE)
        .array();
  }

  /** A put by hand. */
  @Benchmark
  public void putByHand() throws IOException {
    Tweet tweet = next();
    Put put = new Put(key(tweet.user(), tweet.time(), tweet.id()));
    put.addColumn(FAMILY, USER, Bytes.toBytes(tweet.user()));
    put.addColumn(FAMILY, TEXT, Bytes.toBytes(tweet.text()));
    put.addColumn(FAMILY, LIKES, Bytes.toBytes(tweet.likes()));
    byHand.put(put);
  }

  /** A put of a record. */
  @Benchmark
  public void putTyped() throws IOException {
    typed.put(next());
  }

  /** A get by hand. */
  @Benchmark
  public Tweet getByHand() throws IOException {
    Tweet tweet = next();
    return getByHand(tweet.user(), tweet.time(), tweet.id());
  }

  Tweet getByHand(String user, Instant time, long id) throws IOException {
    Get get = new Get(key(user, time, id)).addFamily(FAMILY);
    Result row = byHand.get(get);
    byte[] key = row.getRow();
    return new Tweet(
        Bytes.toString(row.getValue(FAMILY, USER)),
        Instant.ofEpochMilli(~Bytes.toLong(key, KEY_BYTES / 2) ^ Long.MIN_VALUE),
        Bytes.toLong(key, KEY_BYTES - Long.BYTES) ^ Long.MIN_VALUE,
        Bytes.toString(row.getValue(FAMILY, TEXT)),
        Bytes.toLong(row.getValue(FAMILY, LIKES)));
  }

  /** A get of a record. */
  @Benchmark
  public Tweet getTyped() throws IOException {
    Tweet tweet = next();
    return getTyped(tweet.user(), tweet.time(), tweet.id());
  }

  Tweet getTyped(String user, Instant time, long id) throws IOException {
    return typed.get(user, time, id).orElseThrow();
  }

  /** What the next calls are with. */
  Tweet peek() {
    return tweets[next == TWEETS - 1 ? 0 : next + 1];
  }
}
