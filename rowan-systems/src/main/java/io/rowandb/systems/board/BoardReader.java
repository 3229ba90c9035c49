package io.rowandb.systems.board;

import io.rowandb.schema.value.Utf8;
import io.rowandb.systems.board.BoardCells.Entry;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.util.Bytes;

/** Answers one question, and counts what it reads. Used by one thread. */
final class BoardReader {
  /** A player who changes between all these looks is given up. */
  private static final int MOST_LOOKS = 1_000;

  private static final Comparator<Entry> BEST_FIRST =
      Comparator.comparingLong((Entry entry) -> entry.held().score())
          .reversed()
          .thenComparingLong(entry -> entry.held().millis())
          .thenComparing(Entry::player, Utf8.ORDER);

  // Fixed at construction.
  private final Table table;
  private final List<byte[]> rows;
  private final BoardPeriod period;

  private long gets;
  private long steps;
  private long cells;
  private long bytes;

  BoardReader(Table table, List<byte[]> rows, BoardPeriod period) {
    this.table = table;
    this.rows = rows;
    this.period = period;
  }

  BoardReads reads() {
    return new BoardReads(gets, steps, cells, bytes);
  }

  List<BoardPlace> top(int most) throws IOException {
    List<Entry> best = new ArrayList<>();
    byte[] first = BoardCells.first(period);
    for (Result each : read(range(first, BoardCells.behindDescending(period), most))) {
      entries(each, best);
    }
    if (isDropped()) {
      return List.of();
    }
    best.sort(BEST_FIRST);
    List<BoardPlace> places = new ArrayList<>();
    long rank = 0;
    for (int i = 0; i < Math.min(most, best.size()); i++) {
      Entry entry = best.get(i);
      boolean shared = i > 0 && best.get(i - 1).held().score() == entry.held().score();
      rank = shared ? rank : i + 1;
      places.add(place(rank, entry));
    }
    return places;
  }

  long size() throws IOException {
    List<Get> asked = new ArrayList<>();
    for (byte[] row : rows) {
      asked.add(counts(row, BoardCells.all(period)));
    }
    long size = players(read(asked)).values().stream().mapToLong(count -> count).sum();
    return isDropped() ? 0 : size;
  }

  long rankOf(long score) throws IOException {
    SortedMap<Long, Long> ranks = new TreeMap<>(Collections.singletonMap(score, 0L));
    rank(ranks, read(rankGets(ranks)));
    return isDropped() ? 1 : ranks.get(score);
  }

  /** The player and those around, none when the player is not in the period. */
  List<BoardPlace> around(String player, int most) throws IOException {
    byte[] name = Utf8.encode(player);
    int partition = BoardCells.partition(name, rows.size());
    byte[] own = BoardCells.held(name, period);
    for (int look = 0; look < MOST_LOOKS; look++) {
      Get get = new Get(rows.get(partition)).addColumn(BoardCells.PLAYERS, own);
      byte[] value = read(List.of(get)).get(0).getValue(BoardCells.PLAYERS, own);
      if (value == null) {
        return List.of();
      }
      Entry middle = new Entry(player, BoardCells.held(value));
      List<Entry> entries = most == 0 ? List.of(middle) : neighbours(middle, name, most);
      SortedMap<Long, Long> ranks = new TreeMap<>();
      entries.forEach(each -> ranks.put(each.held().score(), 0L));
      List<Get> asked = rankGets(ranks);
      // Counts and score of the same moment: otherwise the player could be counted before itself.
      asked.get(partition).addColumn(BoardCells.PLAYERS, own);
      List<Result> found = read(asked);
      if (Arrays.equals(value, found.get(partition).getValue(BoardCells.PLAYERS, own))) {
        rank(ranks, found);
        return isDropped()
            ? List.of()
            : entries.stream().map(each -> place(ranks.get(each.held().score()), each)).toList();
      }
    }
    throw new IOException(
        "player " + Utf8.quoted(player) + " changed between each of " + MOST_LOOKS + " looks");
  }

  private List<Entry> neighbours(Entry middle, byte[] name, int most) throws IOException {
    byte[] before = BoardCells.ascending(period, name, middle.held());
    byte[] behind = BoardCells.descending(period, name, middle.held());
    List<Get> asked = range(before, BoardCells.behindAscending(period), most);
    asked.addAll(range(behind, BoardCells.behindDescending(period), most));
    List<Result> found = read(asked);
    List<Entry> better = new ArrayList<>();
    List<Entry> worse = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      entries(found.get(i), i < rows.size() ? better : worse);
    }
    // A player who moves may be on both sides of the reads, and so may the one asked for.
    Set<String> seen = new HashSet<>(Set.of(middle.player()));
    better.removeIf(each -> !seen.add(each.player()));
    worse.removeIf(each -> !seen.add(each.player()));
    better.sort(BEST_FIRST);
    worse.sort(BEST_FIRST);
    List<Entry> around =
        new ArrayList<>(better.subList(Math.max(0, better.size() - most), better.size()));
    around.add(middle);
    around.addAll(worse.subList(0, Math.min(most, worse.size())));
    return around;
  }

  private static void entries(Result found, List<Entry> to) {
    for (Cell cell : found.rawCells()) {
      to.add(BoardCells.entry(cell));
    }
  }

  private static BoardPlace place(long rank, Entry entry) {
    HeldScore held = entry.held();
    return new BoardPlace(rank, entry.player(), held.score(), Instant.ofEpochMilli(held.millis()));
  }

  /** What stands behind one qualifier, or at it, and before another, in all partitions. */
  private List<Get> range(byte[] from, byte[] to, int most) throws IOException {
    List<Get> asked = new ArrayList<>();
    for (byte[] row : rows) {
      asked.add(
          new Get(row)
              .addFamily(BoardCells.ORDER)
              .setFilter(new ColumnRangeFilter(from, false, to, false))
              .setMaxResultsPerColumnFamily(most));
    }
    return asked;
  }

  /** Reads what the ranks of these scores are sums of. */
  private List<Get> rankGets(SortedMap<Long, Long> scores) {
    List<byte[]> counts = BoardCells.greater(period, scores.lastKey());
    if (scores.size() > 1) {
      scores.keySet().forEach(score -> counts.add(BoardCells.equal(period, score)));
    }
    List<Get> asked = new ArrayList<>();
    for (byte[] row : rows) {
      asked.add(counts(row, counts));
    }
    return asked;
  }

  /** From the greatest score down: before each are those before the last one, and its equals. */
  private void rank(SortedMap<Long, Long> scores, List<Result> found) {
    Map<byte[], Long> players = players(found);
    long before = 0;
    List<Long> descending = new ArrayList<>(scores.keySet());
    Collections.reverse(descending);
    List<byte[]> counts = BoardCells.greater(period, scores.lastKey());
    for (long score : descending) {
      before += counts.stream().mapToLong(count -> players.getOrDefault(count, 0L)).sum();
      scores.put(score, 1 + before);
      counts = List.of(BoardCells.equal(period, score));
    }
  }

  private static Get counts(byte[] row, List<byte[]> counts) {
    Get get = new Get(row);
    counts.forEach(count -> get.addColumn(BoardCells.COUNTS, count));
    return get;
  }

  /** What the partitions have in each count. */
  private static Map<byte[], Long> players(List<Result> found) {
    Map<byte[], Long> players = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (Result each : found) {
      for (Cell cell : each.rawCells()) {
        if (CellUtil.matchingFamily(cell, BoardCells.COUNTS)) {
          long count = Bytes.toLong(cell.getValueArray(), cell.getValueOffset());
          players.merge(CellUtil.cloneQualifier(cell), count, Long::sum);
        }
      }
    }
    return players;
  }

  /**
   * Whether the period was dropped; to be asked behind the reads of its cells. These go after the
   * mark is set, so who does not find it has read them all.
   */
  private boolean isDropped() throws IOException {
    if (period.kind() == BoardPeriod.Kind.ALL) {
      return false;
    }
    Optional<Long> kept = keptFrom();
    return kept.isPresent() && period.isBefore(kept.get());
  }

  private Optional<Long> keptFrom() throws IOException {
    Get get = new Get(rows.get(0)).addColumn(BoardCells.PLAYERS, BoardCells.KEPT_FROM);
    byte[] day = read(List.of(get)).get(0).getValue(BoardCells.PLAYERS, BoardCells.KEPT_FROM);
    return Optional.ofNullable(day).map(Bytes::toLong);
  }

  private List<Result> read(List<Get> asked) throws IOException {
    Result[] found = table.get(asked);
    gets += asked.size();
    steps++;
    for (Result each : found) {
      for (Cell cell : each.rawCells()) {
        cells++;
        bytes += cell.getSerializedSize();
      }
    }
    return List.of(found);
  }
}
