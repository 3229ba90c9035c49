package io.rowandb.schema.design.leaderboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.design.Explained;
import io.rowandb.schema.design.Loaded;
import io.rowandb.schema.design.NeedsRealData;
import io.rowandb.schema.design.RealData;
import io.rowandb.schema.design.leaderboard.LeaderboardDesign.Score;
import io.rowandb.schema.design.leaderboard.LeaderboardDesign.Standing;
import io.rowandb.schema.design.leaderboard.LeaderboardDesign.Tie;
import io.rowandb.schema.design.leaderboard.ScoreFiles.Points;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.key.RowKey;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Boards of scorers, teams and posts: each goal and vote, one after the other, changes a standing;
 * on HBase the last 5,000 points of goals and all votes, behind what the goals before add up to.
 */
@OnBackEnd
@NeedsRealData
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StandingBoardsTest {
  private static final List<String> BOARDS =
      List.of(ScoreFiles.SCORERS, ScoreFiles.TEAMS, ScoreFiles.POSTS);

  private static final Comparator<Standing> MOST_FIRST =
      Comparator.comparingLong(Standing::points)
          .reversed()
          .thenComparing(
              each -> each.name().getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

  private Map<String, List<Standing>> expected;
  private Loaded loaded;
  private RecordTable<Standing> standings;
  private RecordTable<Tie> ties;
  private StandingBoards boards;

  @BeforeAll
  void load(Connection connection) throws IOException {
    List<Points> points = new ArrayList<>(ScoreFiles.goals());
    points.addAll(ScoreFiles.votes());
    int loadedAtOnce = (int) Math.max(0, points.size() - RealData.share(20_000));
    expected = bruteForce(points);
    loaded = new Loaded(connection);
    boards = boardsOf(connection, points.subList(0, loadedAtOnce));
    long start = System.nanoTime();
    for (Points each : points.subList(loadedAtOnce, points.size())) {
      boards.add(each.board(), each.name(), each.points());
    }
    Loaded.report(
        "standings: %d changes in %d ms, to %d rows, keys of up to %d bytes",
        points.size() - loadedAtOnce,
        (System.nanoTime() - start) / 1_000_000,
        expected.values().stream().mapToInt(List::size).sum(),
        expected.values().stream()
            .flatMap(List::stream)
            .mapToInt(each -> LeaderboardDesign.STANDINGS.key().encode(each).length)
            .max()
            .orElseThrow());
  }

  private static <R> Increment increment(
      TableDesign<R> design, R record, String counter, long amount) {
    return new Increment(design.key().encode(record))
        .addColumn(Bytes.toBytes("s"), Bytes.toBytes(counter), amount)
        // HBase 2.6.1 writes the results of so many from memory that it may have given back: the
        // process ends.
        .setReturnResults(false);
  }

  /** All in a few calls: one by one they take minutes on HBase. */
  private static void addAll(Connection connection, TableDesign<?> design, List<Row> increments)
      throws IOException {
    try (Table table = connection.getTable(design.name())) {
      table.batch(increments, new Object[increments.size()]);
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts it", e);
    }
  }

  private StandingBoards boardsOf(Connection connection, List<Points> points) throws IOException {
    List<Standing> now = bruteForce(points).values().stream().flatMap(List::stream).toList();
    standings = loaded.table(LeaderboardDesign.STANDINGS, now);
    RecordTable<Score> scores = loaded.table(LeaderboardDesign.SCORES, List.of());
    ties = loaded.table(LeaderboardDesign.TIES, List.of());
    List<Row> counts = new ArrayList<>();
    for (Standing each : now) {
      Score score = new Score(each.board(), each.name(), each.points());
      counts.add(increment(LeaderboardDesign.SCORES, score, "p", score.points()));
    }
    addAll(connection, LeaderboardDesign.SCORES, counts);
    counts.clear();
    now.stream()
        .collect(
            Collectors.groupingBy(
                each -> new Tie(each.board(), each.points(), 0), Collectors.counting()))
        .forEach((tie, names) -> counts.add(increment(LeaderboardDesign.TIES, tie, "n", names)));
    addAll(connection, LeaderboardDesign.TIES, counts);
    return new StandingBoards(standings, scores, ties);
  }

  @AfterAll
  void drop() throws IOException {
    if (loaded != null) {
      loaded.close();
    }
  }

  private static Map<String, List<Standing>> bruteForce(List<Points> points) {
    Map<List<String>, Long> sums =
        points.stream()
            .collect(
                Collectors.groupingBy(
                    each -> List.of(each.board(), each.name()),
                    Collectors.summingLong(Points::points)));
    Map<String, List<Standing>> boards = new HashMap<>();
    sums.forEach(
        (who, sum) -> {
          if (sum != 0) {
            boards
                .computeIfAbsent(who.get(0), board -> new ArrayList<>())
                .add(new Standing(who.get(0), sum, who.get(1)));
          }
        });
    boards.values().forEach(board -> board.sort(MOST_FIRST));
    return boards;
  }

  /** Some of each board: the first, the last, and those of long ties. */
  private List<Integer> asked(String board) {
    int size = expected.get(board).size();
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < size; i += 1 + i / 4) {
      places.add(i);
    }
    places.add(size - 1);
    return places;
  }

  @Test
  void theWholeBoardAndItsTop() throws IOException {
    for (String board : BOARDS) {
      List<Standing> all = expected.get(board);
      assertThat(boards.top(board, all.size() + 1)).isEqualTo(all);
      assertThat(boards.top(board, 10)).isEqualTo(all.subList(0, 10));
      Loaded.report("best of %s: %s", board, all.get(0));
    }
    Explained.assertOneRange(
        "top of a board", standings.where(Standing::board).is(ScoreFiles.SCORERS));
  }

  @Test
  void theBottomWithPointsBelowZero() throws IOException {
    List<Standing> all = expected.get(ScoreFiles.POSTS);
    List<Standing> last = new ArrayList<>(all.subList(all.size() - 10, all.size()));
    last.sort(MOST_FIRST.reversed());
    assertThat(boards.bottom(ScoreFiles.POSTS, 10)).isEqualTo(last);
    assertThat(last.get(0).points()).isNegative();
  }

  /** Read backwards from the end of the table. */
  @Test
  void theLastBoardIsThatWithTheGreatestName() throws IOException {
    List<Standing> teams = expected.get(ScoreFiles.TEAMS);
    assertThat(standings.all().allowFullScan().greatestFirst().limit(3).list())
        .isEqualTo(
            List.of(
                teams.get(teams.size() - 1),
                teams.get(teams.size() - 2),
                teams.get(teams.size() - 3)));
  }

  @Test
  void theRankOfSomebody() throws IOException {
    for (String board : BOARDS) {
      List<Standing> all = expected.get(board);
      for (int place : asked(board)) {
        Standing me = all.get(place);
        long better = all.stream().filter(each -> each.points() > me.points()).count();
        assertThat(boards.rank(board, me.name())).isEqualTo(Optional.of(better + 1));
      }
    }
    assertThat(boards.rank(ScoreFiles.SCORERS, "nobody")).isEmpty();
    Explained.assertOneRange(
        "a rank", ties.where(Tie::board).is(ScoreFiles.SCORERS).from(Tie::points, 7L));
  }

  @Test
  void thoseAroundSomebody() throws IOException {
    for (String board : BOARDS) {
      List<Standing> all = expected.get(board);
      for (int place : asked(board)) {
        for (int count : new int[] {1, 5}) {
          assertThat(boards.around(board, all.get(place).name(), count))
              .isEqualTo(
                  all.subList(Math.max(0, place - count), Math.min(all.size(), place + count + 1)));
        }
      }
    }
  }

  @Test
  void noOldStandingStays() throws IOException {
    for (String board : BOARDS) {
      Map<Long, Long> sizes =
          expected.get(board).stream()
              .collect(Collectors.groupingBy(Standing::points, Collectors.counting()));
      assertThat(
              ties.where(Tie::board).is(board).filter(tie -> tie.names() != 0).list().stream()
                  .collect(Collectors.toMap(Tie::points, Tie::names)))
          .isEqualTo(sizes);
    }
  }

  /** Each step writes the row that the one before has deleted, perhaps in this millisecond. */
  @Test
  void upAndDownAgain() throws IOException {
    String board = "up and down";
    boards.add(board, "ann", 5);
    boards.add(board, "bob", 5);
    for (int i = 0; i < 300; i++) {
      boards.add(board, "bob", 1);
      assertThat(boards.top(board, 3))
          .isEqualTo(List.of(new Standing(board, 6, "bob"), new Standing(board, 5, "ann")));
      boards.add(board, "bob", -1);
      assertThat(boards.top(board, 3))
          .isEqualTo(List.of(new Standing(board, 5, "ann"), new Standing(board, 5, "bob")));
    }
    boards.add(board, "ann", -5);
    boards.add(board, "bob", -5);
    assertThat(boards.top(board, 3)).isEmpty();
  }

  /** The article's form is for numbers from 0 on. */
  @Test
  void theGreatestNumberMinusPointsRefusesThoseBelowZero() {
    RowKey<Standing> article =
        RowKey.of(Standing.class)
            .part(Standing::points, Parts.maxMinusLong())
            .part(Standing::name, Parts.textToEnd())
            .build();
    assertThat(article.encode(new Standing("", 3, ""))).hasSize(Long.BYTES);
    assertThatThrownBy(() -> article.encode(new Standing("", -1, "")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1 is subtracted from the greatest number");
  }

  /** What the votes add up to is what the forum itself says of its posts. */
  @Test
  void theVotesAreTheScoresOfThePosts() throws IOException {
    Map<String, Long> sums =
        bruteForce(ScoreFiles.votes()).get(ScoreFiles.POSTS).stream()
            .collect(Collectors.toMap(Standing::name, Standing::points));
    assertThat(RealData.json("e-forum-stackexchange/quantumcomputing_posts.jsonl.gz"))
        .hasSize(1986)
        .allSatisfy(
            post ->
                assertThat(sums.getOrDefault(post.get("Id").asText(), 0L))
                    .isEqualTo(post.get("Score").asLong()));
  }
}
