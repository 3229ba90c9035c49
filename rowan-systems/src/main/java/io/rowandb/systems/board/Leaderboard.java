package io.rowandb.systems.board;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.Splits;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.value.Utf8;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A board of players by score: the best, the rank of anybody, those around, for all time and for
 * each day and week. Ranks are exact, however many players there are and however many programs
 * write. Equal scores share a rank (1, 2, 2, 4) and stand in the order in which they were reached,
 * then in that of names. Used by one thread, as a table is; any number of threads and programs open
 * the same board.
 *
 * <p>A board has 8 rows, {@code partition | board}; the hash of a player says which one has all of
 * the player. So each change is one mutation of one row, which takes place whole or not at all: the
 * player's scores, the order of each period, and counts of players by the first digits of their
 * scores. It takes place only if the player's sequence number is the one that was read before, and
 * sets the next one: late, twice, or beside another one of the same player it does nothing, and is
 * begun again. A rank is a sum of a few counts of each row.
 *
 * <p>Each row is read as of one moment, the rows one shortly after the other: beside writers, a
 * rank counts players of other rows as of moments during the call.
 */
public final class Leaderboard implements AutoCloseable {
  /** Rows of a board, and regions of a new table. */
  static final int PARTITIONS = 8;

  /** Points that come again within these seconds, with the same id, are not counted again. */
  public static final int IDS_KEPT_SECONDS = 7 * 24 * 60 * 60;

  /** How many places a question may ask for. */
  public static final int MOST_PLACES = 10_000;

  private static final int BATCH = 500;

  /** Each of them that fails, fails because another one of the same player took place. */
  private static final int MOST_ATTEMPTS = 10_000;

  /**
   * A row of a board.
   *
   * @param partition from 0 to 7
   */
  record BoardRow(int partition, String board) {}

  /** Rowan removes what was deleted when reads step over so much of it; HBase ignores it. */
  private static final String HIDDEN_CELLS = "rowan.compaction.hidden.cells";

  private static final String FEW_MILLIS_OF_READING = "10000";

  /** The design of the table of all boards, which the table itself keeps. */
  static final TableDesign<BoardRow> DESIGN = design("boards");

  // Fixed at construction.
  private final Table table;
  private final List<byte[]> rows;

  static TableDesign<BoardRow> design(String table) {
    return TableDesign.of(table, BoardRow.class)
        .key(
            key ->
                key.part(BoardRow::partition, Parts.unsignedInt(1))
                    .part(BoardRow::board, Parts.textToEnd()))
        .family("c")
        .family("i", family -> family.setTimeToLive(IDS_KEPT_SECONDS))
        .family(
            "o", family -> unguarded(family).setConfiguration(HIDDEN_CELLS, FEW_MILLIS_OF_READING))
        .family("p", Leaderboard::unguarded)
        .splits(
            Splits.at(
                IntStream.range(1, PARTITIONS)
                    .mapToObj(partition -> String.format("\\x%02X", partition))
                    .toArray(String[]::new)))
        .build();
  }

  /** Without a look for hazards: only what comes late into a dropped period is hidden. */
  private static ColumnFamilyDescriptorBuilder unguarded(ColumnFamilyDescriptorBuilder family) {
    return family.setValue(Bytes.toBytes("rowan.hazards"), Bytes.toBytes("off"));
  }

  private Leaderboard(Connection connection, TableName name, String board) throws IOException {
    table = connection.getTable(name);
    rows = IntStream.range(0, PARTITIONS).mapToObj(partition -> row(board, partition)).toList();
  }

  static byte[] row(String board, int partition) {
    return DESIGN.key().encode(new BoardRow(partition, board));
  }

  /**
   * Refuses a name that no board can have.
   *
   * @throws IllegalArgumentException when it has not 1 to 200 bytes of UTF-8, or has a control
   *     character
   */
  public static void checkBoard(String board) {
    ScoreEvent.checkName("board", board);
  }

  /**
   * Opens a board, and makes the table of boards if there is none.
   *
   * @param connection stays open, and stays the caller's
   * @param board its name, as long as a player's may be
   */
  public static Leaderboard open(Connection connection, String board) throws IOException {
    checkBoard(board);
    RecordTable.openOrCreate(connection, DESIGN).close();
    return new Leaderboard(connection, DESIGN.name(), board);
  }

  /** Makes a table of another name, which must not be there, and opens a board in it. */
  static Leaderboard create(Connection connection, TableDesign<BoardRow> design, String board)
      throws IOException {
    RecordTable.create(connection, design).close();
    return new Leaderboard(connection, design.name(), board);
  }

  /**
   * Opens a board of a table that must be there.
   *
   * @param connection stays open, and stays the caller's
   * @param board its name; one that has no player yet is empty
   * @throws TableNotFoundException when there is no table
   */
  public static Leaderboard openExisting(Connection connection, String board) throws IOException {
    checkBoard(board);
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(DESIGN.name())) {
        throw new TableNotFoundException("there is no table " + DESIGN.name());
      }
    }
    RecordTable.open(connection, DESIGN).close(); // refuses a table of another design
    return new Leaderboard(connection, DESIGN.name(), board);
  }

  /**
   * Notes a score. The player's best counts, of equal ones the earliest; it may come again, and in
   * any order.
   *
   * @param score from 0 to {@link ScoreEvent#MOST}
   * @param time in whole milliseconds; says which day and which week it counts for
   * @return whether it is the player's best of one of the periods, and was not there before
   */
  public boolean submit(String player, long score, Instant time) throws IOException {
    return apply(List.of(ScoreEvent.score(player, score, time))) == 1;
  }

  /**
   * Adds points. A call that failed may have counted: it is made again with the same id, and counts
   * once. Ids are remembered for {@link #IDS_KEPT_SECONDS} seconds.
   *
   * @param points from 0 on
   * @param time in whole milliseconds; says which day and which week they count for
   * @param id tells these points apart from all others of the player
   * @return whether they were counted by this call; not if before, maybe by an attempt whose answer
   *     was lost
   * @throws IllegalArgumentException when the score would be over {@link ScoreEvent#MOST}
   */
  public boolean add(String player, long points, Instant time, String id) throws IOException {
    return apply(List.of(ScoreEvent.points(player, points, time, id))) == 1;
  }

  /**
   * Notes scores and adds points, many per call. When it fails, some may be there: it can be called
   * again.
   *
   * @param events are closed
   * @return how many there were
   */
  public long load(Stream<ScoreEvent> events) throws IOException {
    long loaded = 0;
    try (events) {
      List<ScoreEvent> batch = new ArrayList<>(BATCH);
      for (Iterator<ScoreEvent> each = events.iterator(); each.hasNext(); ) {
        batch.add(each.next());
        if (batch.size() == BATCH || !each.hasNext()) {
          apply(batch);
          loaded += batch.size();
          batch.clear();
        }
      }
    }
    return loaded;
  }

  /**
   * Takes a player out of all periods. Who scores again begins at nothing; but points are not
   * counted again. A player of more than {@value PlayerChange#MOST_PERIODS} periods leaves them in
   * steps, each of which is whole; what is scored meanwhile counts behind the last one.
   *
   * <p>It is over when a removal is that was under way. What is scored behind that stays.
   *
   * @return whether this call took the player out of one; not if others did, or an attempt of this
   *     call whose answer was lost
   * @throws IOException when that did not complete: call it again; the next score of the player
   *     ends it, too
   */
  public boolean remove(String player) throws IOException {
    ScoreEvent.checkName("player", player);
    byte[] name = Utf8.encode(player);
    PlayerChange removal = PlayerChange.removal(row(name), name);
    change(List.of(removal));
    return removal.hasLeft();
  }

  /** Reads for the next step of a removal; empty when there is nothing left to remove. */
  Optional<CheckAndMutate> prepareRemoval(String player) throws IOException {
    byte[] name = Utf8.encode(player);
    PlayerChange change = PlayerChange.removal(row(name), name);
    return change.mutation(table.get(change.get()));
  }

  private byte[] row(byte[] name) {
    return rows.get(BoardCells.partition(name, PARTITIONS));
  }

  /** Reads for an event and says what is to be made of it; empty when it changes nothing. */
  Optional<CheckAndMutate> prepare(ScoreEvent event) throws IOException {
    byte[] name = Utf8.encode(event.player());
    PlayerChange change = PlayerChange.ofEvents(row(name), name);
    change.add(event);
    Result found = table.get(change.get());
    while (change.waits(found)) {
      change(List.of(change.removal(found)));
      found = table.get(change.get());
    }
    return change.mutation(found);
  }

  /** Whether it took place; otherwise it has to be prepared again. */
  boolean make(CheckAndMutate prepared) throws IOException {
    return table.checkAndMutate(prepared).isSuccess();
  }

  private int apply(List<ScoreEvent> events) throws IOException {
    Map<String, PlayerChange> changes = new LinkedHashMap<>();
    for (ScoreEvent event : events) {
      changes
          .computeIfAbsent(
              event.player(),
              player -> {
                byte[] name = Utf8.encode(player);
                return PlayerChange.ofEvents(row(name), name);
              })
          .add(event);
    }
    change(List.copyOf(changes.values()));
    return changes.values().stream().mapToInt(PlayerChange::counted).sum();
  }

  /** Makes changes of different players. */
  private void change(List<PlayerChange> changes) throws IOException {
    List<PlayerChange> left = changes;
    for (int attempt = 0; !left.isEmpty(); attempt++) {
      if (attempt == MOST_ATTEMPTS) {
        throw new IOException(
            left.get(0) + " was changed by others before each of " + attempt + " attempts");
      }
      List<PlayerChange> tried = new ArrayList<>();
      List<CheckAndMutate> mutations = new ArrayList<>();
      List<PlayerChange> next = read(left, tried, mutations);
      List<CheckAndMutateResult> done =
          mutations.isEmpty() ? List.of() : table.checkAndMutate(mutations);
      for (int i = 0; i < done.size(); i++) {
        PlayerChange change = tried.get(i);
        boolean isDone = done.get(i).isSuccess();
        if (isDone) {
          change.done();
        }
        if (!isDone || change.hasMore()) {
          next.add(change);
        }
        attempt = isDone && change.hasMore() ? 0 : attempt; // as it comes nearer to its end
      }
      left = next;
    }
  }

  /** Reads what changes need; gives those back that come behind a removal, which it ends. */
  private List<PlayerChange> read(
      List<PlayerChange> changes, List<PlayerChange> tried, List<CheckAndMutate> mutations)
      throws IOException {
    List<Get> gets = new ArrayList<>();
    for (PlayerChange change : changes) {
      gets.add(change.get());
    }
    Result[] found = table.get(gets);
    List<PlayerChange> waiting = new ArrayList<>();
    for (int i = 0; i < found.length; i++) {
      PlayerChange change = changes.get(i);
      if (change.waits(found[i])) {
        change(List.of(change.removal(found[i])));
        waiting.add(change);
        continue;
      }
      Optional<CheckAndMutate> mutation = change.mutation(found[i]);
      if (mutation.isPresent()) {
        tried.add(change);
        mutations.add(mutation.get());
      }
    }
    return waiting;
  }

  /**
   * The best players, the best first.
   *
   * @param places how many, from 1 to {@link #MOST_PLACES}
   * @return fewer when there are fewer; none in a period that was dropped
   */
  public List<BoardPlace> top(BoardPeriod period, int places) throws IOException {
    checkPlaces(places, 1);
    return reader(period).top(places);
  }

  /**
   * Where a player stands.
   *
   * @return empty when the player has no score in the period
   */
  public Optional<BoardPlace> place(BoardPeriod period, String player) throws IOException {
    return around(period, player, 0).stream().findFirst();
  }

  /**
   * A player's rank: one more than have a greater score.
   *
   * @return empty when the player has no score in the period
   */
  public OptionalLong rank(BoardPeriod period, String player) throws IOException {
    return around(period, player, 0).stream().mapToLong(BoardPlace::rank).findFirst();
  }

  /**
   * A player and those next to it, the best first. Beside writers, a player who moves meanwhile may
   * be missing.
   *
   * @param places how many before the player and how many behind, from 0 to {@link #MOST_PLACES}
   * @return fewer at an end of the board; none when the player has no score in the period
   */
  public List<BoardPlace> around(BoardPeriod period, String player, int places) throws IOException {
    ScoreEvent.checkName("player", player);
    checkPlaces(places, 0);
    return reader(period).around(player, places);
  }

  /** The rank that a score has or would have: one more than have a greater one. */
  public long rankOf(BoardPeriod period, long score) throws IOException {
    ScoreEvent.checkPoints("score", score);
    return reader(period).rankOf(score);
  }

  /** How many players have a score in a period. */
  public long size(BoardPeriod period) throws IOException {
    return reader(period).size();
  }

  /** A question that is asked only for what it reads. */
  interface Asked {
    void of(BoardReader reader) throws IOException;
  }

  private BoardReads explain(BoardPeriod period, Asked question) throws IOException {
    BoardReader reader = reader(period);
    question.of(reader);
    return reader.reads();
  }

  /** What {@link #top} reads. */
  public BoardReads explainTop(BoardPeriod period, int places) throws IOException {
    checkPlaces(places, 1);
    return explain(period, reader -> reader.top(places));
  }

  /** What {@link #around} reads; with no place around, what {@link #rank} does. */
  public BoardReads explainAround(BoardPeriod period, String player, int places)
      throws IOException {
    ScoreEvent.checkName("player", player);
    checkPlaces(places, 0);
    return explain(period, reader -> reader.around(player, places));
  }

  /** What {@link #rankOf} reads. */
  public BoardReads explainRankOf(BoardPeriod period, long score) throws IOException {
    ScoreEvent.checkPoints("score", score);
    return explain(period, reader -> reader.rankOf(score));
  }

  /** What {@link #size} reads. */
  public BoardReads explainSize(BoardPeriod period) throws IOException {
    return explain(period, BoardReader::size);
  }

  private BoardReader reader(BoardPeriod period) {
    return new BoardReader(table, rows, period);
  }

  private static void checkPlaces(int places, int least) {
    if (places < least || places > MOST_PLACES) {
      throw new IllegalArgumentException(
          "places " + places + " is not from " + least + " to " + MOST_PLACES);
    }
  }

  /**
   * Drops the days and weeks that ended before a day: at once for all who ask, then their cells. A
   * call that failed is made again. What is scored for such a period later counts for the others
   * alone; what writers leave in it who read before the call nobody sees, and the next call removes
   * it. All time stays.
   *
   * @param day the first that is kept, with the week that it is in
   * @return how many scores were removed
   */
  public long drop(LocalDate day) throws IOException {
    long first = BoardPeriod.day(day).first().toEpochDay();
    // With the day as its time: an earlier day that comes late is hidden by the later one.
    for (byte[] row : rows) { // who ask look at the first row, who write at theirs
      table.put(
          new Put(row)
              .addColumn(BoardCells.PLAYERS, BoardCells.KEPT_FROM, first, Bytes.toBytes(first)));
    }
    long dropped = 0;
    for (BoardPeriod.Kind kind : List.of(BoardPeriod.Kind.DAY, BoardPeriod.Kind.WEEK)) {
      byte[] from = BoardCells.first(kind);
      byte[] to = BoardCells.first(BoardPeriod.firstFrom(kind, day));
      for (byte[] row : rows) {
        dropped += drop(row, BoardCells.ORDER, from, to);
        drop(row, BoardCells.COUNTS, from, to);
      }
    }
    return dropped;
  }

  private long drop(byte[] row, byte[] family, byte[] from, byte[] to) throws IOException {
    long dropped = 0;
    for (byte[] next = from; ; ) {
      Result found =
          table.get(
              new Get(row)
                  .addFamily(family)
                  .setFilter(new ColumnRangeFilter(next, next == from, to, false))
                  .setMaxResultsPerColumnFamily(BATCH));
      if (found.isEmpty()) {
        return dropped;
      }
      Delete delete = new Delete(row);
      for (Cell cell : found.rawCells()) {
        next = CellUtil.cloneQualifier(cell);
        delete.addColumns(family, next);
        if (family == BoardCells.ORDER && BoardCells.isDescending(cell)) {
          delete.addColumns(BoardCells.PLAYERS, BoardCells.heldOf(cell));
          dropped++;
        }
      }
      table.delete(delete);
    }
  }

  /** The connection stays open. */
  @Override
  public void close() throws IOException {
    table.close();
  }
}
