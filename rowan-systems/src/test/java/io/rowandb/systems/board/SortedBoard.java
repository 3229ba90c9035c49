package io.rowandb.systems.board;

import io.rowandb.schema.value.Utf8;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A board that sorts everybody. */
final class SortedBoard {
  private static final Comparator<BoardPlace> BEST_FIRST =
      Comparator.comparingLong(BoardPlace::score)
          .reversed()
          .thenComparing(BoardPlace::reached)
          .thenComparing(BoardPlace::player, Utf8.ORDER);

  private final Map<BoardPeriod, Map<String, BoardPlace>> held = new LinkedHashMap<>();
  private final Set<List<String>> counted = new HashSet<>();

  /** Whether it changes something. */
  boolean take(ScoreEvent event) {
    if (event.id() != null && !counted.add(List.of(event.player(), event.id()))) {
      return false;
    }
    boolean changes = event.id() != null;
    for (BoardPeriod period : BoardPeriod.of(event.time())) {
      changes |= takeFor(period, event);
    }
    return changes;
  }

  boolean takeFor(BoardPeriod period, ScoreEvent event) {
    Map<String, BoardPlace> players = held.computeIfAbsent(period, any -> new HashMap<>());
    BoardPlace before = players.get(event.player());
    BoardPlace after = after(event, before);
    players.put(event.player(), after);
    return !after.equals(before);
  }

  private static BoardPlace after(ScoreEvent event, BoardPlace before) {
    BoardPlace alone = new BoardPlace(0, event.player(), event.points(), event.time());
    if (before == null) {
      return alone;
    }
    if (event.id() == null) {
      return BEST_FIRST.compare(alone, before) < 0 ? alone : before;
    }
    Instant later = event.time().isAfter(before.reached()) ? event.time() : before.reached();
    return new BoardPlace(0, event.player(), before.score() + event.points(), later);
  }

  boolean remove(String player) {
    boolean removed = false;
    for (Map<String, BoardPlace> each : held.values()) {
      removed |= each.remove(player) != null;
    }
    return removed;
  }

  void drop(LocalDate day) {
    LocalDate monday = BoardPeriod.week(day).first();
    held.keySet()
        .removeIf(
            each ->
                switch (each.kind()) {
                  case ALL -> false;
                  case DAY -> each.first().isBefore(day);
                  case WEEK -> each.first().isBefore(monday);
                });
  }

  Set<BoardPeriod> periods() {
    return held.keySet();
  }

  long better(BoardPeriod period, long score) {
    return held.get(period).values().stream().filter(each -> each.score() > score).count();
  }

  List<BoardPlace> all(BoardPeriod period) {
    List<BoardPlace> all = new ArrayList<>();
    held.get(period).values().stream()
        .sorted(BEST_FIRST)
        .forEach(
            each ->
                all.add(
                    new BoardPlace(
                        1 + better(period, each.score()),
                        each.player(),
                        each.score(),
                        each.reached())));
    return all;
  }
}
