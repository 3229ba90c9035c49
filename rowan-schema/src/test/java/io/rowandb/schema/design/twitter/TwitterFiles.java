package io.rowandb.schema.design.twitter;

import io.rowandb.schema.design.RealData;
import io.rowandb.schema.design.twitter.TwitterDesign.Follow;
import io.rowandb.schema.design.twitter.TwitterDesign.StreamPost;
import io.rowandb.schema.design.twitter.TwitterDesign.Twit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVRecord;

/**
 * The raw files of the Twitter-like system: tweets of two office holders (FiveThirtyEight), whom
 * users of Slashdot follow (SNAP, February 2009), who acted on whose tweets about the Higgs boson
 * (SNAP, July 2012). Their users have nothing to do with one another.
 */
final class TwitterFiles {
  /** What Twitter's ids count milliseconds from, above their lowest 22 bits. */
  private static final long FIRST_MILLI = 1_288_834_974_657L;

  private static final int BITS_BELOW_TIME = 22;

  private TwitterFiles() {}

  /**
   * A row of a file of tweets.
   *
   * @param createdAt the file's own time, {@code M/D/YY H:MM}
   */
  record TweetRow(Twit twit, String createdAt) {}

  /**
   * All tweets, each author's newest first. The files are not valid UTF-8, for which they are read
   * as ISO 8859-1: broken letters stay as broken as they are. Their times have minutes and no zone;
   * a tweet's id tells the millisecond, which is taken.
   */
  static List<TweetRow> tweets() throws IOException {
    List<TweetRow> rows = new ArrayList<>();
    for (String author : List.of("barackobama", "realdonaldtrump")) {
      rows.addAll(
          RealData.csv(
              "a-tweets-fivethirtyeight/" + author + "_tweets.csv.gz",
              StandardCharsets.ISO_8859_1,
              TwitterFiles::tweet));
    }
    return rows;
  }

  private static TweetRow tweet(CSVRecord row) {
    String url = row.get("url");
    long id = Long.parseLong(url.substring(url.lastIndexOf('/') + 1));
    Instant time = Instant.ofEpochMilli((id >> BITS_BELOW_TIME) + FIRST_MILLI);
    return new TweetRow(
        new Twit(row.get("user"), time, id, row.get("text")), row.get("created_at"));
  }

  /** Who follows whom. The file's loops are left out: nobody follows himself. */
  static List<Follow> follows() throws IOException {
    try (Stream<String> lines =
        RealData.lines("a-social-graph-slashdot0902/soc-Slashdot0902.txt.gz")) {
      return lines
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t", -1))
          .filter(ids -> !ids[0].equals(ids[1]))
          .map(ids -> new Follow(ids[0], ids[1]))
          .toList();
    }
  }

  /**
   * Actions, as posts that reached a reader: {@code A B time kind} is a post of B on A's home page,
   * with the kind for its text. Rows of one reader, author and second are told apart by their
   * number among these.
   */
  static List<StreamPost> actions() throws IOException {
    Map<StreamPost, Long> earlier = new HashMap<>();
    try (Stream<String> lines =
        RealData.lines("a-twitter-higgs-activity/higgs-activity_time.txt.gz")) {
      return lines.map(line -> action(line.split(" ", -1), earlier)).toList();
    }
  }

  private static StreamPost action(String[] row, Map<StreamPost, Long> earlier) {
    Instant time = Instant.ofEpochSecond(Long.parseLong(row[2]));
    StreamPost same = new StreamPost(row[0], time, row[1], 0, "");
    long sequence = earlier.merge(same, 1L, Long::sum) - 1;
    return new StreamPost(row[0], time, row[1], sequence, row[3]);
  }
}
