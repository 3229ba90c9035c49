package io.rowandb.systems.twibase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rowandb.client.Rowan;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The graph of Slashdot's users, and the rhythm of a week of Twitter: whoever acted on another
 * there looks at the timeline here, just after the other has posted. How a pair is served is
 * decided by how often both do so. All timelines are those of a model; with {@code --full} of all
 * users.
 */
@OnBackEnd
@Tag("slow")
class SlashdotWeekTest {
  private static final String SPACE = "slashdot";
  private static final Instant BEFORE = Instant.parse("2012-07-01T00:00:00Z");
  private static final int PAGE = 20;

  private final int users = BackEnd.isFull() ? 82_168 : BackEnd.isHBase() ? 100 : 400;
  private final long actions = BackEnd.isFull() ? 50_000 : BackEnd.isHBase() ? 300 : 4_000;

  /** Who acted on whom, and when. */
  private record Action(int actor, int other, Instant time) {}

  /** What is in the timelines, the newest first. */
  private final Map<Integer, TreeSet<TwitId>> timelines = new HashMap<>();

  private final Map<Integer, List<Integer>> followers = new HashMap<>();

  private static String name(int user) {
    return "user" + user;
  }

  /** Fields of the lines of a file that are no comments. */
  private static Stream<String[]> fields(String file) throws IOException {
    String named = System.getProperty("rowan.data", System.getenv("ROWAN_DATA"));
    Path path =
        (named == null ? Path.of("..", "..", "shared", "data") : Path.of(named)).resolve(file);
    assumeTrue(
        Files.exists(path), () -> "no file " + path + "; -Drowan.data=DIR names another place");
    BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(path)), StandardCharsets.UTF_8));
    return lines
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.strip().split("\\s+", -1));
  }

  private List<Action> actions() throws IOException {
    try (Stream<String[]> lines = fields("a-twitter-higgs-activity/higgs-activity_time.txt.gz")) {
      return lines
          .map(
              line ->
                  new Action(
                      Integer.parseInt(line[0]) % users,
                      Integer.parseInt(line[1]) % users,
                      Instant.ofEpochSecond(Long.parseLong(line[2]))))
          .limit(actions)
          .toList();
    }
  }

  private void followAll(TwiBase base) throws IOException {
    try (Stream<String[]> edges = fields("a-social-graph-slashdot0902/soc-Slashdot0902.txt.gz")) {
      for (String[] edge : (Iterable<String[]>) edges::iterator) {
        int follower = Integer.parseInt(edge[0]);
        int followed = Integer.parseInt(edge[1]);
        if (follower != followed && follower < users && followed < users) {
          assertThat(base.follow(name(follower), name(followed), BEFORE)).isTrue();
          followers.computeIfAbsent(followed, none -> new ArrayList<>()).add(follower);
        }
      }
    }
  }

  private static DeliveryPlan plan(List<Action> actions) {
    Map<String, Integer> posts = new HashMap<>();
    Map<String, Integer> looks = new HashMap<>();
    for (Action action : actions) {
      posts.merge(name(action.other()), 1, Integer::sum);
      looks.merge(name(action.actor()), 1, Integer::sum);
    }
    return DeliveryPlan.perPair(
        author -> posts.getOrDefault(author.name(), 0),
        reader -> looks.getOrDefault(reader.name(), 0),
        1);
  }

  private List<TwitId> expected(int reader, int most) {
    return timelines.getOrDefault(reader, new TreeSet<>()).stream().limit(most).toList();
  }

  @Test
  void everyTimelineIsThatOfAModel(Connection backEnd, @TempDir Path directory) throws IOException {
    if (!BackEnd.isFull() || BackEnd.isHBase()) {
      check(backEnd);
      return;
    }
    // All of it needs more memory than a test has.
    try (Connection onDisk =
        ConnectionFactory.createConnection(Rowan.configuration(directory.toString()))) {
      check(onDisk);
    }
  }

  private void check(Connection connection) throws IOException {
    List<Action> week = actions();
    try (TwiBase base = TwiBase.open(connection, plan(week), SPACE)) {
      for (int user = 0; user < users; user++) {
        assertThat(base.signUp(name(user), "User " + user, "", BEFORE)).isTrue();
      }
      followAll(base);
      int seen = 0;
      for (Action action : week) {
        TwitId post = base.post(name(action.other()), "about the boson", action.time());
        for (int follower : followers.getOrDefault(action.other(), List.of())) {
          timelines.computeIfAbsent(follower, none -> new TreeSet<>()).add(post);
        }
        List<TwitId> page =
            base.timeline(name(action.actor()), null, PAGE).stream().map(TimelineItem::id).toList();
        assertThat(page).isEqualTo(expected(action.actor(), PAGE));
        seen += page.size();
      }
      assertThat(seen).as("posts that were seen").isGreaterThan(week.size());
      for (int user = 0; user < users; user++) {
        assertThat(TwiTruth.timeline(base, name(user), 1_000))
            .as("timeline of %s", name(user))
            .isEqualTo(expected(user, Integer.MAX_VALUE));
      }
      assertThat(base.work().rowsWritten()).as("pairs that are written").isPositive();
      assertThat(base.work().authorsRead()).as("pairs that are read").isPositive();
    } finally {
      for (String table : TwiTables.names(SPACE)) {
        BackEnd.drop(connection, table);
      }
      connection.getAdmin().deleteNamespace(SPACE);
    }
  }
}
