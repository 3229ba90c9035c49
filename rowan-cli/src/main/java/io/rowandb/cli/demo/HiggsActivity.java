package io.rowandb.cli.demo;

import io.rowandb.cli.source.Fields;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.Splits;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.io.compress.Compression;

/**
 * Who retweeted, mentioned or answered whom, one user's activity newest first.
 *
 * <p>Many events have the same second, so the key ends with the line number, in descending order
 * like the times. The table is split by user into regions.
 */
final class HiggsActivity extends RecordSet<HiggsActivity.Activity> {
  private static final int BUSY_USER = 89805;
  private static final Instant ANNOUNCED = Instant.parse("2012-07-04T07:00:00Z");

  /** A retweet, a mention or a reply. */
  enum Kind {
    RT,
    MT,
    RE
  }

  /**
   * A line of the file.
   *
   * @param line its number, from 1
   * @param other whom it was about
   */
  record Activity(int user, Instant time, int line, Kind kind, int other) {}

  /** In the tables of {@code namespace}. */
  HiggsActivity(String namespace) {
    super(design(namespace), /* linesShareRows= */ false);
  }

  static TableDesign<Activity> design(String namespace) {
    return TableDesign.of(namespace + ":activities", Activity.class)
        .key(
            key ->
                key.part(Activity::user, Parts.unsignedInt(4))
                    .part(Activity::time, Parts.descending(Parts.millis()))
                    .part(Activity::line, Parts.maxMinusInt()))
        .family("a", family -> family.setCompressionType(Compression.Algorithm.LZ4))
        .column(Activity::kind, "a:kind")
        .column(Activity::other, "a:on")
        .answers("what a user did", by -> by.value(Activity::user).order(Activity::time))
        // Users from 100,000, 200,000, 300,000 and 400,000 on.
        .splits(
            Splits.at(
                "\\x00\\x01\\x86\\xA0",
                "\\x00\\x03\\x0D\\x40",
                "\\x00\\x04\\x93\\xE0",
                "\\x00\\x06\\x1A\\x80"))
        .build();
  }

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
  Activity record(SourceLine line) {
    List<String> fields = Fields.split(line.text(), ' ');
    if (fields.size() != 4) {
      throw new IllegalArgumentException(
          "an activity should have 4 fields, it has " + fields.size());
    }
    return new Activity(
        Integer.parseInt(fields.get(0)),
        Instant.ofEpochSecond(Long.parseLong(fields.get(2))),
        line.number() + 1,
        Kind.valueOf(fields.get(3)),
        Integer.parseInt(fields.get(1)));
  }

  @Override
  public List<String> declaration() {
    return source("Kind", "Activity", "design");
  }

  @Override
  public List<DemoQuestion> questions() {
    return List.of(
        question("What did user 89805 do last?", HiggsActivity::last, HiggsActivity::shown),
        question(
            "And before the announcement on 4 July, 07:00 UTC?",
            HiggsActivity::beforeAnnouncement,
            HiggsActivity::shown),
        question("How many of each kind in all?", HiggsActivity::kinds, HiggsActivity::counts));
  }

  static List<Activity> last(RecordTable<Activity> activities) throws IOException {
    return activities.where(Activity::user).is(89805).newestFirst().limit(8).list();
  }

  static List<Activity> beforeAnnouncement(RecordTable<Activity> activities) throws IOException {
    return activities
        .where(Activity::user)
        .is(89805)
        .before(Activity::time, Instant.parse("2012-07-04T07:00:00Z"))
        .newestFirst()
        .limit(3)
        .list();
  }

  static Map<Kind, Long> kinds(RecordTable<Activity> activities) throws IOException {
    try (Stream<Activity> all = activities.where(Activity::user).is(89805).stream()) {
      return all.collect(
          Collectors.groupingBy(Activity::kind, TreeMap::new, Collectors.counting()));
    }
  }

  private static Answer shown(List<Activity> activities) {
    List<List<String>> rows = new ArrayList<>();
    for (Activity each : activities) {
      rows.add(
          List.of(
              each.time().toString(),
              each.kind().toString(),
              String.valueOf(each.other()),
              String.valueOf(each.line())));
    }
    return Answer.of(List.of("time", "kind", "other user", "line"), rows);
  }

  private static Answer counts(Map<Kind, Long> counts) {
    List<List<String>> rows = new ArrayList<>();
    counts.forEach((kind, count) -> rows.add(List.of(kind.toString(), count.toString())));
    return Answer.of(List.of("kind", "times"), rows);
  }

  private static List<String> sample() {
    Random random = new Random(563069);
    List<String> lines = new ArrayList<>();
    long second = ANNOUNCED.getEpochSecond() - 3000;
    for (int i = 0; i < 3000; i++) {
      second += random.nextInt(3);
      int user = i % 10 == 0 ? BUSY_USER : 1 + random.nextInt(456_000);
      int other = 1 + random.nextInt(456_000);
      lines.add(user + " " + other + " " + second + " " + Kind.values()[random.nextInt(3)]);
    }
    return lines;
  }
}
