package io.rowandb.systems.board;

import io.rowandb.systems.board.BoardDesign.Call;
import io.rowandb.systems.board.BoardMeasurement.Damage;
import io.rowandb.systems.measure.ComparisonClaim;
import io.rowandb.systems.measure.StoredCells;
import io.rowandb.systems.measure.TableTraffic;
import io.rowandb.systems.measure.WatchedTables;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Designs for a board, from the one that textbooks teach to the one that {@link Leaderboard} has.
 * All get the same scores and are asked the same. Then the same accidents happen to all of them,
 * each at the one moment where it does harm: two updates of a player at once, the death of a
 * program in an update, and an update that is made again because its answer was lost. Used by one
 * thread.
 */
public final class BoardAttempts {
  /** The names of all tables begin so. */
  static final String PREFIX = "compare_board_";

  private static final int TOP = 10;
  private static final int AROUND = 5;
  private static final long POINTS = 10;
  private static final Instant TIME = Instant.parse("2026-11-28T12:00:00Z");

  // Fixed at construction.
  private final Connection connection;
  private final Supplier<Stream<ScoreEvent>> events;
  private final List<String> players;
  private final int accidents;

  /** Makes a design's tables. */
  private interface Made {
    BoardDesign in(Connection connection) throws IOException;
  }

  private static final List<Made> DESIGNS =
      List.of(
          connection -> new NaiveBoard(connection, NaiveBoard.Tables.ORDER),
          connection -> new NaiveBoard(connection, NaiveBoard.Tables.PLAYERS),
          connection -> new NaiveBoard(connection, NaiveBoard.Tables.BOTH),
          CountedBoard::new);

  /**
   * Attempts with scores that can be had again and again.
   *
   * @param events all of them, the same each time
   * @param players who is asked about; at least one, each with a score
   * @param accidents of each kind, from 1 to 1,000
   */
  public BoardAttempts(
      Connection connection,
      Supplier<Stream<ScoreEvent>> events,
      List<String> players,
      int accidents) {
    if (players.isEmpty()) {
      throw new IllegalArgumentException("no player to ask about");
    }
    if (accidents < 1 || accidents > 1_000) {
      throw new IllegalArgumentException("accidents " + accidents + ": 1 to 1000");
    }
    this.connection = connection;
    this.events = events;
    this.players = List.copyOf(players);
    this.accidents = accidents;
  }

  /**
   * Measures all designs, one after the other.
   *
   * @param stopped asked between designs, scores, questions and accidents
   * @return none when it was stopped
   * @throws IOException when a table is there already, as beside another comparison, which is left
   *     alone, or a call fails
   */
  public List<BoardMeasurement> measure(BooleanSupplier stopped) throws IOException {
    return ComparisonClaim.run(connection, PREFIX, () -> measureAll(stopped));
  }

  private List<BoardMeasurement> measureAll(BooleanSupplier stopped) throws IOException {
    List<BoardMeasurement> all = new ArrayList<>();
    for (Made made : DESIGNS) {
      TableTraffic traffic = new TableTraffic();
      try (BoardDesign design = made.in(WatchedTables.of(connection, traffic))) {
        try (Stream<ScoreEvent> each = events.get()) {
          design.load(each.takeWhile(event -> !stopped.getAsBoolean()));
        }
        if (stopped.getAsBoolean()) {
          return List.of();
        }
        BoardMeasurement measured = measure(design, traffic, stopped);
        if (stopped.getAsBoolean()) {
          return List.of();
        }
        all.add(measured);
      }
    }
    return all;
  }

  /** Of no worth when it was stopped. */
  private BoardMeasurement measure(
      BoardDesign design, TableTraffic traffic, BooleanSupplier stopped) throws IOException {
    double busiest = traffic.spread().busiestShare();
    StoredCells stored = StoredCells.of(connection, design.tables(), () -> false);
    design.update(points("accidents", "before")).get(0).make();
    int calls = design.update(points("accidents", "calls")).size();
    Sum top = new Sum(design, traffic);
    Sum rank = new Sum(design, traffic);
    Sum around = new Sum(design, traffic);
    for (String player : players) {
      if (stopped.getAsBoolean()) {
        break;
      }
      top.ask(() -> design.top(TOP));
      rank.ask(() -> design.around(player, 0));
      around.ask(() -> design.around(player, AROUND));
    }
    double asked = players.size();
    return new BoardMeasurement(
        design.name(),
        design.idea(),
        calls,
        top.read / asked,
        rank.read / asked,
        around.read / asked,
        top.bytes / asked,
        rank.bytes / asked,
        around.bytes / asked,
        stored.bytes(),
        busiest,
        damage(design, stopped, "race", this::race),
        damage(design, stopped, "death", this::death),
        damage(design, stopped, "repeat", this::repeat));
  }

  /** Something to be answered. */
  private interface Asked {
    void ask() throws IOException;
  }

  /** What a question reads, each time that it is asked. */
  private static final class Sum {
    private final BoardDesign design;
    private final TableTraffic traffic;
    private long read;
    private long bytes;

    Sum(BoardDesign design, TableTraffic traffic) {
      this.design = design;
      this.traffic = traffic;
    }

    void ask(Asked question) throws IOException {
      read -= design.read();
      bytes -= traffic.bytes();
      question.ask();
      read += design.read();
      bytes += traffic.bytes();
    }
  }

  private static ScoreEvent points(String player, String id) {
    return ScoreEvent.points(player, POINTS, TIME, id);
  }

  /** Makes calls; the update is begun again as long as one of them asks for it. */
  private static void make(BoardDesign design, ScoreEvent event, List<Call> calls)
      throws IOException {
    List<Call> next = calls;
    while (!makeAll(next)) {
      next = design.update(event);
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

  private static void make(BoardDesign design, ScoreEvent event) throws IOException {
    make(design, event, design.update(event));
  }

  /** What happens to a player who has {@link #POINTS}, and what the player should have then. */
  private interface Accident {
    List<Long> happen(BoardDesign design, String player) throws IOException;
  }

  private List<Long> race(BoardDesign design, String player) throws IOException {
    ScoreEvent one = points(player, "one");
    ScoreEvent other = ScoreEvent.points(player, 2 * POINTS, TIME, "other");
    List<Call> callsOfOne = design.update(one);
    List<Call> callsOfOther = design.update(other);
    make(design, one, callsOfOne);
    make(design, other, callsOfOther);
    return List.of(4 * POINTS);
  }

  private List<Long> death(BoardDesign design, String player) throws IOException {
    List<Call> calls = design.update(points(player, "one"));
    if (calls.size() > 1) {
      calls.get(0).make();
    }
    return List.of(POINTS, 2 * POINTS);
  }

  private List<Long> repeat(BoardDesign design, String player) throws IOException {
    make(design, points(player, "one"));
    make(design, points(player, "one"));
    return List.of(2 * POINTS);
  }

  private Damage damage(BoardDesign design, BooleanSupplier stopped, String kind, Accident accident)
      throws IOException {
    int scores = 0;
    int standings = 0;
    for (int i = 0; i < accidents && !stopped.getAsBoolean(); i++) {
      String player = kind + i;
      make(design, points(player, "first"));
      List<Long> right = accident.happen(design, player);
      long score = design.score(player);
      scores += right.contains(score) ? 0 : 1;
      standings += design.standings(player).equals(List.of(score)) ? 0 : 1;
    }
    return new Damage(accidents, scores, standings);
  }
}
