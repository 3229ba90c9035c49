package io.rowandb.systems.forum;

import io.rowandb.systems.forum.ForumDesign.Call;
import io.rowandb.systems.measure.StoredCells;
import io.rowandb.systems.measure.TableTraffic;
import io.rowandb.systems.measure.WatchedTables;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Designs for a forum, from the article's to the two layouts that {@link Forum} has. All get the
 * same posts and comments, are flushed, and are asked the same. Then the same accidents happen to
 * the count of comments of all of them, each at the one moment where it does harm. Used by one
 * thread.
 */
public final class ForumAttempts {
  private static final Instant TIME = Instant.parse("2026-11-28T12:00:00Z");

  private final Connection connection;
  private final Supplier<Stream<PlacedEvent>> events;
  private final List<String> posts;
  private final int accidents;
  private long passedOver;

  /** Makes a design's tables. */
  private interface Made {
    ForumDesign in(Connection connection) throws IOException;
  }

  private static final List<Made> DESIGNS =
      List.of(
          to -> new NaiveForum(to, NaiveForum.Kind.ARTICLE),
          to -> new NaiveForum(to, NaiveForum.Kind.FAMILIES),
          to -> new NaiveForum(to, NaiveForum.Kind.MILLIS),
          to -> new NaiveForum(to, NaiveForum.Kind.WITH_ID),
          to -> new StoredForum(to, CommentLayout.WIDE),
          to -> new StoredForum(to, CommentLayout.TALL));

  /**
   * Attempts with a forum that can be had again and again.
   *
   * @param events all of it, the same each time
   * @param posts that are asked about; at least one
   * @param accidents of each kind, from 1 to 1,000
   */
  public ForumAttempts(
      Connection connection,
      Supplier<Stream<PlacedEvent>> events,
      List<String> posts,
      int accidents) {
    if (posts.isEmpty()) {
      throw new IllegalArgumentException("no post to ask about");
    }
    if (accidents < 1 || accidents > 1_000) {
      throw new IllegalArgumentException("accidents " + accidents + ": 1 to 1000");
    }
    this.connection = connection;
    this.events = events;
    this.posts = List.copyOf(posts);
    this.accidents = accidents;
  }

  /**
   * Measures all designs, one after the other.
   *
   * @param stopped asked between designs and events
   * @return none when it was stopped
   * @throws IOException when a table is there already, which is left alone, or a call fails
   */
  public List<ForumMeasurement> measure(BooleanSupplier stopped) throws IOException {
    long given = comments(stopped);
    List<ForumMeasurement> all = new ArrayList<>();
    for (Made made : DESIGNS) {
      if (stopped.getAsBoolean()) {
        return List.of();
      }
      TableTraffic traffic = new TableTraffic();
      try (ForumDesign design = made.in(WatchedTables.of(connection, traffic))) {
        try (Stream<PlacedEvent> each = taken()) {
          design.load(each.takeWhile(event -> !stopped.getAsBoolean()));
        }
        if (stopped.getAsBoolean()) {
          return List.of();
        }
        all.add(measure(design, given, traffic.spread().busiestShare()));
      }
    }
    return all;
  }

  /** How many comments were on posts that are not there, and were passed over. */
  public long passedOver() {
    return passedOver;
  }

  /** What all designs get: no comments on posts that are not there, which may be passed over. */
  private Stream<PlacedEvent> taken() {
    SeenTexts published = new SeenTexts();
    return events.get().filter(event -> isTaken(event, published));
  }

  private static boolean isTaken(PlacedEvent placed, SeenTexts published) {
    if (placed.event() instanceof ForumEvent.Commented commented) {
      return !placed.isOptional() || published.contains(commented.post());
    }
    published.add(((ForumEvent.Published) placed.event()).post().id());
    return true;
  }

  /** How many comments there are: a file may have a line twice. */
  private long comments(BooleanSupplier stopped) {
    SeenTexts published = new SeenTexts();
    SeenTexts comments = new SeenTexts();
    long count = 0;
    passedOver = 0;
    try (Stream<PlacedEvent> all = events.get()) {
      for (var each = all.iterator(); each.hasNext() && !stopped.getAsBoolean(); ) {
        PlacedEvent placed = each.next();
        if (!isTaken(placed, published)) {
          passedOver++;
        } else if (placed.event() instanceof ForumEvent.Commented commented) {
          count += comments.add(commented.post() + '\n' + commented.comment().id()) ? 1 : 0;
        }
      }
    }
    return count;
  }

  private ForumMeasurement measure(ForumDesign design, long given, double busiest)
      throws IOException {
    for (TableName each : design.tables()) {
      try (Admin admin = connection.getAdmin()) {
        admin.flush(each);
      }
    }
    long bytes = StoredCells.of(connection, design.tables(), () -> false).bytes();
    long kept = 0;
    SeenTexts published = new SeenTexts();
    try (Stream<PlacedEvent> each = events.get()) {
      for (var all = each.iterator(); all.hasNext(); ) {
        if (all.next().event() instanceof ForumEvent.Published one
            && published.add(one.post().id())) {
          kept += design.whole(one.post().id());
        }
      }
    }
    return new ForumMeasurement(
        design.name(),
        design.idea(),
        design.families(),
        given - kept,
        bytes,
        busiest,
        read(design, design::head),
        read(design, design::first),
        read(design, design::newest),
        read(design, design::whole),
        accidents(design, "race", ForumAttempts::race),
        accidents(design, "death", ForumAttempts::death),
        accidents(design, "repeat", ForumAttempts::repeat));
  }

  /** A question about a post. */
  private interface Asked {
    void of(String post) throws IOException;
  }

  /** Of all posts that are asked about together. */
  private ForumReads read(ForumDesign design, Asked question) throws IOException {
    design.takeReads();
    for (String post : posts) {
      question.of(post);
    }
    return design.takeReads();
  }

  private static Comment comment(String id) {
    return new Comment(id, Optional.empty(), "ann", TIME.plusSeconds(id.length()), "words");
  }

  private static void make(ForumDesign design, String post, Comment comment, List<Call> calls)
      throws IOException {
    List<Call> next = calls;
    while (!makeAll(next)) {
      next = design.comment(post, comment);
    }
  }

  private static boolean makeAll(List<Call> calls) throws IOException {
    for (Call call : calls) {
      if (!call.make()) {
        return false;
      }
    }
    return true;
  }

  /** What happens to a post that has no comment. */
  private interface Accident {
    void happen(ForumDesign design, String post) throws IOException;
  }

  private static void race(ForumDesign design, String post) throws IOException {
    Comment one = comment("one");
    Comment other = comment("other");
    List<Call> callsOfOne = design.comment(post, one);
    List<Call> callsOfOther = design.comment(post, other);
    make(design, post, one, callsOfOne);
    make(design, post, other, callsOfOther);
  }

  private static void death(ForumDesign design, String post) throws IOException {
    design.comment(post, comment("one")).get(0).make();
  }

  private static void repeat(ForumDesign design, String post) throws IOException {
    for (int i = 0; i < 2; i++) {
      make(design, post, comment("one"), design.comment(post, comment("one")));
    }
  }

  /** How many posts have another count than comments. */
  private int accidents(ForumDesign design, String kind, Accident accident) throws IOException {
    int wrong = 0;
    for (int i = 0; i < accidents; i++) {
      String post = kind + i;
      design.publish(new Post(post, "ann", TIME, "title", "text", List.of()));
      accident.happen(design, post);
      wrong += design.count(post) == design.whole(post) ? 0 : 1;
    }
    return wrong;
  }

  static void drop(Connection connection, TableName name) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.disableTable(name);
      admin.deleteTable(name);
    }
  }
}
