package io.rowandb.systems.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.systems.fault.FaultyConnection;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A player of many periods leaves them in steps: each is whole, and the next call goes on. */
@OnBackEnd
@Tag("slow")
class BoardRemovalTest {
  private static final LocalDate FIRST = LocalDate.parse("1990-01-01");

  /** With the weeks, three steps. */
  private static final int DAYS = 600;

  private static Connection connection;
  private String name;
  private Leaderboard board;
  private SortedBoard sorted;

  @BeforeEach
  void open(Connection backEnd) throws IOException {
    connection = backEnd;
    name = BackEnd.newTableName("left");
    board = Leaderboard.open(connection, name);
    sorted = new SortedBoard();
    play("ann", DAYS);
    play("bob", 3);
  }

  @AfterEach
  void close() throws IOException {
    board.close();
  }

  @AfterAll
  static void drop() throws IOException {
    BackEnd.drop(connection, "boards");
  }

  private static Instant noon(int day) {
    return FIRST.plusDays(day).atTime(12, 0).toInstant(ZoneOffset.UTC);
  }

  private static Stream<ScoreEvent> games(String player, int days) {
    return IntStream.range(0, days)
        .mapToObj(day -> ScoreEvent.points(player, 1 + day % 50, noon(day), "game" + day));
  }

  private void play(String player, int days) throws IOException {
    board.load(games(player, days));
    games(player, days).forEach(sorted::take);
  }

  private void assertSorted(int... days) throws IOException {
    assertPeriod(BoardPeriod.ALL);
    for (int day : days) {
      assertPeriod(BoardPeriod.day(FIRST.plusDays(day)));
      assertPeriod(BoardPeriod.week(FIRST.plusDays(day)));
    }
  }

  private void assertPeriod(BoardPeriod period) throws IOException {
    List<BoardPlace> all = sorted.all(period);
    assertThat(board.size(period)).as("%s", period).isEqualTo(all.size());
    assertThat(board.top(period, 10)).as("%s", period).isEqualTo(all);
  }

  private static void assertWhole() throws IOException {
    try (Table table = connection.getTable(TableName.valueOf("boards"))) {
      assertThat(StoredBoard.counts(table)).isEqualTo(StoredBoard.countsOfPlayers(table));
      assertThat(StoredBoard.orders(table)).isEqualTo(StoredBoard.ordersOfPlayers(table));
    }
  }

  /** Does the next step of a removal, and no more: as a program that dies behind it. */
  private CheckAndMutate step() throws IOException {
    CheckAndMutate step = board.prepareRemoval("ann").orElseThrow();
    assertThat(board.make(step)).isTrue();
    assertWhole();
    return step;
  }

  @Test
  void allPeriodsAreLeftAndTheSecondCallFindsNothing() throws IOException {
    assertThat(board.remove("ann")).isEqualTo(sorted.remove("ann")).isTrue();
    assertThat(board.remove("ann")).isFalse();
    assertSorted(0, 1, 2, 3, 300, DAYS - 1);
    assertWhole();
    games("ann", DAYS).forEach(sorted::take); // known ids: nothing counts again
    assertThat(board.load(games("ann", DAYS))).isEqualTo(DAYS);
    assertThat(board.place(BoardPeriod.ALL, "ann")).isEmpty();
  }

  @Test
  void theNextCallGoesOnBehindEachDeath() throws IOException {
    for (int dead = 1; dead <= 3; dead++) {
      List<CheckAndMutate> steps = new ArrayList<>();
      for (int i = 0; i < dead; i++) {
        steps.add(step());
      }
      assertThat(board.remove("ann")).as("%d steps", dead).isEqualTo(dead < 3);
      sorted.remove("ann");
      assertSorted(0, 2, 599);
      for (CheckAndMutate late : steps) {
        assertThat(board.make(late)).as("once more").isFalse();
      }
      assertThat(board.prepareRemoval("ann")).isEqualTo(Optional.empty());
      assertWhole();
      board.load(
          games("ann", DAYS).map(each -> ScoreEvent.score("ann", each.points(), each.time())));
      games("ann", DAYS)
          .forEach(each -> sorted.take(ScoreEvent.score("ann", each.points(), each.time())));
    }
  }

  /** It begins at nothing, in periods that are left and in those that are not yet. */
  @Test
  void aScoreEndsARemovalThatADeadProgramBegan() throws IOException {
    step();
    assertThat(board.place(BoardPeriod.day(FIRST.plusDays(500)), "ann")).isPresent();
    sorted.remove("ann");
    for (ScoreEvent each :
        List.of(
            ScoreEvent.points("ann", 7, noon(500), "new"),
            ScoreEvent.points("ann", 3, noon(0), "newer"))) {
      assertThat(board.add("ann", each.points(), each.time(), each.id())).isTrue();
      sorted.take(each);
      assertSorted(0, 1, 400, 500);
    }
    assertWhole();
    assertThat(board.place(BoardPeriod.ALL, "ann").orElseThrow().score()).isEqualTo(10);
  }

  @Test
  void aLoadAndAPreparedScoreEndItToo() throws IOException {
    CheckAndMutate early = board.prepare(ScoreEvent.score("ann", 99, noon(1))).orElseThrow();
    step();
    assertThat(board.make(early)).as("it was read before").isFalse();
    sorted.remove("ann");
    List<ScoreEvent> both =
        List.of(ScoreEvent.score("bob", 60, noon(2)), ScoreEvent.score("ann", 5, noon(2)));
    board.load(both.stream());
    both.forEach(sorted::take);
    assertSorted(0, 1, 2, 599);
    play("eve", DAYS);
    sorted.remove("eve");
    assertThat(board.make(board.prepareRemoval("eve").orElseThrow())).isTrue();
    ScoreEvent score = ScoreEvent.score("eve", 1, noon(3));
    assertThat(board.make(board.prepare(score).orElseThrow())).isTrue();
    sorted.take(score);
    assertSorted(0, 1, 2, 3, 599);
    assertWhole();
  }

  /** Does something before calls of a name: before the first one, the second, and so on. */
  private static Connection before(String call, Callable<?>... actions) {
    Iterator<Callable<?>> each = List.of(actions).iterator();
    return FaultyConnection.answering(
        connection,
        call,
        made -> {
          if (each.hasNext()) {
            each.next().call();
          }
          return made.call();
        });
  }

  private void assertScoreOfAnn(long score) throws IOException {
    assertThat(board.place(BoardPeriod.ALL, "ann").orElseThrow().score()).isEqualTo(score);
    assertWhole();
  }

  /** Both read the note; one of them ends the removal and scores, then the other one goes on. */
  @Test
  void twoWhoEndARemovalKeepTheScoreOfTheFirst() throws IOException {
    step();
    ScoreEvent hers = ScoreEvent.points("ann", 7, noon(500), "late");
    Connection late = before("checkAndMutate", () -> board.add("ann", 100, noon(500), "first"));
    try (Leaderboard other = Leaderboard.openExisting(late, name)) {
      assertThat(other.load(Stream.of(hers))).isEqualTo(1);
    }
    assertScoreOfAnn(107);
    sorted.remove("ann");
    sorted.take(ScoreEvent.points("ann", 100, noon(500), "first"));
    sorted.take(hers);
    assertSorted(0, 1, 400, 500);
  }

  @Test
  void aPreparedScoreKeepsTheScoreOfTheOneWhoEndedTheRemoval() throws IOException {
    step();
    Connection late = before("checkAndMutate", () -> board.add("ann", 100, noon(500), "first"));
    try (Leaderboard other = Leaderboard.openExisting(late, name)) {
      CheckAndMutate prepared =
          other.prepare(ScoreEvent.points("ann", 7, noon(500), "late")).orElseThrow();
      assertThat(board.make(prepared)).isTrue();
    }
    assertScoreOfAnn(107);
  }

  /** Before its second step, another one ends the removal and scores. */
  @Test
  void whoRemovesKeepsWhatIsScoredBehindTheRemoval() throws IOException {
    for (int step = 1; step <= 3; step++) {
      Callable<?>[] actions = new Callable<?>[step];
      Arrays.fill(actions, (Callable<?>) () -> null);
      String id = "behind " + step;
      actions[step - 1] = () -> board.add("ann", 100, noon(500), id);
      try (Leaderboard remover =
          Leaderboard.openExisting(before("checkAndMutate", actions), name)) {
        assertThat(remover.remove("ann")).isTrue();
      }
      if (step == 1) { // it was scored before the removal began
        assertThat(board.place(BoardPeriod.ALL, "ann")).isEmpty();
      } else {
        assertScoreOfAnn(100);
      }
      board.remove("ann");
      board.load(
          games("ann", DAYS).map(each -> ScoreEvent.score("ann", each.points(), each.time())));
    }
  }

  /** Another removal is no part of the one that somebody takes part in. */
  @Test
  void aRemovalThatBeganBehindItIsLeftToItsOwner() throws IOException {
    step();
    Callable<?> again =
        () -> {
          board.remove("ann");
          board.load(
              games("ann", DAYS).map(each -> ScoreEvent.score("ann", each.points(), each.time())));
          step();
          return null;
        };
    try (Leaderboard late = Leaderboard.openExisting(before("checkAndMutate", again), name)) {
      assertThat(late.remove("ann")).as("others ended it").isFalse();
    }
    assertThat(board.place(BoardPeriod.day(FIRST.plusDays(DAYS - 1)), "ann")).isPresent();
    assertThat(board.add("ann", 5, noon(500), "new")).isTrue();
    assertScoreOfAnn(5);
  }

  /** All periods that were left were dropped meanwhile. */
  @Test
  void aNoteAloneIsNothingThatIsRemoved() throws IOException {
    play("eve", 400);
    assertThat(board.make(board.prepareRemoval("eve").orElseThrow())).isTrue();
    board.drop(FIRST.plusDays(4_000));
    assertThat(board.prepareRemoval("eve")).as("the note").isPresent();
    assertThat(board.remove("eve")).isFalse();
    assertThat(board.prepareRemoval("eve")).isEqualTo(Optional.empty());
    assertWhole();
  }

  @Test
  void manyRemoveAndScoreAtOnce() throws Exception {
    int threads = 6;
    ExecutorService clients = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int client = i;
        all.add(clients.submit(() -> act(client)));
      }
      for (Future<?> each : all) {
        each.get();
      }
    } finally {
      clients.shutdownNow();
    }
    assertWhole();
    assertNothingOfOneRemovalIsLeft();
    board.remove("ann");
    sorted.remove("ann");
    assertSorted(0, 1, 2, 300, 599);
    assertWhole();
  }

  /** Each score is of three periods, and no removal takes it out of some of them. */
  private void assertNothingOfOneRemovalIsLeft() throws IOException {
    long ofDays = 0;
    long ofWeeks = 0;
    for (int i = 0; i < DAYS; i++) {
      LocalDate day = FIRST.plusDays(i);
      ofDays += scoreOfAnn(BoardPeriod.day(day));
      boolean isFirst = i == 0 || !BoardPeriod.week(day).equals(BoardPeriod.week(day.minusDays(1)));
      ofWeeks += isFirst ? scoreOfAnn(BoardPeriod.week(day)) : 0;
    }
    assertThat(List.of(ofDays, ofWeeks)).containsOnly(scoreOfAnn(BoardPeriod.ALL));
  }

  private long scoreOfAnn(BoardPeriod period) throws IOException {
    return board.place(period, "ann").map(BoardPlace::score).orElse(0L);
  }

  /** A score is gone only when somebody removed behind it. */
  @Test
  void allScoresBehindADeathAreKeptByThoseWhoEndItAtOnce() throws Exception {
    step();
    int threads = 6;
    ExecutorService clients = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int client = 2 * i + 1; // each scores five times
        all.add(clients.submit(() -> act(client)));
      }
      for (Future<?> each : all) {
        each.get();
      }
    } finally {
      clients.shutdownNow();
    }
    assertScoreOfAnn(5L * threads);
    assertNothingOfOneRemovalIsLeft();
  }

  private Void act(int client) throws IOException {
    try (Leaderboard own = Leaderboard.open(connection, name)) {
      for (int i = 0; i < 5; i++) {
        if (client % 2 == 0) {
          own.remove("ann");
        } else {
          own.add("ann", 1, noon(100 * i), client + " " + i);
        }
      }
    }
    return null;
  }

  @Test
  void fiftyThousandPeriodsAreLeft() throws IOException {
    int days = BackEnd.isHBase() ? 3_000 : 43_750; // with the weeks 50,000
    board.load(
        IntStream.range(0, days).mapToObj(day -> ScoreEvent.score("max", day % 9, late(day))));
    assertThat(board.place(BoardPeriod.ALL, "max")).isPresent();
    assertThat(board.remove("max")).isTrue();
    assertThat(board.remove("max")).isFalse();
    assertThat(board.place(BoardPeriod.ALL, "max")).isEmpty();
    for (int day = 0; day < days; day += 97) {
      assertThat(board.size(BoardPeriod.day(LocalDate.ofInstant(late(day), ZoneOffset.UTC))))
          .isZero();
    }
    assertWhole();
  }

  /** Days of nobody else. */
  private static Instant late(int day) {
    return noon(20_000 + day);
  }
}
