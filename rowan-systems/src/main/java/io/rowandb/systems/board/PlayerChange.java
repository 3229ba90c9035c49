package io.rowandb.systems.board;

import io.rowandb.schema.value.Utf8;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A change of a player: what has to be read for it, and the one mutation that it then is. The
 * mutation holds all periods, both orders and all counts, and does nothing unless the player's
 * sequence number is still the one that was read. As it writes the next number, it can be done once
 * at most. Used by one thread.
 *
 * <p>The number is also the time of the cells of families p and o. So what a change deletes does
 * not hide what the next one writes in the same millisecond.
 *
 * <p>A removal from many periods is several mutations, each of {@link #MOST_PERIODS} at most. The
 * first one notes that the player leaves, the last one deletes that note. Who finds it ends the
 * removal before another change: so what is scored meanwhile counts behind all of it. The note has
 * the number of the first mutation. Who takes part in a removal does nothing more when the player
 * has no such note: others ended it, and what is there was scored behind it.
 */
final class PlayerChange {
  /** Periods of one mutation of a removal: about 20 cells each. */
  static final int MOST_PERIODS = 250;

  // Fixed at construction.
  private final byte[] row;
  private final byte[] name;
  private final List<ScoreEvent> events = new ArrayList<>();
  private final boolean removal;

  /** Of the removal that this one takes part in; null as long as it has not begun. */
  private byte[] note;

  /** Of the mutation that was made last: the note behind it. */
  private byte[] nextNote;

  /** How many events counted, of the mutation that was made last. */
  private int counted;

  /** Whether the mutation that was made last takes the player out of periods. */
  private boolean leavesPeriods;

  /** Whether the removal needs another mutation behind the one that was made last. */
  private boolean hasMore;

  private boolean hasLeft;

  private PlayerChange(byte[] row, byte[] name, boolean removal, byte[] note) {
    this.row = row;
    this.name = name;
    this.removal = removal;
    this.note = note;
  }

  /** Of events that are added in the order in which they count. */
  static PlayerChange ofEvents(byte[] row, byte[] name) {
    return new PlayerChange(row, name, /* removal= */ false, null);
  }

  /** After which the player is in no period. */
  static PlayerChange removal(byte[] row, byte[] name) {
    return new PlayerChange(row, name, /* removal= */ true, null);
  }

  void add(ScoreEvent event) {
    events.add(event);
  }

  /** How many events changed something, in the mutation that was made last. */
  int counted() {
    return counted;
  }

  /** The mutation took place. */
  void done() {
    hasLeft |= leavesPeriods;
    note = nextNote;
  }

  /** Whether a removal took the player out of periods. */
  boolean hasLeft() {
    return hasLeft;
  }

  /** Whether a removal needs another mutation behind the one that was made last. */
  boolean hasMore() {
    return hasMore;
  }

  /** The rest of the removal whose note was found, and of no other. */
  PlayerChange removal(Result found) {
    return new PlayerChange(row, name, /* removal= */ true, noteOf(found));
  }

  /** Whether a removal has to be ended before this change. */
  boolean waits(Result found) {
    return !removal && noteOf(found) != null;
  }

  private byte[] noteOf(Result found) {
    return found.getValue(BoardCells.PLAYERS, BoardCells.leaving(name));
  }

  /** What has to be read. */
  Get get() throws IOException {
    Get get = new Get(row);
    if (removal) {
      byte[] behind = BoardCells.behind(name);
      return get.addFamily(BoardCells.PLAYERS)
          .setFilter(new ColumnRangeFilter(BoardCells.sequence(name), true, behind, false))
          .setMaxResultsPerColumnFamily(2 + MOST_PERIODS + 1); // number, note, and one more
    }
    get.addColumn(BoardCells.PLAYERS, BoardCells.sequence(name));
    get.addColumn(BoardCells.PLAYERS, BoardCells.leaving(name));
    get.addColumn(BoardCells.PLAYERS, BoardCells.KEPT_FROM);
    for (ScoreEvent event : events) {
      for (BoardPeriod period : BoardPeriod.of(event.time())) {
        get.addColumn(BoardCells.PLAYERS, BoardCells.held(name, period));
      }
      if (event.id() != null) {
        get.addColumn(BoardCells.IDS, BoardCells.id(name, event.id()));
      }
    }
    return get;
  }

  /**
   * The mutation.
   *
   * @param found by {@link #get}
   * @return empty when nothing changes
   */
  Optional<CheckAndMutate> mutation(Result found) throws IOException {
    Map<BoardPeriod, HeldScore> before = held(found);
    Map<BoardPeriod, HeldScore> after = new LinkedHashMap<>();
    Set<String> ids = new HashSet<>();
    byte[] there = noteOf(found);
    byte[] number = found.getValue(BoardCells.PLAYERS, BoardCells.sequence(name));
    long next = number == null ? 1 : next(number);
    if (removal) {
      if (note != null && !Arrays.equals(note, there)) {
        hasMore = false;
        return Optional.empty();
      }
      note = there;
      hasMore = before.size() > MOST_PERIODS;
      before
          .keySet()
          .retainAll(before.keySet().stream().limit(MOST_PERIODS).collect(Collectors.toSet()));
      leavesPeriods = !before.isEmpty();
      nextNote = there == null ? Bytes.toBytes(next) : there;
    } else {
      after.putAll(before);
      counted = count(found, after, ids);
    }
    if (after.equals(before) && ids.isEmpty() && there == null) {
      return Optional.empty();
    }
    RowMutations mutations = mutations(before, after, ids, next, there != null);
    CheckAndMutate.Builder check = CheckAndMutate.newBuilder(row);
    byte[] guard = BoardCells.sequence(name);
    return Optional.of(
        (number == null
                ? check.ifNotExists(BoardCells.PLAYERS, guard)
                : check.ifEquals(BoardCells.PLAYERS, guard, number))
            .build(mutations));
  }

  private static long next(byte[] number) {
    return Bytes.toLong(number) + 1;
  }

  private Map<BoardPeriod, HeldScore> held(Result found) {
    Map<BoardPeriod, HeldScore> held = new LinkedHashMap<>();
    for (Cell cell : found.rawCells()) {
      byte[] qualifier = CellUtil.cloneQualifier(cell);
      if (CellUtil.matchingFamily(cell, BoardCells.PLAYERS)
          && !Arrays.equals(qualifier, BoardCells.KEPT_FROM)
          && !Arrays.equals(qualifier, BoardCells.sequence(name))
          && !Arrays.equals(qualifier, BoardCells.leaving(name))) {
        held.put(BoardCells.period(qualifier, name), BoardCells.held(CellUtil.cloneValue(cell)));
      }
    }
    return held;
  }

  private int count(Result found, Map<BoardPeriod, HeldScore> held, Set<String> ids) {
    byte[] kept = found.getValue(BoardCells.PLAYERS, BoardCells.KEPT_FROM);
    long firstDay = kept == null ? Long.MIN_VALUE : Bytes.toLong(kept);
    int count = 0;
    for (ScoreEvent event : events) {
      String id = event.id();
      if (id != null
          && (found.containsColumn(BoardCells.IDS, BoardCells.id(name, id)) || !ids.add(id))) {
        continue;
      }
      boolean changes = id != null;
      for (BoardPeriod period : BoardPeriod.of(event.time())) {
        if (period.isBefore(firstDay)) {
          continue; // deletions hide what was written there, and it would be counted each time
        }
        HeldScore after = event.after(held.get(period));
        changes |= !after.equals(held.put(period, after));
      }
      count += changes ? 1 : 0;
    }
    return count;
  }

  private RowMutations mutations(
      Map<BoardPeriod, HeldScore> before,
      Map<BoardPeriod, HeldScore> after,
      Set<String> ids,
      long number,
      boolean isLeaving)
      throws IOException {
    Put put = new Put(row);
    put.addColumn(BoardCells.PLAYERS, BoardCells.sequence(name), number, Bytes.toBytes(number));
    for (String id : ids) {
      put.addColumn(BoardCells.IDS, BoardCells.id(name, id), BoardCells.NOTHING);
    }
    Delete delete = new Delete(row);
    if (hasMore) {
      put.addColumn(BoardCells.PLAYERS, BoardCells.leaving(name), number, nextNote);
    } else if (isLeaving) {
      delete.addColumns(BoardCells.PLAYERS, BoardCells.leaving(name), number);
    }
    Map<byte[], Long> counts = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    before.forEach(
        (period, held) -> {
          if (!held.equals(after.get(period))) {
            if (!after.containsKey(period)) {
              delete.addColumns(BoardCells.PLAYERS, BoardCells.held(name, period), number);
            }
            delete.addColumns(BoardCells.ORDER, BoardCells.descending(period, name, held), number);
            delete.addColumns(BoardCells.ORDER, BoardCells.ascending(period, name, held), number);
            count(counts, period, held, -1);
          }
        });
    after.forEach(
        (period, held) -> {
          if (!held.equals(before.get(period))) {
            put(put, period, held, number);
            count(counts, period, held, 1);
          }
        });
    return RowMutations.of(together(put, delete, counts));
  }

  private void put(Put put, BoardPeriod period, HeldScore held, long number) {
    byte[] nothing = BoardCells.NOTHING;
    put.addColumn(
        BoardCells.PLAYERS, BoardCells.held(name, period), number, BoardCells.value(held));
    put.addColumn(BoardCells.ORDER, BoardCells.descending(period, name, held), number, nothing);
    put.addColumn(BoardCells.ORDER, BoardCells.ascending(period, name, held), number, nothing);
  }

  /** Levels that the score before and the one behind it share cancel out. */
  private static void count(
      Map<byte[], Long> counts, BoardPeriod period, HeldScore held, long amount) {
    for (byte[] count : BoardCells.path(period, held.score())) {
      counts.merge(count, amount, Long::sum);
    }
  }

  private List<Mutation> together(Put put, Delete delete, Map<byte[], Long> counts) {
    List<Mutation> together = new ArrayList<>(List.of(put));
    if (!delete.isEmpty()) {
      together.add(delete);
    }
    Increment increment = new Increment(row).setReturnResults(false);
    counts.forEach(
        (count, amount) -> {
          if (amount != 0) {
            increment.addColumn(BoardCells.COUNTS, count, amount);
          }
        });
    if (!increment.isEmpty()) {
      together.add(increment);
    }
    return together;
  }

  @Override
  public String toString() {
    return "player " + Utf8.quoted(Utf8.decode(name, 0, name.length));
  }
}
