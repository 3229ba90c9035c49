package io.rowandb.schema.rules;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;

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

  /** All of them; the test is skipped where they are not. */
  static List<Activity> all() throws IOException {
    String named = System.getProperty("rowan.data", System.getenv("ROWAN_DATA"));
    Path file =
        (named == null ? Path.of("..", "..", "shared", "data") : Path.of(named)).resolve(FILE);
    Assumptions.assumeTrue(
        Files.exists(file),
        () -> "no " + file.toAbsolutePath().normalize() + "; -Drowan.data=DIR names its directory");
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.US_ASCII))) {
      return lines.lines().map(Activity::of).toList();
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
