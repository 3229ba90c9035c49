package io.rowandb.systems.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
import org.junit.jupiter.api.Test;

/** A player of many periods leaves them in steps: each is whole, and the next call goes on. */
@OnBackEnd
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
    board.remove("ann");
    sorted.remove("ann");
    assertSorted(0, 1, 2, 300, 599);
    assertWhole();
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
