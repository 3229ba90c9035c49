package io.rowandb.systems.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.systems.board.BoardMeasurement.Damage;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What each design reads, and what accidents do to it. */
@OnBackEnd
class BoardAttemptsTest {
  private static final PlayedGames GAMES =
      new PlayedGames(3, 300, LocalDate.of(2026, 11, 23), 7, 400);
  private static final int ACCIDENTS = 2;
  private static final Damage NONE = new Damage(ACCIDENTS, 0, 0);

  @Tag("slow")
  @Test
  void onlyTheDesignInUseReadsFewAndIsHarmedByNothing(Connection connection) throws IOException {
    SortedBoard sorted = new SortedBoard();
    GAMES.scores().forEach(sorted::take);
    List<BoardPlace> all = sorted.all(BoardPeriod.ALL);
    List<String> players = List.of(all.get(150).player(), all.get(250).player());
    Map<String, BoardMeasurement> measured = new LinkedHashMap<>();
    new BoardAttempts(connection, GAMES::scores, players, ACCIDENTS)
        .measure(() -> false)
        .forEach(each -> measured.put(each.name(), each));
    assertThat(measured).containsOnlyKeys("order alone", "players alone", "two tables", "in use");
    Damage allScores = new Damage(ACCIDENTS, ACCIDENTS, 0);
    Damage allStandings = new Damage(ACCIDENTS, 0, ACCIDENTS);

    BoardMeasurement order = measured.get("order alone");
    assertThat(order.rankRead()).as("who stands before them").isBetween(201.0, 203.0);
    assertThat(order.topRead()).isEqualTo(10);
    assertThat(order.race()).as("two rows stay").isEqualTo(all(ACCIDENTS));
    assertThat(order.death()).isEqualTo(allStandings);
    assertThat(order.repeat()).isEqualTo(allScores);

    BoardMeasurement alone = measured.get("players alone");
    assertThat(alone.topRead()).as("all").isEqualTo(301);
    assertThat(alone.rankRead()).isEqualTo(301);
    assertThat(alone.race()).isEqualTo(allScores);
    assertThat(alone.death()).isEqualTo(NONE);

    BoardMeasurement both = measured.get("two tables");
    assertThat(both.calls()).isEqualTo(3);
    assertThat(both.rankRead()).isBetween(201.0, 203.0);
    assertThat(both.aroundRead()).isEqualTo(both.rankRead() + 5);
    assertThat(both.race()).as("two rows stay").isEqualTo(all(ACCIDENTS));
    assertThat(both.death()).isEqualTo(allStandings);
    assertThat(both.repeat()).isEqualTo(allScores);

    BoardMeasurement inUse = measured.get("in use");
    assertThat(inUse.calls()).isEqualTo(1);
    assertThat(inUse.topBytes()).isPositive().isLessThan(alone.topBytes());
    assertThat(inUse.busiestShare()).as("of eight rows").isBetween(1.0 / 8, 0.5);
    assertThat(measured.values()).allMatch(each -> each.bytes() > 0 && each.busiestShare() > 0);
    assertThat(alone.rankBytes())
        .as("all of it")
        .isBetween(0.9 * alone.bytes(), 1.1 * alone.bytes());
    assertThat(inUse.topRead()).isEqualTo(10.0 * Leaderboard.PARTITIONS);
    assertThat(List.of(inUse.race(), inUse.death(), inUse.repeat())).containsOnly(NONE);
    try (Admin admin = connection.getAdmin()) {
      assertThat(admin.listTableNames()).noneMatch(name -> name.toString().contains("compare"));
    }
  }

  private static Damage all(int accidents) {
    return new Damage(accidents, accidents, accidents);
  }

  @Test
  @Tag("slow")
  void allDesignsGiveTheSameAnswers(Connection connection) throws Exception {
    SortedBoard sorted = new SortedBoard();
    GAMES.scores().forEach(sorted::take);
    List<BoardPlace> all = sorted.all(BoardPeriod.ALL);
    List<Long> ranks = all.stream().map(BoardPlace::rank).toList();
    for (NaiveBoard.Tables tables :
        BackEnd.isHBase() ? List.of(NaiveBoard.Tables.BOTH) : List.of(NaiveBoard.Tables.values())) {
      try (BoardDesign design = new NaiveBoard(connection, tables)) {
        assertSame(design, all, ranks);
      }
    }
    try (BoardDesign design = new CountedBoard(connection)) {
      assertSame(design, all, ranks);
    }
  }

  private static void assertSame(BoardDesign design, List<BoardPlace> all, List<Long> ranks)
      throws IOException {
    design.load(GAMES.scores());
    assertThat(design.top(300)).extracting(BoardPlace::rank).isEqualTo(ranks);
    assertThat(design.top(9)).extracting(BoardPlace::rank).isEqualTo(ranks.subList(0, 9));
    for (int i = 0; i < all.size(); i += 90) {
      BoardPlace place = all.get(i);
      assertThat(design.around(place.player(), 0))
          .as("%s %s", design.name(), place)
          .extracting(BoardPlace::rank)
          .containsExactly(place.rank());
      assertThat(design.score(place.player())).isEqualTo(place.score());
      assertThat(design.standings(place.player())).containsExactly(place.score());
    }
  }

  @Tag("slow")
  @Test
  void aStopLeavesNoTable(Connection connection) throws IOException {
    int[] asked = {0};
    assertThat(
            new BoardAttempts(connection, GAMES::scores, List.of("player0"), 1)
                .measure(() -> asked[0]++ > 20))
        .isEmpty();
    try (Admin admin = connection.getAdmin()) {
      assertThat(admin.listTableNames()).noneMatch(name -> name.toString().contains("compare"));
    }
  }

  /** Not only between scores: there may be few of them, and many questions and accidents. */
  @Test
  void itCanBeStoppedBeforeEachQuestionAndAccident(Connection connection) throws IOException {
    List<String> players = Collections.nCopies(30, "ann");
    for (int limit : new int[] {20, 50}) { // within the questions, within the accidents
      int[] asked = {0};
      BoardAttempts attempts =
          new BoardAttempts(
              connection,
              () -> Stream.of(ScoreEvent.score("ann", 1, Instant.EPOCH)),
              players,
              /* accidents= */ 30);
      assertThat(attempts.measure(() -> asked[0]++ > limit)).isEmpty();
      assertThat(asked[0]).as("in the first design").isLessThan(limit + 10);
    }
  }

  /** Each has two tables; when there is one already, the other one does not stay. */
  @ParameterizedTest
  @ValueSource(strings = {"compare_board_two_tables_p", "compare_board_running"})
  void whoIsRefusedLeavesNoTable(String there, Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(Leaderboard.design(there).descriptor());
      BoardAttempts attempts =
          new BoardAttempts(
              connection,
              () -> Stream.of(ScoreEvent.score("ann", 1, Instant.EPOCH)),
              List.of("ann"),
              1);
      assertThatThrownBy(() -> attempts.measure(() -> false))
          .isInstanceOf(TableExistsException.class)
          .hasMessageContaining(there);
      assertThat(admin.listTableNames())
          .extracting(Object::toString)
          .filteredOn(name -> name.startsWith("compare"))
          .containsExactly(there);
    } finally {
      BackEnd.drop(connection, there);
    }
  }

  @Test
  void aTableThatIsThereIsLeftAlone(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(Leaderboard.design("compare_board_order_alone_o").descriptor());
      BoardAttempts attempts =
          new BoardAttempts(connection, Stream::<ScoreEvent>of, List.of("nobody"), 1);
      assertThatThrownBy(() -> attempts.measure(() -> false))
          .isInstanceOf(TableExistsException.class)
          .hasMessageContaining("compare_board_order_alone_o");
      assertThat(admin.listTableNames())
          .extracting(Object::toString)
          .contains("compare_board_order_alone_o")
          .doesNotContain("compare_board_in_use");
    } finally {
      BackEnd.drop(connection, "compare_board_order_alone_o");
    }
  }
}
