package io.rowandb.systems.twibase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.rowandb.systems.fault.FaultyConnection;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What users see is what follows from what they did, whatever happens at once or is lost. */
@OnBackEnd
@Tag("slow")
class TwiBaseTest {
  private static final String SPACE = "twitest";
  private static final Instant T = Instant.parse("2026-01-01T00:00:00Z");
  private static final List<String> NAMES = List.of("ann", "ben", "cyd", "dan", "eve");

  /** Some pairs are written, some are read. */
  private static final DeliveryPlan MIXED =
      (author, reader) ->
          (author.name() + reader.name()).hashCode() % 2 == 0 ? Delivery.PUSH : Delivery.PULL;

  /** The other way round. */
  private static final DeliveryPlan OTHERWISE =
      (author, reader) -> MIXED.of(author, reader) == Delivery.PUSH ? Delivery.PULL : Delivery.PUSH;

  private Connection connection;
  private TwiTables tables;
  private TwiBase base;

  @BeforeEach
  void open(Connection backEnd) throws IOException {
    connection = backEnd;
    base = TwiBase.open(connection, MIXED, SPACE);
    tables = TwiTables.open(connection, SPACE);
    for (String name : NAMES) {
      assertThat(base.signUp(name, name.toUpperCase(Locale.ROOT), name + "@example.org", T))
          .isTrue();
    }
  }

  @AfterEach
  void drop() throws IOException {
    base.close();
    tables.close();
    for (String table : TwiTables.names(SPACE)) {
      BackEnd.drop(connection, table);
    }
    connection.getAdmin().deleteNamespace(SPACE);
  }

  private void check() throws IOException {
    TwiTruth.check(base, tables, NAMES);
  }

  private static Instant at(long millis) {
    return T.plusMillis(millis);
  }

  @Test
  void aPostReachesThoseWhoFollowAndNoOthers() throws IOException {
    base.follow("ben", "ann", at(1));
    base.follow("cyd", "ann", at(5));
    TwitId before = base.post("ann", "before", at(0));
    TwitId first = base.post("ann", "first", at(3));
    TwitId second = base.post("ann", "second", at(7));
    assertThat(base.timeline("ben", null, 10))
        .containsExactly(
            new TimelineItem(second, "ANN", "second"), new TimelineItem(first, "ANN", "first"));
    assertThat(base.timeline("cyd", null, 10)).extracting(TimelineItem::id).containsExactly(second);
    assertThat(base.timeline("dan", null, 10)).isEmpty();
    assertThat(base.posts("ann", null, 10))
        .extracting(Twit::id)
        .containsExactly(second, first, before);
    assertThat(base.posts("ann", second, 1)).extracting(Twit::text).containsExactly("first");
    assertThat(base.isFollowing("ben", "ann")).isTrue();
    assertThat(base.isFollowing("ann", "ben")).isFalse();
    assertThat(base.followers("ann", null, 10))
        .containsExactly(new Named("ben", "BEN"), new Named("cyd", "CYD"));
    assertThat(base.followers("ann", "ben", 10)).containsExactly(new Named("cyd", "CYD"));
    assertThat(base.follows("ben", null, 10)).containsExactly(new Named("ann", "ANN"));
    check();
  }

  /** More than a read expects of one millisecond: page after page has the next ones. */
  @Test
  void postsOfOneMillisecondArePagedToTheLast() throws IOException {
    base.follow("ben", "ann", at(1));
    int posts = 40;
    for (int i = 0; i < posts; i++) {
      base.post("ann", "post " + i, at(2));
    }
    TwitId older = base.post("ann", "older", at(1));
    List<TwitId> paged = new ArrayList<>();
    List<TwitId> own = new ArrayList<>();
    for (int page = 0; page <= posts / 3 + 1; page++) {
      TwitId last = paged.isEmpty() ? null : paged.get(paged.size() - 1);
      base.timeline("ben", last, 3).forEach(each -> paged.add(each.id()));
      TwitId lastOwn = own.isEmpty() ? null : own.get(own.size() - 1);
      base.posts("ann", lastOwn, 3).forEach(each -> own.add(each.id()));
    }
    assertThat(paged).isSorted().doesNotHaveDuplicates().hasSize(posts + 1).endsWith(older);
    assertThat(own).isEqualTo(paged);
    assertThat(base.timeline("ben", older, 3)).isEmpty();
  }

  /** Whoever is forgotten meanwhile is looked up again, and stays as they are. */
  @Test
  void aLoadRemembersSomeUsersOnly() throws IOException {
    Instant time = at(1);
    List<TwiEvent> events = new ArrayList<>();
    events.add(new TwiEvent.Joined("one", "The first", "", time));
    for (String follower : List.of("two", "three", "four", "two")) {
      events.add(new TwiEvent.Followed(follower, "one", time));
      events.add(new TwiEvent.Posted(follower, "text", time));
    }
    events.add(new TwiEvent.Posted("one", "text", time));
    assertThat(new TwiLoad(base, 1).run(events.stream())).isEqualTo(events.size());
    assertThat(base.followers("one", null, 10))
        .containsExactly(
            new Named("four", "four"), new Named("three", "three"), new Named("two", "two"));
    assertThat(base.follows("two", null, 10)).containsExactly(new Named("one", "The first"));
    assertThat(base.profile("two").orElseThrow().posts()).isEqualTo(2);
    assertThat(base.timeline("three", null, 10)).hasSize(1);
  }

  @Test
  void aLoadLeavesOutFollowsThatABlockForbids() throws IOException {
    assertThat(base.block("ann", "ben", at(1))).isTrue();
    List<TwiEvent> events =
        List.of(
            new TwiEvent.Followed("ben", "ann", at(2)), new TwiEvent.Followed("cyd", "ann", at(2)));
    assertThat(new TwiLoad(base).run(events.stream())).isEqualTo(2);
    assertThat(base.followers("ann", null, 10)).containsExactly(new Named("cyd", "CYD"));
  }

  @Test
  void whatIsTakenBackIsShownNoMore() throws IOException {
    for (String reader : List.of("ben", "cyd")) {
      base.follow(reader, "ann", at(1));
    }
    TwitId kept = base.post("ann", "kept", at(2));
    TwitId gone = base.post("ann", "gone", at(3));
    assertThat(base.delete(gone)).isTrue();
    assertThat(base.delete(gone)).isFalse();
    assertThat(base.delete(new TwitId("ann", at(3), 99))).isFalse();
    assertThat(base.delete(new TwitId("nobody", at(3), 1))).isFalse();
    assertThat(base.twit(gone)).isEmpty();
    assertThat(base.profile("ann").orElseThrow().posts()).isEqualTo(1);
    assertThat(base.timeline("ben", null, 1)).extracting(TimelineItem::id).containsExactly(kept);
    assertThat(base.unfollow("ben", "ann")).isTrue();
    assertThat(base.unfollow("ben", "ann")).isFalse();
    assertThat(base.timeline("ben", null, 10)).isEmpty();
    base.follow("ben", "ann", at(4));
    assertThat(base.timeline("ben", null, 10)).as("from then on").isEmpty();
    base.rename("ann", "Ann the first", at(5));
    assertThat(base.timeline("cyd", null, 10))
        .containsExactly(new TimelineItem(kept, "Ann the first", "kept"));
    assertThat(base.follows("ben", null, 9)).containsExactly(new Named("ann", "Ann the first"));
    check();
  }

  @Test
  void aBlockEndsBothFollowsAndForbidsThem() throws IOException {
    base.follow("ben", "ann", at(1));
    base.follow("ann", "ben", at(1));
    assertThat(base.block("ann", "ben", at(2))).isTrue();
    assertThat(base.block("ann", "ben", at(2))).isFalse();
    assertThat(base.isFollowing("ben", "ann")).isFalse();
    assertThat(base.isFollowing("ann", "ben")).isFalse();
    assertThat(base.blocked("ann", null, 10)).containsExactly("ben");
    for (List<String> pair : List.of(List.of("ben", "ann"), List.of("ann", "ben"))) {
      assertThatThrownBy(() -> base.follow(pair.get(0), pair.get(1), at(3)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("one has blocked the other");
    }
    assertThat(base.unblock("ann", "ben")).isTrue();
    assertThat(base.follow("ben", "ann", at(3))).isTrue();
    assertThat(base.follow("ben", "ann", at(4))).isFalse();
    check();
  }

  @Test
  void likesAreCountedFromBothSides() throws IOException {
    TwitId post = base.post("ann", "text", at(1));
    TwitId other = base.post("ann", "other", at(1));
    for (String name : NAMES) {
      assertThat(base.like(name, post, at(2))).isTrue();
      assertThat(base.like(name, post, at(2))).isFalse();
    }
    base.like("ben", other, at(2));
    assertThat(base.unlike("cyd", post)).isTrue();
    assertThat(base.unlike("cyd", post)).isFalse();
    assertThat(base.likes(post)).isEqualTo(4);
    assertThat(base.likers(post, null, 10)).containsExactly("ann", "ben", "dan", "eve");
    assertThat(base.profile("ben").orElseThrow().liked()).isEqualTo(2);
    assertThat(base.profile("cyd").orElseThrow().liked()).isZero();
    assertThatThrownBy(() -> base.like("ben", new TwitId("ann", at(1), 9), at(2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no post 'ann/2026-01-01T00:00:00.001Z/9'");
  }

  @Test
  void aNameIsTakenOnceByThreads() throws Exception {
    List<Callable<Boolean>> calls = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      String nickname = "n" + i;
      calls.add(() -> base.signUp("fay", nickname, "", T));
    }
    assertThat(all(calls)).containsOnlyOnce(true);
  }

  @Test
  void postsOfOneMillisecondAreReadPageByPage() throws IOException {
    for (String author : List.of("ann", "ben", "cyd")) {
      base.follow("dan", author, at(0));
    }
    for (int i = 0; i < 9; i++) {
      base.post(NAMES.get(i % 3), "post " + i, at(i < 7 ? 1 : 2));
    }
    for (int page = 1; page < 12; page++) {
      assertThat(TwiTruth.timeline(base, "dan", page)).hasSize(9).doesNotHaveDuplicates();
    }
    check();
  }

  @Test
  void timelinesAreRightWhileAllOfItChanges() throws Exception {
    List<Callable<Boolean>> calls = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      Random random = new Random(i);
      calls.add(() -> live(random));
    }
    assertThat(all(calls)).containsOnly(true);
    check();
  }

  private boolean live(Random random) throws IOException {
    try (TwiBase other = TwiBase.open(connection, OTHERWISE, SPACE);
        TwiBase counting = TwiBase.open(connection, DeliveryPlan.PER_PAIR, SPACE, () -> T)) {
      List<TwiBase> programs = List.of(base, other, counting);
      for (int i = 0; i < 40; i++) {
        TwiBase mine = programs.get(random.nextInt(programs.size()));
        String one = NAMES.get(random.nextInt(NAMES.size()));
        String two = NAMES.get(random.nextInt(NAMES.size()));
        act(mine, random.nextInt(11), one, two, at(random.nextInt(50)));
      }
    }
    return true;
  }

  private static void act(TwiBase base, int what, String one, String two, Instant now)
      throws IOException {
    switch (what) {
      case 0, 1 -> base.post(one, "by " + one, now);
      case 2 -> deleteNewest(base, one);
      case 3, 4, 5 -> tryFollow(base, one, two, now);
      case 6 -> base.unfollow(one, two);
      case 7 -> base.replan(one);
      case 10 -> base.timeline(one, null, 5);
      case 8 -> base.rename(one, one + now.toEpochMilli(), now);
      default -> block(base, one, two, now);
    }
  }

  private static void deleteNewest(TwiBase base, String author) throws IOException {
    for (Twit each : base.posts(author, null, 1)) {
      base.delete(each.id());
    }
  }

  private static void tryFollow(TwiBase base, String one, String two, Instant now)
      throws IOException {
    try {
      base.follow(one, two, now);
    } catch (IllegalArgumentException e) {
      assertThat(one).isEqualTo(two);
    } catch (IllegalStateException e) {
      assertThat(e).hasMessageContaining("has blocked");
    }
  }

  private static void block(TwiBase base, String one, String two, Instant now) throws IOException {
    if (!one.equals(two)) {
      base.block(one, two, now);
      base.unblock(one, two);
    }
  }

  private static <T> List<T> all(List<Callable<T>> calls) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(calls.size());
    try {
      List<T> answers = new ArrayList<>();
      for (Future<T> each : threads.invokeAll(calls)) {
        answers.add(each.get());
      }
      return answers;
    } finally {
      threads.shutdown();
    }
  }

  /** A call under test. */
  private interface Act {
    void on(TwiBase base) throws IOException;
  }

  private List<Act> acts(TwitId post) {
    return List.of(
        base -> base.post("ann", "new", at(20)),
        base -> base.delete(post),
        base -> base.follow("eve", "ann", at(5)),
        base -> base.follow("eve", "ben", at(5)),
        base -> base.unfollow("ben", "ann"),
        base -> base.block("ann", "cyd", at(20)),
        base -> base.unblock("ann", "cyd"),
        base -> base.rename("ann", "Ann the second", at(20)),
        base -> base.like("ben", post, at(20)),
        base -> base.unlike("ben", post),
        base -> base.signUp("fay", "F", "", at(20)),
        TwiBaseTest::loadFollows,
        base -> base.replan("dan"));
  }

  /** Both together, with one call for each step. */
  private static void loadFollows(TwiBase base) throws IOException {
    new TwiLoad(base)
        .run(
            Stream.of(
                new TwiEvent.Followed("eve", "ann", at(5)),
                new TwiEvent.Followed("eve", "ben", at(5))));
  }

  @Test
  void aDeathAtAnyCallIsMended() throws IOException {
    int deaths = 0;
    // A cluster takes a second for each.
    List<Boolean> whetherExecuted = BackEnd.isHBase() ? List.of(true) : List.of(false, true);
    for (boolean executed : whetherExecuted) {
      for (int act = 0; act < acts(null).size(); act++) {
        boolean died = true;
        for (int calls = 0; died; calls++) {
          begin();
          TwitId post = base.post("ann", "old", at(10));
          died = dies(acts(post).get(act), calls, executed);
          base.resume();
          check();
          deaths += died ? 1 : 0;
        }
      }
    }
    assertThat(deaths).isGreaterThan(40 * whetherExecuted.size());
  }

  /** One thing happens, whole, before each call that another makes. */
  @Test
  void whatHappensBetweenTheCallsOfAnotherIsRight() throws Exception {
    assumeFalse(BackEnd.isHBase(), "hundreds of turns, which a cluster would take minutes for");
    List<Act> between =
        List.of(
            base -> {
              base.unfollow("eve", "ann");
              base.post("ann", "unseen", at(12));
              base.follow("eve", "ann", at(5));
            },
            base -> base.block("ann", "eve", at(13)),
            base -> base.unblock("ann", "cyd"),
            base -> {
              base.block("ann", "cyd", at(14));
              base.unblock("ann", "cyd");
              base.follow("cyd", "ann", at(15));
            },
            base -> base.replan("dan"),
            base -> base.rename("ann", "Ann the third", at(16)));
    int turns = 0;
    for (int act = 0; act < acts(null).size(); act++) {
      for (Act other : between) {
        boolean tooShort = false;
        for (int calls = 0; !tooShort; calls++) {
          begin();
          base.unblock("ann", "eve");
          TwitId post = base.post("ann", "old", at(10));
          FaultyConnection slow = new FaultyConnection(connection);
          try (TwiBase slowly = TwiBase.open(slow.connection(), OTHERWISE, SPACE)) {
            slow.meanwhile(calls, () -> acted(other));
            actOrBeRefused(acts(post).get(act), slowly);
            tooShort = slow.isTooShort();
          }
          check();
          turns++;
        }
      }
    }
    assertThat(turns).isGreaterThan(200);
  }

  private boolean acted(Act act) throws IOException {
    actOrBeRefused(act, base);
    return true;
  }

  private static void actOrBeRefused(Act act, TwiBase base) throws IOException {
    try {
      act.on(base);
    } catch (IllegalStateException e) {
      assertThat(e).hasMessageContaining("has blocked");
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageStartingWith("there is no post");
    }
  }

  private void begin() throws IOException {
    base.unblock("ann", "cyd");
    base.unfollow("eve", "ann");
    base.unfollow("eve", "ben");
    for (String reader : List.of("ben", "cyd", "dan")) {
      base.follow(reader, "ann", at(1));
    }
    base.follow("dan", "ben", at(1));
  }

  private boolean dies(Act act, int calls, boolean executed) throws IOException {
    FaultyConnection faulty = new FaultyConnection(connection);
    try (TwiBase dying = TwiBase.open(faulty.connection(), OTHERWISE, SPACE)) {
      faulty.dieBehind(calls, executed);
      try {
        act.on(dying);
        return false;
      } catch (IOException e) {
        return true;
      }
    }
  }

  @Test
  void callsThatAreExecutedAgainBringNothingBack() throws Exception {
    FaultyConnection recording = new FaultyConnection(connection);
    List<Callable<?>> late;
    try (TwiBase recorded = TwiBase.open(recording.connection(), MIXED, SPACE)) {
      for (int seed = 0; seed < 3; seed++) {
        Random random = new Random(seed);
        for (int i = 0; i < 40; i++) {
          String one = NAMES.get(random.nextInt(NAMES.size()));
          String two = NAMES.get(random.nextInt(NAMES.size()));
          act(recorded, random.nextInt(11), one, two, at(random.nextInt(50)));
        }
      }
      late = recording.written();
    }
    check();
    List<List<TwitId>> before = timelines();
    Collections.shuffle(late, new Random(1));
    for (Callable<?> each : late) {
      each.call();
    }
    assertThat(timelines()).isEqualTo(before);
    check();
  }

  private List<List<TwitId>> timelines() throws IOException {
    List<List<TwitId>> all = new ArrayList<>();
    for (String name : NAMES) {
      all.add(TwiTruth.timeline(base, name, 10));
    }
    return all;
  }

  @Test
  void wrongValuesAreRefused() {
    assertThatThrownBy(() -> base.signUp("Ann", "A", "", T))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("name 'Ann': from 1 to 30 of a-z, 0-9 and _");
    assertThatThrownBy(() -> base.signUp("a/b", "A", "", T)).hasMessageContaining("a/b");
    assertThatThrownBy(() -> base.signUp("ok", " ", "", T)).hasMessageContaining("nickname ' '");
    assertThatThrownBy(() -> base.post("nobody", "x", T))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no user 'nobody'");
    assertThatThrownBy(() -> base.post("ann", "x".repeat(1_001), T))
        .hasMessage("a text of 1001 characters: from 1 to 1000");
    assertThatThrownBy(() -> base.follow("ann", "ann", T))
        .hasMessage("'ann' cannot follow themselves");
    assertThatThrownBy(() -> base.timeline("ann", null, 0)).hasMessage("0 at once: from 1 to 1000");
    for (String far : List.of("1969-12-31T23:59:59.999Z", "+10000-01-01T00:00:00Z")) {
      assertThatThrownBy(() -> base.post("ann", "far", Instant.parse(far)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("time " + far + " is not in a year from 1970 to 9999");
    }
    for (String wrong : List.of("", "ann", "ann/x/1", "ann/2026-01-01T00:00:00Z/0", "a/b/c/d")) {
      assertThatThrownBy(() -> TwitId.parse(wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "post '" + wrong + "' is not NAME/TIME/NUMBER, as ada/2026-01-31T12:00:00Z/1");
    }
  }
}
