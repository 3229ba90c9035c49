package io.rowandb.systems.board;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Boards that need no counts: a table in the order of scores, one by player, or both. A rank is
 * counted row by row. Used by one thread.
 */
final class NaiveBoard implements BoardDesign {
  private static final Comparator<RowOfPlayer> BEST_FIRST =
      Comparator.comparingLong(RowOfPlayer::score).reversed().thenComparing(RowOfPlayer::player);

  /** Which tables there are. */
  enum Tables {
    /** {@code score descending | player} alone: who updates looks for the old row. */
    ORDER("order alone", "score, the greatest first | player", true, false),
    /** By player alone: who asks sorts all. */
    PLAYERS("players alone", "player: score; sorted for each question", false, true),
    /** Both, kept in step by three calls. */
    BOTH("two tables", "player: score, and score, the greatest first | player", true, true);

    private final String title;
    private final String idea;
    private final boolean ordered;
    private final boolean byPlayer;

    Tables(String title, String idea, boolean ordered, boolean byPlayer) {
      this.title = title;
      this.idea = idea;
      this.ordered = ordered;
      this.byPlayer = byPlayer;
    }
  }

  // Fixed at construction.
  private final Connection connection;
  private final Tables tables;
  private final RecordTable<RowOfScore> order;
  private final RecordTable<RowOfPlayer> players;

  private long read;

  NaiveBoard(Connection connection, Tables tables) throws IOException {
    this.connection = connection;
    this.tables = tables;
    String name = BoardAttempts.PREFIX + tables.title.replace(' ', '_');
    order = made(tables.ordered, orderDesign(name + "_o"));
    try {
      players = made(tables.byPlayer, playersDesign(name + "_p"));
    } catch (IOException e) {
      order.close();
      if (tables.ordered) {
        drop(connection, order.design().name());
      }
      throw e;
    }
  }

  private <R> RecordTable<R> made(boolean needed, TableDesign<R> design) throws IOException {
    return needed ? RecordTable.create(connection, design) : RecordTable.open(connection, design);
  }

  private static TableDesign<RowOfScore> orderDesign(String name) {
    return TableDesign.of(name, RowOfScore.class)
        .key(
            key ->
                key.part(RowOfScore::score, Parts.descending(Parts.unsigned(Long.BYTES)))
                    .part(RowOfScore::player, Parts.textToEnd()))
        .family("s")
        .build();
  }

  private static TableDesign<RowOfPlayer> playersDesign(String name) {
    return TableDesign.of(name, RowOfPlayer.class)
        .key(key -> key.part(RowOfPlayer::player, Parts.textToEnd()))
        .family("s")
        .column(RowOfPlayer::score, "s:s")
        .build();
  }

  @Override
  public String name() {
    return tables.title;
  }

  @Override
  public String idea() {
    return tables.idea;
  }

  @Override
  public List<TableName> tables() {
    List<TableName> names = new ArrayList<>();
    if (tables.ordered) {
      names.add(order.design().name());
    }
    if (tables.byPlayer) {
      names.add(players.design().name());
    }
    return names;
  }

  @Override
  public void load(Stream<ScoreEvent> events) throws IOException {
    Map<String, HeldScore> held = new LinkedHashMap<>();
    events.forEach(each -> held.put(each.player(), each.after(held.get(each.player()))));
    List<RowOfScore> ordered = new ArrayList<>();
    List<RowOfPlayer> byPlayer = new ArrayList<>();
    held.forEach(
        (player, score) -> {
          ordered.add(new RowOfScore(score.score(), player));
          byPlayer.add(new RowOfPlayer(player, score.score()));
        });
    if (tables.ordered) {
      order.putAll(ordered);
    }
    if (tables.byPlayer) {
      players.putAll(byPlayer);
    }
  }

  @Override
  public List<Call> update(ScoreEvent event) throws IOException {
    String player = event.player();
    Optional<Long> before = find(player);
    HeldScore held = before.map(score -> new HeldScore(score, 0)).orElse(null);
    long after = event.after(held).score();
    List<Call> calls = new ArrayList<>();
    if (tables.byPlayer) {
      calls.add(
          () -> {
            players.put(new RowOfPlayer(player, after));
            return true;
          });
    }
    if (tables.ordered) {
      calls.add(
          () -> {
            order.put(new RowOfScore(after, player));
            return true;
          });
      if (before.isPresent() && before.get() != after) {
        calls.add(
            () -> {
              order.delete(new RowOfScore(before.get(), player));
              return true;
            });
      }
    }
    return calls;
  }

  private Optional<Long> find(String player) throws IOException {
    if (tables.byPlayer) {
      return players.get(player).map(RowOfPlayer::score);
    }
    try (Stream<RowOfScore> rows = order.all().allowFullScan().stream()) {
      return rows.peek(row -> read++)
          .filter(row -> row.player().equals(player))
          .map(RowOfScore::score)
          .findFirst();
    }
  }

  @Override
  public List<BoardPlace> top(int places) throws IOException {
    List<BoardPlace> top = new ArrayList<>();
    walk(place -> top.size() < places && top.add(place), places);
    return top;
  }

  @Override
  public List<BoardPlace> around(String player, int places) throws IOException {
    List<BoardPlace> around = new ArrayList<>();
    int[] behind = {-1};
    walk(
        place -> {
          around.add(place);
          if (behind[0] >= 0) {
            behind[0]++;
          } else if (place.player().equals(player)) {
            behind[0] = 0;
          } else if (around.size() > places) {
            around.remove(0);
          }
          return behind[0] < places;
        },
        Integer.MAX_VALUE);
    return around;
  }

  /** Looks at places, the best first; false ends it. */
  private interface Look {
    boolean at(BoardPlace place);
  }

  private void walk(Look look, int most) throws IOException {
    try (Stream<RowOfPlayer> rows = tables.ordered ? inOrder() : sorted()) {
      long rank = 0;
      long last = -1;
      int seen = 0;
      for (Iterator<RowOfPlayer> each = rows.iterator(); seen < most && each.hasNext(); ) {
        RowOfPlayer row = each.next();
        seen++;
        rank = row.score() == last ? rank : seen;
        last = row.score();
        if (!look.at(new BoardPlace(rank, row.player(), last, Instant.EPOCH))) {
          return;
        }
      }
    }
  }

  private Stream<RowOfPlayer> inOrder() throws IOException {
    return order.all().allowFullScan().stream()
        .peek(row -> read++)
        .map(row -> new RowOfPlayer(row.player(), row.score()));
  }

  private Stream<RowOfPlayer> sorted() throws IOException {
    return players.all().allowFullScan().stream().peek(row -> read++).sorted(BEST_FIRST);
  }

  @Override
  public long read() {
    return read;
  }

  @Override
  public List<Long> standings(String player) throws IOException {
    if (!tables.ordered) {
      return find(player).stream().toList();
    }
    try (Stream<RowOfScore> rows = order.all().allowFullScan().stream()) {
      return rows.filter(row -> row.player().equals(player)).map(RowOfScore::score).toList();
    }
  }

  @Override
  public long score(String player) throws IOException {
    return find(player).orElse(0L);
  }

  @Override
  public void close() throws IOException {
    order.close();
    players.close();
    try {
      if (tables.ordered) {
        drop(connection, order.design().name());
      }
    } finally {
      if (tables.byPlayer) {
        drop(connection, players.design().name());
      }
    }
  }

  static void drop(Connection connection, TableName name) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.disableTable(name);
      admin.deleteTable(name);
    }
  }
}
