package io.rowandb.systems.twibase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.systems.fault.FaultyConnection;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Habits are counted, and decide for each pair; timelines are right whatever they decide. */
@OnBackEnd
class TwiHabitsTest {
  private static final String SPACE = "twihabits";
  private static final Instant T = Instant.parse("2026-01-01T00:00:00Z");
  private static final List<String> NAMES = List.of("ann", "ben", "cyd", "dan");

  private Connection connection;
  private TwiTables tables;
  private TwiBase base;
  private volatile Instant now = T;

  @BeforeEach
  void open(Connection backEnd) throws IOException {
    connection = backEnd;
    base = program(connection);
    tables = TwiTables.open(connection, SPACE);
    for (String name : NAMES) {
      base.signUp(name, name, "", T);
    }
  }

  private TwiBase program(Connection of) throws IOException {
    return TwiBase.open(of, DeliveryPlan.PER_PAIR, SPACE, () -> now);
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

  /** By a program of its own, whose looks are counted when all is over. */
  private void check() throws IOException {
    try (TwiBase other = program(connection)) {
      TwiTruth.check(other, tables, NAMES);
    }
  }

  private void post(String author, int times) throws IOException {
    for (int i = 0; i < times; i++) {
      base.post(author, "post " + i, now);
    }
  }

  private void look(String reader, int times) throws IOException {
    for (int i = 0; i < times; i++) {
      base.timeline(reader, null, 5);
    }
  }

  private Delivery delivery(String reader, String author) throws IOException {
    return base.pairs(reader, null, 10).stream()
        .filter(each -> each.author().equals(author))
        .findFirst()
        .orElseThrow()
        .delivery();
  }

  @Test
  void eachPairHasWhatCostsLess() throws IOException {
    post("ann", 20);
    post("dan", 2);
    look("cyd", 16);
    for (String reader : List.of("ben", "cyd")) {
      base.follow(reader, "ann", T);
      base.follow(reader, "dan", T);
    }
    assertThat(base.pairs("ben", null, 10))
        .containsExactly(
            new FollowedPair("ann", 20, Delivery.PULL, Delivery.PULL),
            new FollowedPair("dan", 2, Delivery.PUSH, Delivery.PUSH));
    assertThat(base.pairs("cyd", null, 10))
        .extracting(FollowedPair::delivery)
        .containsOnly(Delivery.PUSH);
    assertThat(base.habits("cyd")).hasValue(new Habits("cyd", 0, 16));
    assertThat(base.habits("nobody")).isEmpty();
    assertThatThrownBy(() -> base.pairs("nobody", null, 10))
        .hasMessage("there is no user 'nobody'");
    check();
  }

  @Test
  void pairsChangeWithHabitsAndNoPostIsLost() throws IOException {
    base.follow("ben", "ann", T);
    base.follow("cyd", "ann", T);
    post("ann", 20);
    assertThat(delivery("ben", "ann")).isEqualTo(Delivery.PUSH);
    look("cyd", 15);
    assertThat(base.habits("cyd").orElseThrow().looks()).as("they wait").isZero();
    TwiBase.Replanned first = base.replanAll(null, () -> false);
    assertThat(first).isEqualTo(new TwiBase.Replanned(4, 1, Optional.of("dan"), false));
    assertThat(base.habits("cyd").orElseThrow().looks()).isEqualTo(15);
    assertThat(delivery("ben", "ann")).isEqualTo(Delivery.PULL);
    assertThat(delivery("cyd", "ann")).isEqualTo(Delivery.PUSH);
    post("ann", 1);
    check();
    now = T.plus(Duration.ofDays(70));
    assertThat(base.replan("ben")).as("all of it is long ago").isEqualTo(1);
    assertThat(base.habits("ann").orElseThrow().posts()).isBetween(0.01, 0.03);
    check();
    post("ann", 30);
    assertThat(base.replanAll("ben", () -> false).pairs()).as("those behind ben").isEqualTo(1);
    assertThat(base.replan("nobody")).isZero();
    check();
  }

  @Test
  void whatWasStoppedIsDoneByTheNextRun() throws IOException {
    for (String reader : List.of("ben", "cyd", "dan")) {
      base.follow(reader, "ann", T);
    }
    post("ann", 20);
    int[] asked = {0};
    TwiBase.Replanned part = base.replanAll(null, () -> asked[0]++ == 2);
    assertThat(part).isEqualTo(new TwiBase.Replanned(2, 1, Optional.of("ben"), true));
    TwiBase.Replanned rest = base.replanAll("ben", () -> false);
    assertThat(rest).isEqualTo(new TwiBase.Replanned(2, 2, Optional.of("dan"), false));
    assertThat(base.replanAll(null, () -> false).pairs()).isZero();
    assertThat(base.replanAll("zzz", () -> false))
        .isEqualTo(new TwiBase.Replanned(0, 0, Optional.of("zzz"), false));
    check();
  }

  /** Sixteen threads of two programs act on the same rows, and all is counted once. */
  @Test
  void threadsCountExactlyWhilePlansChange() throws Exception {
    assumeFalse(BackEnd.isHBase(), "thousands of calls");
    int turns = 25;
    List<Callable<Boolean>> calls = new ArrayList<>();
    try (TwiBase other = program(connection)) {
      for (int i = 0; i < 16; i++) {
        Random random = new Random(i);
        TwiBase mine = i % 2 == 0 ? base : other;
        String name = NAMES.get(i % 4);
        calls.add(
            () -> {
              for (int turn = 0; turn < turns; turn++) {
                mine.post(name, "text", now);
                mine.timeline(name, null, 3);
                String followed = NAMES.get(random.nextInt(4));
                if (!followed.equals(name)) {
                  mine.follow(name, followed, now);
                }
                if (turn % 5 == 0) {
                  mine.replanAll(null, () -> false);
                }
              }
              return true;
            });
      }
      assertThat(all(calls)).containsOnly(true);
    }
    base.close(); // looks that wait
    base = program(connection);
    for (String name : NAMES) {
      assertThat(base.habits(name)).hasValue(new Habits(name, 4 * turns, 4 * turns));
    }
    base.replanAll(null, () -> false);
    check();
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

  @Test
  @Tag("slow")
  void aDeathInALookOrAReplanLosesNoPost() throws IOException {
    assumeFalse(BackEnd.isHBase(), "a second for each of many calls");
    int deaths = 0;
    for (boolean executed : List.of(false, true)) {
      boolean died = true;
      for (int calls = 0; died; calls++) {
        begin();
        died = dies(calls, executed);
        deaths += died ? 1 : 0;
        check(base.resume());
      }
    }
    assertThat(deaths).isGreaterThan(10);
  }

  /** Two of ben's pairs and one of cyd's are to change. */
  private void begin() throws IOException {
    now = now.plus(Duration.ofDays(200)); // nobody has any habits now
    // Follows begin anew, so that there are no posts to copy.
    followAnew("ben", "ann");
    followAnew("cyd", "ann");
    followAnew("ben", "dan");
    base.replanAll(null, () -> false);
    post("ann", 18);
    post("dan", 18);
  }

  private void followAnew(String reader, String author) throws IOException {
    base.unfollow(reader, author);
    base.follow(reader, author, now);
  }

  private void check(int notes) throws IOException {
    assertThat(notes).isNotNegative();
    check();
  }

  private boolean dies(int calls, boolean executed) throws IOException {
    FaultyConnection faulty = new FaultyConnection(connection);
    TwiBase dying = program(faulty.connection());
    faulty.dieBehind(calls, executed);
    try {
      for (int i = 0; i < 16; i++) {
        dying.timeline("cyd", null, 5);
      }
      dying.replanAll(null, () -> false);
      return false;
    } catch (IOException e) {
      return true;
    } finally {
      faulty.live();
      dying.close();
    }
  }

  /** The page is there; its count is written later. */
  @Test
  void aLookThatCannotBeCountedIsShown() throws IOException {
    FaultyConnection faulty = new FaultyConnection(connection);
    base.follow("ben", "ann", T);
    post("ann", 2);
    try (TwiBase other = program(faulty.connection())) {
      for (int i = 0; i < 15; i++) {
        other.timeline("ben", null, 5);
      }
      faulty.dieBehind(0, false);
      assertThat(other.timeline("ben", null, 5)).hasSize(2);
      faulty.live();
      assertThat(base.habits("ben")).hasValue(new Habits("ben", 0, 0));
      assertThat(other.waitingReaders()).isEqualTo(1);
    }
    assertThat(base.habits("ben")).hasValue(new Habits("ben", 0, 16));
  }

  /** One write of three fails: the others are done, all is closed, and the caller hears of it. */
  @Test
  void aCloseWritesTheLooksOfTheOthers() throws IOException {
    int[] failures = {0};
    TwiBase other =
        program(
            FaultyConnection.answering(
                connection,
                "checkAndMutate",
                call -> {
                  if (failures[0]-- > 0) {
                    throw new IOException("lost");
                  }
                  return call.call();
                }));
    for (String name : List.of("ann", "ben", "cyd")) {
      other.timeline(name, null, 5);
    }
    failures[0] = 1;
    assertThatThrownBy(() -> other.replanAll(null, () -> false)).hasMessageContaining("looks of '");
    assertThat(other.waitingReaders()).as("those that wait again").isEqualTo(1);
    other.timeline("ann", null, 5);
    other.timeline("ben", null, 5);
    other.timeline("cyd", null, 5);
    failures[0] = 1;
    assertThatThrownBy(other::close).hasMessageContaining("could not be written");
    double looks = 0;
    for (String name : NAMES) {
      looks += base.habits(name).orElseThrow().looks();
    }
    assertThat(looks).isBetween(4.0, 5.0);
    other.close();
    assertThatThrownBy(() -> other.timeline("ann", null, 5))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void whoIsNoUserTakesNoPlace() throws IOException {
    for (int i = 0; i < 20; i++) {
      assertThat(base.timeline("nobody" + i, null, 5)).isEmpty();
    }
    assertThat(base.waitingReaders()).isZero();
    base.timeline("ben", null, 5);
    assertThat(base.waitingReaders()).isEqualTo(1);
  }

  /** A pair near the limit does not go to and fro. */
  @Test
  void aPairChangesBackOnlyIfItCostsHalf() throws IOException {
    base.follow("ben", "ann", T);
    post("ann", 20);
    assertThat(base.replan("ben")).isEqualTo(1);
    now = T.plus(Duration.ofDays(7));
    assertThat(base.pairs("ben", null, 10))
        .containsExactly(new FollowedPair("ann", 10, Delivery.PULL, Delivery.PULL));
    assertThat(base.replan("ben")).as("ten rows, sixteen for looks").isZero();
    now = T.plus(Duration.ofDays(14));
    assertThat(base.replan("ben")).as("five rows").isEqualTo(1);
    assertThat(delivery("ben", "ann")).isEqualTo(Delivery.PUSH);
    check();
  }

  /** Each follower would get a copy of all that a quiet author ever posted. */
  @Test
  void aQuietAuthorOfManyPostsIsReadOn() throws IOException {
    base.follow("ben", "ann", T);
    base.follow("ben", "dan", T);
    post("ann", DeliveryPlan.MOST_COPIED + 1);
    post("dan", DeliveryPlan.MOST_COPIED);
    assertThat(base.replan("ben")).isEqualTo(2);
    now = T.plus(Duration.ofDays(300));
    long written = base.work().rowsWritten();
    assertThat(base.replan("ben")).isEqualTo(1);
    assertThat(base.work().rowsWritten() - written).isEqualTo(DeliveryPlan.MOST_COPIED);
    assertThat(delivery("ben", "ann")).isEqualTo(Delivery.PULL);
    assertThat(delivery("ben", "dan")).isEqualTo(Delivery.PUSH);
    base.follow("cyd", "ann", now);
    assertThat(delivery("cyd", "ann")).as("a follow has nothing to copy").isEqualTo(Delivery.PUSH);
    check();
  }

  /** What programs had in a user's row before habits were counted. */
  record UncountedUser(
      String name,
      String nickname,
      String email,
      Instant joined,
      long renamed,
      long posted,
      long deleted,
      List<Task> tasks) {
    UncountedUser called(String other) {
      return new UncountedUser(name, other, email, joined, renamed, posted, deleted, tasks);
    }
  }

  private RecordTable<UncountedUser> uncounted() throws IOException {
    return RecordTable.open(
        connection,
        TableDesign.of(SPACE + ":users", UncountedUser.class)
            .key(key -> key.part(UncountedUser::name, Parts.textToEnd()))
            .family("info")
            .column(UncountedUser::nickname, "info:nickname")
            .column(UncountedUser::email, "info:email")
            .column(UncountedUser::joined, "info:joined")
            .column(UncountedUser::renamed, "info:renamed")
            .column(UncountedUser::posted, "info:posted")
            .column(UncountedUser::deleted, "info:deleted")
            .packed("info:tasks", packed -> packed.field(1, UncountedUser::tasks))
            .marked()
            .build());
  }

  /** A row of an earlier program has no habits, and such a program leaves those that are there. */
  @Test
  void earlierProgramsGoOn() throws IOException {
    try (RecordTable<UncountedUser> users = uncounted()) {
      users.putIfAbsent(new UncountedUser("eve", "Eve", "", T, 0, 0, 0, List.of()));
      assertThat(base.habits("eve")).hasValue(new Habits("eve", 0, 0));
      base.follow("ben", "eve", T);
      post("eve", 3);
      look("eve", 16);
      users.update(user -> user.called("Eve the first"), "eve");
      post("eve", 1);
    }
    assertThat(base.habits("eve")).hasValue(new Habits("eve", 4, 16));
    assertThat(base.timeline("ben", null, 10)).hasSize(4);
  }

  /** A file of the past does not make an author busy; a wrong clock does not stop the decay. */
  @Test
  void whatHappenedLongAgoCountsLess() throws IOException {
    now = T.plus(Duration.ofDays(14));
    base.post("ann", "two weeks ago", T);
    base.post("ann", "to come", Instant.parse("9999-12-31T00:00:00Z"));
    base.post("ann", "the first", Instant.EPOCH);
    assertThat(base.habits("ann")).hasValue(new Habits("ann", 1.25, 0));
    DecayingCount wrong = DecayingCount.NONE.plus(8, now, Instant.parse("9999-01-01T00:00:00Z"));
    DecayingCount mended = DecayingCount.NONE.plus(8, now, now.plus(Duration.ofDays(3650)));
    assertThat(wrong.at(now)).isZero();
    assertThat(mended.plus(1, now, now).plus(0, now, now.plus(Duration.ofDays(7))).count())
        .isBetween(0.5, 0.51);
    DecayingCount ahead = DecayingCount.NONE.plus(4, now.plusSeconds(60), now.plusSeconds(60));
    assertThat(ahead.plus(1, now, now).count()).isBetween(4.999, 5.0);
    assertThat(ahead.plus(1, now, now).atMillis()).isEqualTo(ahead.atMillis());
  }
}
