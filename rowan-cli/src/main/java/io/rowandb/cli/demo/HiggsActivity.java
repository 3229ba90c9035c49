package io.rowandb.cli.demo;

import io.rowandb.cli.source.Fields;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Who retweeted, answered or mentioned whom, one user's activity newest first.
 *
 * <pre>
 * activity   row: user (4) | Long.MAX - milliseconds (8) | Integer.MAX - line (4)
 *            a:on    the other user (4)
 *            a:kind  RT, MT or RE
 * </pre>
 *
 * Many things happen in the same second, so the line's number ends the key; reversed, like the
 * time, so that the later line comes first. A cell's timestamp is the time of the activity. The
 * table is split by user into regions.
 */
final class HiggsActivity implements DataSet {
  /** The table's name. */
  static final String TABLE = "activity";

  static final byte[] FAMILY = Bytes.toBytes("a");
  static final byte[] ON = Bytes.toBytes("on");
  static final byte[] KIND = Bytes.toBytes("kind");

  private static final int BUSY_USER = 89805;
  private static final Instant ANNOUNCED = Instant.parse("2012-07-04T07:00:00Z");
  private static final int USERS_PER_REGION = 100_000;
  private static final int REGIONS = 5;

  @Override
  public String name() {
    return "higgs-activity";
  }

  @Override
  public String title() {
    return "Twitter activity around the Higgs boson's announcement, July 2012";
  }

  @Override
  public List<SourceFile> files() {
    return List.of(
        new SourceFile(
            "a-twitter-higgs-activity/higgs-activity_time.txt.gz", 0, HiggsActivity::sample));
  }

  @Override
  public List<TableLayout> tables() {
    List<byte[]> splits = new ArrayList<>();
    for (int region = 1; region < REGIONS; region++) {
      splits.add(new KeyBytes().int32(region * USERS_PER_REGION).toBytes());
    }
    return List.of(new TableLayout(TABLE, List.of("a"), 1, false, splits));
  }

  @Override
  public void convert(SourceLine line, RowSink sink) {
    List<String> fields = Fields.split(line.text(), ' ');
    if (fields.size() != 4) {
      throw new IllegalArgumentException(
          "an activity should have 4 fields, it has " + fields.size());
    }
    int user = Integer.parseInt(fields.get(0));
    int other = Integer.parseInt(fields.get(1));
    long millis = Math.multiplyExact(Long.parseLong(fields.get(2)), 1000L);
    sink.put(
        TABLE,
        new Put(key(user, millis, line.number()))
            .addColumn(FAMILY, ON, millis, Bytes.toBytes(other))
            .addColumn(FAMILY, KIND, millis, Bytes.toBytes(fields.get(3))));
  }

  /** The row of one activity. */
  static byte[] key(int user, long millis, int line) {
    return new KeyBytes().int32(user).newestFirst(millis).highestFirst(line).toBytes();
  }

  @Override
  public List<Question> questions() {
    return List.of(
        new Question(
            "What did user " + BUSY_USER + " do last?",
            "table.getScanner(new Scan().withStartRow(int32("
                + BUSY_USER
                + ")).withStopRow(int32("
                + (BUSY_USER + 1)
                + ")).setLimit(8))",
            tables -> Answer.of(headings(), activity(tables, ofUser().setLimit(8)))),
        new Question(
            "And before the announcement on 4 July, 07:00 UTC?",
            "the same scan, withStartRow(int32("
                + BUSY_USER
                + ") + int64(Long.MAX_VALUE - announcement)).setLimit(3)",
            HiggsActivity::beforeAnnouncement),
        new Question(
            "How many of each kind in all?",
            "the same scan without a limit, counted here",
            HiggsActivity::kinds));
  }

  private static List<String> headings() {
    return List.of("time", "kind", "other user", "line");
  }

  private static Scan ofUser() {
    return new Scan()
        .withStartRow(new KeyBytes().int32(BUSY_USER).toBytes())
        .withStopRow(new KeyBytes().int32(BUSY_USER + 1).toBytes());
  }

  private static Answer beforeAnnouncement(Tables tables) throws IOException {
    byte[] start = new KeyBytes().int32(BUSY_USER).newestFirst(ANNOUNCED.toEpochMilli()).toBytes();
    return Answer.of(headings(), activity(tables, ofUser().withStartRow(start).setLimit(3)));
  }

  private static Answer kinds(Tables tables) throws IOException {
    Map<String, Integer> counts = new TreeMap<>();
    for (List<String> row : activity(tables, ofUser())) {
      counts.merge(row.get(1), 1, Integer::sum);
    }
    List<List<String>> rows = new ArrayList<>();
    counts.forEach((kind, count) -> rows.add(List.of(kind, count.toString())));
    return Answer.of(List.of("kind", "times"), rows);
  }

  private static List<List<String>> activity(Tables tables, Scan scan) throws IOException {
    return tables.scan(TABLE, scan, HiggsActivity::decode);
  }

  private static List<String> decode(Result row) {
    ByteBuffer key = ByteBuffer.wrap(row.getRow());
    key.getInt();
    Instant time = Instant.ofEpochMilli(KeyBytes.readNewestFirst(key));
    int line = KeyBytes.readHighestFirst(key);
    return List.of(
        time.toString(),
        Bytes.toString(row.getValue(FAMILY, KIND)),
        String.valueOf(Bytes.toInt(row.getValue(FAMILY, ON))),
        String.valueOf(line + 1));
  }

  private static List<String> sample() {
    Random random = new Random(563069);
    List<String> lines = new ArrayList<>();
    long second = ANNOUNCED.getEpochSecond() - 3000;
    String[] kinds = {"RT", "MT", "RE"};
    for (int i = 0; i < 3000; i++) {
      second += random.nextInt(3);
      int user = i % 10 == 0 ? BUSY_USER : 1 + random.nextInt(456_000);
      int other = 1 + random.nextInt(456_000);
      lines.add(user + " " + other + " " + second + " " + kinds[random.nextInt(3)]);
    }
    return lines;
  }
}
