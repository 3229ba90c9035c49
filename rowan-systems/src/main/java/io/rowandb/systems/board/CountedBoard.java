package io.rowandb.systems.board;

import io.rowandb.schema.value.Utf8;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;

/** {@link Leaderboard}, in a table of its own. Used by one thread. */
final class CountedBoard implements BoardDesign {
  private static final String TABLE = BoardAttempts.PREFIX + "in_use";
  private static final String BOARD = "board";

  // Fixed at construction.
  private final Connection connection;
  private final Leaderboard board;

  private long read;

  CountedBoard(Connection connection) throws IOException {
    this.connection = connection;
    board = Leaderboard.create(connection, Leaderboard.design(TABLE), BOARD);
  }

  @Override
  public String name() {
    return "in use";
  }

  @Override
  public String idea() {
    return Leaderboard.PARTITIONS + " rows, each with players, orders and counts of its players";
  }

  @Override
  public List<TableName> tables() {
    return List.of(Leaderboard.design(TABLE).name());
  }

  @Override
  public void load(Stream<ScoreEvent> events) throws IOException {
    board.load(events);
  }

  @Override
  public List<Call> update(ScoreEvent event) throws IOException {
    List<Call> calls = new ArrayList<>();
    board.prepare(event).ifPresent(mutation -> calls.add(() -> board.make(mutation)));
    return calls;
  }

  @Override
  public List<BoardPlace> top(int places) throws IOException {
    read += board.explainTop(BoardPeriod.ALL, places).cells();
    return board.top(BoardPeriod.ALL, places);
  }

  @Override
  public List<BoardPlace> around(String player, int places) throws IOException {
    read += board.explainAround(BoardPeriod.ALL, player, places).cells();
    return board.around(BoardPeriod.ALL, player, places);
  }

  @Override
  public long read() {
    return read;
  }

  /** All entries of the player's row are looked at: one too many could stand anywhere. */
  @Override
  public List<Long> standings(String player) throws IOException {
    int partition = BoardCells.partition(Utf8.encode(player), Leaderboard.PARTITIONS);
    Get get = new Get(Leaderboard.row(BOARD, partition)).addFamily(BoardCells.ORDER);
    byte[] from = BoardCells.first(BoardPeriod.ALL);
    byte[] to = BoardCells.behindDescending(BoardPeriod.ALL);
    get.setFilter(new ColumnRangeFilter(from, true, to, false));
    List<Long> standings = new ArrayList<>();
    try (Table table = connection.getTable(Leaderboard.design(TABLE).name())) {
      for (Cell cell : table.get(get).rawCells()) {
        BoardCells.Entry entry = BoardCells.entry(cell);
        if (entry.player().equals(player)) {
          standings.add(entry.held().score());
        }
      }
    }
    return standings;
  }

  @Override
  public long score(String player) throws IOException {
    return board.place(BoardPeriod.ALL, player).map(BoardPlace::score).orElse(0L);
  }

  @Override
  public void close() throws IOException {
    board.close();
    NaiveBoard.drop(connection, Leaderboard.design(TABLE).name());
  }
}
