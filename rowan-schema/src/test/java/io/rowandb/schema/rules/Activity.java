package io.rowandb.schema.rules;

import io.rowandb.schema.design.RealData;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a user of Twitter did, in the order of time: 563,069 rows of the week of the Higgs boson.
 *
 * @param actor who did it
 * @param subject whose tweet it was about
 * @param time when, to the second
 * @param kind {@code RT}, {@code MT} or {@code RE}
 */
record Activity(int actor, int subject, Instant time, String kind) {
  private static final String FILE = "a-twitter-higgs-activity/higgs-activity_time.txt.gz";

  /** All of them. */
  static List<Activity> all() throws IOException {
    try (Stream<String> lines = RealData.lines(FILE)) {
      return lines.map(Activity::of).toList();
    }
  }

  private static Activity of(String line) {
    String[] fields = line.split(" ", -1);
    return new Activity(
        Integer.parseInt(fields[0]),
        Integer.parseInt(fields[1]),
        Instant.ofEpochSecond(Long.parseLong(fields[2])),
        fields[3]);
  }
}
