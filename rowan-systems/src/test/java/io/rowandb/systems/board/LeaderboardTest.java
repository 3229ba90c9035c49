package io.rowandb.systems.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** All answers are those of sorting everybody. */
@OnBackEnd
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LeaderboardTest {
  private static final LocalDate DAY = LocalDate.of(2026, 11, 26);
  private static final BoardPeriod TODAY = BoardPeriod.day(DAY);
  private static final BoardPeriod WEEK = BoardPeriod.week(DAY);
  private static final Instant NOON = Instant.parse("2026-11-26T12:00:00Z");
  private static final int WRITERS = 16;

  private Connection connection;
  private String name;
  private Leaderboard board;
  private SortedBoard sorted;

  @BeforeEach
  void open(Connection backEnd) throws IOException {
    connection = backEnd;
    name = BackEnd.newTableName("chess");
    board = Leaderboard.open(connection, name);
    sorted = new SortedBoard();
  }

  @AfterEach
  void close() throws IOException {
    board.close();
  }

  /** The boards of all tests are in one table: HBase takes long to make one. */
  @AfterAll
  void drop() throws IOException {
    BackEnd.drop(connection, "boards");
  }

  private void submit(String player, long score, Instant time) throws IOException {
    ScoreEvent event = ScoreEvent.score(player, score, time);
    assertThat(board.submit(player, score, time)).as("%s", event).isEqualTo(sorted.take(event));
  }

  private void add(String player, long points, Instant time, String id) throws IOException {
    ScoreEvent event = ScoreEvent.points(player, points, time, id);
    assertThat(board.add(player, points, time, id)).as("%s", event).isEqualTo(sorted.take(event));
  }

  /** Sizes, tops, ranks and neighbours, of all periods that there are. */
  private void assertSorted(int step) throws IOException {
    for (BoardPeriod period : sorted.periods()) {
      List<BoardPlace> all = sorted.all(period);
      assertThat(board.size(period)).as("%s", period).isEqualTo(all.size());
      assertThat(board.top(period, all.size() + 1)).as("%s", period).isEqualTo(all);
      assertThat(board.top(period, 3)).isEqualTo(all.subList(0, Math.min(3, all.size())));
      for (int i = 0; i < all.size(); i += step) {
        BoardPlace place = all.get(i);
        assertThat(board.place(period, place.player())).contains(place);
        assertThat(board.rankOf(period, place.score())).isEqualTo(place.rank());
        assertThat(board.around(period, place.player(), 4))
            .isEqualTo(all.subList(Math.max(0, i - 4), Math.min(all.size(), i + 5)));
      }
    }
  }

  @Tag("slow")
  @Test
  void answersAreThoseOfSortingEverybody() throws IOException {
    SplittableRandom random = new SplittableRandom(5);
    List<ScoreEvent> events = new ArrayList<>();
    for (int i = 0; i < 1_200; i++) {
      // Few scores of each length, so that many are equal.
      long score = random.nextLong(40) << (random.nextInt(8) * 7);
      Instant time = NOON.plusSeconds(random.nextInt(12 * 86_400)).minusMillis(random.nextInt(3));
      String player = "p" + random.nextInt(90);
      events.add(
          i % 3 == 0
              ? ScoreEvent.points(player, score, time, "id" + random.nextInt(200))
              : ScoreEvent.score(player, score, time));
    }
    assertThat(board.load(events.stream())).isEqualTo(events.size());
    events.forEach(sorted::take);
    assertSorted(BackEnd.isHBase() ? 29 : 7);
    long middle = sorted.all(BoardPeriod.ALL).get(40).score() + 1;
    assertThat(board.rankOf(BoardPeriod.ALL, middle))
        .isEqualTo(sorted.better(BoardPeriod.ALL, middle) + 1);
    assertThat(board.load(events.stream().filter(each -> each.id() != null)))
        .as("given again")
        .isPositive();
    assertSorted(61);
    assertCountsAreRight();
  }

  @Tag("slow")
  @Test
  void equalScoresShareARankAndStandInTheOrderOfTimeThenName() throws IOException {
    submit("d", 7, NOON.plusSeconds(9));
    submit("é", 7, NOON);
    submit("z", 7, NOON);
    submit("ab", 7, NOON);
    submit("abc", 7, NOON);
    submit("\uD83D\uDE00", 7, NOON);
    submit("\uFFFD", 7, NOON);
    submit("first", 9, NOON);
    submit("last", 0, NOON);
    List<BoardPlace> top = board.top(TODAY, 20);
    assertThat(top)
        .extracting(BoardPlace::player)
        .containsExactly("first", "ab", "abc", "z", "é", "\uFFFD", "\uD83D\uDE00", "d", "last");
    assertThat(top)
        .extracting(BoardPlace::rank)
        .containsExactly(1L, 2L, 2L, 2L, 2L, 2L, 2L, 2L, 9L);
    assertSorted(1);
    assertThat(board.around(TODAY, "abc", 1))
        .extracting(BoardPlace::player)
        .containsExactly("ab", "abc", "z");
  }

  @Tag("slow")
  @Test
  void theBestScoreOfEachPeriodCountsAndOfEqualOnesTheEarliest() throws IOException {
    submit("ann", 50, NOON);
    submit("ann", 30, NOON.plusSeconds(86_400));
    submit("ann", 40, NOON.plusSeconds(10 * 86_400));
    submit("ann", 50, NOON.plusSeconds(60));
    submit("ann", 50, NOON.minusSeconds(60));
    assertThat(board.place(BoardPeriod.ALL, "ann"))
        .contains(new BoardPlace(1, "ann", 50, NOON.minusSeconds(60)));
    assertThat(board.place(BoardPeriod.day(DAY.plusDays(1)), "ann").orElseThrow().score())
        .isEqualTo(30);
    assertThat(board.place(BoardPeriod.week(DAY.plusDays(10)), "ann").orElseThrow().score())
        .isEqualTo(40);
    assertSorted(1);
  }

  /** Into the same millisecond or not: what a deletion hides is not what comes behind it. */
  @Test
  void whoComesBackToAScoreIsThere() throws IOException {
    for (int i = 0; i < 40; i++) {
      submit("ann", 5, NOON);
      submit("ann", 6, NOON);
      assertThat(board.remove("ann")).isEqualTo(sorted.remove("ann")).isTrue();
    }
    assertThat(board.remove("ann")).isFalse();
    assertThat(board.remove("nobody")).isFalse();
    assertThat(board.top(BoardPeriod.ALL, 5)).isEmpty();
    submit("ann", 5, NOON);
    assertSorted(1);
  }

  @Test
  void pointsCountOnceAnId() throws IOException {
    add("ann", 10, NOON, "goal 1");
    add("ann", 10, NOON, "goal 1");
    add("ann", 99, NOON.plusSeconds(86_400), "goal 1");
    add("bob", 10, NOON, "goal 1");
    add("ann", 5, NOON.minusSeconds(5), "goal 2");
    add("ann", 0, NOON, "goal 3");
    assertThat(board.place(TODAY, "ann")).contains(new BoardPlace(1, "ann", 15, NOON));
    ScoreEvent again = ScoreEvent.points("ann", 5, NOON, "goal 4");
    board.load(Stream.of(again, again));
    sorted.take(again);
    assertSorted(1);
    assertThat(board.remove("ann")).isEqualTo(sorted.remove("ann"));
    add("ann", 10, NOON, "goal 1");
    assertThat(board.place(TODAY, "ann")).isEmpty();
  }

  /** All of them write the same few players, each event twice, by different writers. */
  @Test
  void sixteenWritersOfTheSamePlayersLoseNothing() throws Exception {
    int each = BackEnd.isHBase() ? 8 : 60;
    List<ScoreEvent> events = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(16);
    for (int i = 0; i < WRITERS * each; i++) {
      String player = "p" + random.nextInt(5);
      Instant time = NOON.plusSeconds(random.nextInt(9) * 86_400L);
      events.add(
          i % 4 == 0 && player.compareTo("p2") < 0
              ? ScoreEvent.score("best " + player, random.nextInt(1 << 20), time)
              : ScoreEvent.points(player, random.nextInt(300), time, "id" + i));
    }
    inThreads(
        writer -> {
          int first = writer * each;
          try (Leaderboard mine = Leaderboard.open(connection, name)) {
            for (int i = 0; i < 2 * each; i++) {
              ScoreEvent event = events.get((first + i) % events.size());
              mine.load(Stream.of(event));
              if (i % 10 == 0) {
                assertThat(mine.rank(BoardPeriod.ALL, event.player()).orElseThrow())
                    .isBetween(1L, 7L);
              }
            }
          }
        });
    events.forEach(sorted::take);
    assertSorted(1);
    assertThat(board.top(BoardPeriod.ALL, 50)).hasSize(7);
    assertCountsAreRight();
  }

  private interface Work {
    void of(int writer) throws Exception;
  }

  private static void inThreads(Work work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try {
      List<Future<Object>> done = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        int writer = i;
        done.add(
            threads.submit(
                () -> {
                  work.of(writer);
                  return null;
                }));
      }
      for (Future<Object> each : done) {
        each.get();
      }
    } finally {
      threads.shutdown();
      assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  /** Every one, against the players' own scores. */
  private void assertCountsAreRight() throws IOException {
    try (Table table = connection.getTable(TableName.valueOf("boards"))) {
      assertThat(StoredBoard.counts(table)).isEqualTo(StoredBoard.countsOfPlayers(table));
      assertThat(StoredBoard.orders(table)).isEqualTo(StoredBoard.ordersOfPlayers(table));
    }
  }

  /** Beside a writer who moves two players up by turns, a third never has another rank. */
  @Test
  void aRankIsRightBesideWriters() throws Exception {
    submit("a", 1_000, NOON);
    submit("b", 2_000, NOON);
    submit("me", 500, NOON);
    int rounds = BackEnd.isHBase() ? 8 : 40;
    inThreads(
        writer -> {
          for (int i = 0; i < rounds; i++) {
            if (writer < 2) {
              board.add(writer == 0 ? "a" : "b", 17L << i % 16, NOON, "id" + i);
            } else {
              assertThat(board.rank(TODAY, "me")).hasValue(3);
              assertThat(board.size(TODAY)).isEqualTo(3);
              assertThat(board.rank(TODAY, writer % 2 == 0 ? "a" : "b").orElseThrow())
                  .isBetween(1L, 2L);
            }
          }
        });
    assertCountsAreRight();
  }

  @Test
  void aMutationThatComesLateOrTwiceDoesNothing() throws IOException {
    try (Table table = connection.getTable(TableName.valueOf("boards"))) {
      CheckAndMutate never = saved("ann", 3);
      submit("ann", 5, NOON);
      assertThat(table.checkAndMutate(never).isSuccess()).isFalse();
      CheckAndMutate late = saved("ann", 9);
      submit("ann", 8, NOON);
      assertThat(table.checkAndMutate(late).isSuccess()).isFalse();
      CheckAndMutate twice = saved("ann", 11);
      assertThat(table.checkAndMutate(twice).isSuccess()).isTrue();
      assertThat(table.checkAndMutate(twice).isSuccess()).isFalse();
      sorted.take(ScoreEvent.score("ann", 11, NOON));
      assertSorted(1);
      assertThat(board.remove("ann")).isEqualTo(sorted.remove("ann"));
      for (CheckAndMutate each : List.of(never, late, twice)) {
        assertThat(table.checkAndMutate(each).isSuccess()).as("as before a removal").isFalse();
      }
      assertThat(board.size(BoardPeriod.ALL)).isZero();
      submit("ann", 5, NOON);
      assertSorted(1);
    }
    assertCountsAreRight();
  }

  /** Read, and not yet written. */
  private CheckAndMutate saved(String player, long score) throws IOException {
    return board.prepare(ScoreEvent.score(player, score, NOON)).orElseThrow();
  }

  @Test
  void aWriterThatDiesBeforeItWritesLeavesNothing() throws IOException {
    saved("ann", 3);
    assertThat(board.size(BoardPeriod.ALL)).isZero();
    assertThat(board.top(TODAY, 5)).isEmpty();
    assertThat(board.rank(WEEK, "ann")).isEmpty();
    submit("ann", 2, NOON);
    saved("ann", 3);
    assertSorted(1);
    assertCountsAreRight();
  }

  @Test
  void aDroppedPeriodIsEmptyAtOnceAndStaysSo() throws IOException {
    for (int i = 0; i < 40; i++) {
      submit("p" + i, 100 + i / 2, NOON.plusSeconds(i % 20 * 86_400L));
    }
    CheckAndMutate late;
    LocalDate first = DAY.plusDays(12); // a Tuesday: its week is kept, and the day before it not
    try (Table table = connection.getTable(TableName.valueOf("boards"))) {
      late = saved("p0", 400);
      long gone =
          sorted.periods().stream()
              .filter(each -> each.isBefore(first.toEpochDay()))
              .mapToLong(each -> sorted.all(each).size())
              .sum();
      assertThat(board.drop(first)).isEqualTo(gone).isPositive();
      assertThat(board.drop(first)).isZero();
      assertThat(table.checkAndMutate(late).isSuccess()).as("into a day that is gone").isTrue();
    }
    sorted.take(ScoreEvent.score("p0", 400, NOON));
    sorted.drop(first);
    submitDropped("p7", 500);
    board.drop(DAY); // that comes late
    for (BoardPeriod gone : List.of(TODAY, WEEK, BoardPeriod.day(first.minusDays(1)))) {
      assertThat(board.size(gone)).isZero();
      assertThat(board.top(gone, 9)).isEmpty();
      assertThat(board.around(gone, "p7", 3)).isEmpty();
      assertThat(board.rank(gone, "p0")).isEmpty();
      assertThat(board.rankOf(gone, 0)).isEqualTo(1);
    }
    assertSorted(3);
    assertThat(sorted.periods()).contains(BoardPeriod.week(first)).hasSizeGreaterThan(8);
    board.drop(first.plusDays(100));
    sorted.drop(first.plusDays(100));
    assertThat(sorted.periods()).containsExactly(BoardPeriod.ALL);
    assertSorted(3);
    assertCountsAreRight();
  }

  /** The deletions of the drop hide what is written there, and so it was new each time. */
  @Test
  void whatIsScoredForADroppedPeriodCountsForTheOthersAlone() throws IOException {
    submit("ann", 9, NOON);
    submit("bob", 9, NOON);
    board.drop(DAY.plusDays(30));
    for (int i = 0; i < 3; i++) {
      assertThat(board.submit("ann", 5, NOON)).as("a best of no period that is kept").isFalse();
      assertThat(board.submit("ann", 10, NOON)).as("better of all time").isEqualTo(i == 0);
      assertThat(board.add("bob", 1, NOON, "id")).isEqualTo(i == 0);
      assertThat(board.submit("new", 3, NOON)).isEqualTo(i == 0);
    }
    assertThat(board.top(BoardPeriod.ALL, 9))
        .extracting(BoardPlace::player, BoardPlace::score)
        .containsExactly(tuple("ann", 10L), tuple("bob", 10L), tuple("new", 3L));
    assertThat(board.top(TODAY, 9)).isEmpty();
    assertCountsAreRight();
    assertThat(board.drop(DAY.plusDays(30))).as("nothing was left there").isZero();
    assertThat(board.remove("ann")).isTrue();
    assertCountsAreRight();
  }

  private void submitDropped(String player, long score) throws IOException {
    board.submit(player, score, NOON);
    sorted.takeFor(BoardPeriod.ALL, ScoreEvent.score(player, score, NOON));
  }

  @Test
  void boardsOfOneTableAreApart() throws IOException {
    submit("ann", 5, NOON);
    try (Leaderboard go = Leaderboard.open(connection, name + "2")) {
      go.submit("ann", 7, NOON);
      go.submit("bob", 9, NOON);
      assertThat(go.drop(DAY.plusDays(9))).isEqualTo(4);
      assertThat(go.size(BoardPeriod.ALL)).isEqualTo(2);
    }
    assertSorted(1);
  }

  /** Of players in one row of eight, and in all; in the order of bytes, page by page. */
  @Test
  void boardsAreListed() throws IOException {
    List<String> boards =
        List.of(name + " a", name + " b", name + " \uFFFD", name + " \uD83D\uDE00");
    for (String each : boards) {
      try (Leaderboard one = Leaderboard.open(connection, each)) {
        for (int player = 0; player < (each.endsWith("a") ? 20 : 1); player++) {
          one.submit("player" + player, 1, NOON);
        }
      }
    }
    assertThat(BoardNames.after(connection, name + " ", BoardNames.MOST))
        .startsWith(boards.toArray(String[]::new));
    assertThat(BoardNames.after(connection, name + " ", 2)).isEqualTo(boards.subList(0, 2));
    assertThat(BoardNames.after(connection, boards.get(1), 2)).isEqualTo(boards.subList(2, 4));
    assertThat(BoardNames.after(connection, null, BoardNames.MOST)).containsAll(boards);
    assertThat(BoardNames.after(connection, "\uDBFF\uDFFF", 5)).isEmpty();
    assertThatThrownBy(() -> BoardNames.after(connection, null, 0))
        .hasMessage("boards 0 is not from 1 to 1000");
    assertThatThrownBy(() -> BoardNames.after(connection, "\n", 1))
        .hasMessageContaining("control character");
  }

  @Test
  void theLeastAndTheGreatestAreKept() throws IOException {
    String longest = "x".repeat(198) + "é";
    submit(longest, ScoreEvent.MOST, Instant.parse("9999-12-31T23:59:59.999Z"));
    submit("zero", 0, Instant.EPOCH);
    submit(" ", 1, NOON);
    assertSorted(1);
    assertThatThrownBy(() -> board.add(longest, 1, NOON, "one more"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 points more are over " + ScoreEvent.MOST);
    assertSorted(1);
    assertCountsAreRight();
    IntStream.range(0, 60)
        .mapToLong(bit -> 1L << bit)
        .filter(score -> score <= ScoreEvent.MOST)
        .forEach(
            score -> {
              for (long each : List.of(score - 1, score)) {
                assertThat(BoardCells.path(TODAY, each)).contains(BoardCells.equal(TODAY, each));
              }
            });
  }

  @Test
  void wrongValuesAreRefused() {
    assertThatThrownBy(() -> board.submit("", 1, NOON)).hasMessageContaining("has 0 bytes");
    assertThatThrownBy(() -> board.submit("a\u0000b", 1, NOON))
        .hasMessageContaining("player \"a\\u0000b\" has a control character at 1");
    assertThatThrownBy(() -> board.submit("x".repeat(201), 1, NOON))
        .hasMessageContaining("has 201 bytes, not 1 to 200");
    assertThatThrownBy(() -> board.submit("\uD83D", 1, NOON)).hasMessageContaining("surrogate");
    assertThatThrownBy(() -> board.submit("a", -1, NOON)).hasMessageContaining("score -1");
    assertThatThrownBy(() -> board.add("a", -1, NOON, "i")).hasMessageContaining("points -1");
    assertThatThrownBy(() -> board.submit("a", ScoreEvent.MOST + 1, NOON))
        .hasMessageContaining("is not from 0 to");
    assertThatThrownBy(() -> board.submit("a", 1, NOON.plusNanos(1)))
        .hasMessageContaining("more than milliseconds");
    assertThatThrownBy(() -> board.submit("a", 1, NOON.minusSeconds(4_000_000_000L)))
        .hasMessageContaining("year from 1970 to 9999");
    assertThatThrownBy(() -> board.top(TODAY, 0)).hasMessageContaining("places 0");
    assertThatThrownBy(() -> board.around(TODAY, "a", -1)).hasMessageContaining("places -1");
    assertThatThrownBy(() -> board.around(TODAY, "a", 10_001)).hasMessageContaining("10001");
    assertThatThrownBy(() -> board.rankOf(TODAY, -1)).hasMessageContaining("score -1");
    assertThatThrownBy(() -> Leaderboard.open(connection, "")).hasMessageContaining("board \"\"");
    assertThatThrownBy(() -> board.drop(LocalDate.of(1969, 12, 31)))
        .hasMessageContaining("1969-12-31 is not in a year");
  }

  @Test
  void whoIsOnNoBoardHasNoPlace() throws IOException {
    submit("ann", 5, NOON);
    assertThat(board.place(TODAY, "bob")).isEqualTo(Optional.empty());
    assertThat(board.rank(BoardPeriod.day(DAY.plusDays(1)), "ann")).isEmpty();
    assertThat(board.around(BoardPeriod.ALL, "an", 5)).isEmpty();
    assertThat(board.rankOf(TODAY, 5)).isEqualTo(1);
    assertThat(board.rankOf(TODAY, 4)).isEqualTo(2);
  }

  @Test
  void aTableThatIsNotThereIsNotMade() throws IOException {
    BackEnd.drop(connection, "boards");
    assertThatThrownBy(() -> Leaderboard.openExisting(connection, name))
        .isInstanceOf(TableNotFoundException.class);
    Leaderboard.open(connection, name).close();
    try (Leaderboard empty = Leaderboard.openExisting(connection, "other")) {
      assertThat(empty.top(BoardPeriod.ALL, 3)).isEmpty();
    }
  }
}
