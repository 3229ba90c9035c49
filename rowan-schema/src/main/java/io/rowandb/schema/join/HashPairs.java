package io.rowandb.schema.join;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * Reads both sides alternately until one ends, which is the smaller one: it goes into a map, and
 * the other is streamed past it. The pairs are in the order of the streamed side, except for left
 * records without a partner if that is the right side. Used by one thread.
 */
final class HashPairs<L, R> implements Iterator<JoinedPair<L, R>> {
  // Fixed at construction.
  private final Iterator<L> left;
  private final Iterator<R> right;
  private final JoinFields<L, R> fields;
  private final boolean outer;
  private final long maxRows;

  /** What was read of a side until the other had ended; taken from at its front later. */
  private final Deque<L> leftRead = new ArrayDeque<>();

  private final Deque<R> rightRead = new ArrayDeque<>();

  /** The smaller side, one of the two, by what it is joined by. */
  private final Map<List<Object>, List<R>> rightByValue = new LinkedHashMap<>();

  private final Map<List<Object>, List<Partner<L>>> leftByValue = new LinkedHashMap<>();

  private final Deque<JoinedPair<L, R>> ready = new ArrayDeque<>();
  private boolean begun;
  private boolean leftInMap;

  private static final class Partner<L> {
    final L record;
    boolean matched;

    Partner(L record) {
      this.record = record;
    }
  }

  HashPairs(
      Iterator<L> left, Iterator<R> right, JoinFields<L, R> fields, boolean outer, long maxRows) {
    this.left = left;
    this.right = right;
    this.fields = fields;
    this.outer = outer;
    this.maxRows = maxRows;
  }

  @Override
  public boolean hasNext() {
    if (!begun) {
      begun = true;
      readSmaller();
    }
    while (ready.isEmpty() && advance()) {}
    return !ready.isEmpty();
  }

  private void readSmaller() {
    while (left.hasNext() && right.hasNext()) {
      if (leftRead.size() >= maxRows) {
        throw new SideTooLargeException(
            "a hash join keeps its smaller side in memory, at most "
                + maxRows
                + " rows, and both sides have more: restrict the left read, use a lookup join, or"
                + " allow more with mapAtMost");
      }
      leftRead.add(left.next());
      rightRead.add(right.next());
    }
    leftInMap = !left.hasNext();
    if (leftInMap) {
      for (L record : leftRead) {
        keep(record);
      }
      leftRead.clear();
    } else {
      for (R record : rightRead) {
        fields
            .ofRight(record)
            .ifPresent(
                value -> rightByValue.computeIfAbsent(value, key -> new ArrayList<>()).add(record));
      }
      rightRead.clear();
    }
  }

  private void keep(L record) {
    Optional<List<Object>> value = fields.ofLeft(record);
    if (value.isPresent()) {
      leftByValue.computeIfAbsent(value.get(), key -> new ArrayList<>()).add(new Partner<>(record));
    } else if (outer) {
      ready.add(new JoinedPair<>(record, null));
    }
  }

  /** Takes one record of the streamed side. */
  private boolean advance() {
    if (!leftInMap) {
      L record = leftRead.isEmpty() && left.hasNext() ? left.next() : leftRead.poll();
      if (record != null) {
        joinLeft(record);
      }
      return record != null;
    }
    R record = rightRead.isEmpty() && right.hasNext() ? right.next() : rightRead.poll();
    if (record != null) {
      joinRight(record);
    } else if (outer) {
      addUnmatched();
    }
    return record != null;
  }

  private void joinLeft(L record) {
    List<R> partners =
        fields
            .ofLeft(record)
            .map(value -> rightByValue.getOrDefault(value, List.of()))
            .orElse(List.of());
    for (R partner : partners) {
      ready.add(new JoinedPair<>(record, partner));
    }
    if (partners.isEmpty() && outer) {
      ready.add(new JoinedPair<>(record, null));
    }
  }

  private void joinRight(R record) {
    fields
        .ofRight(record)
        .map(value -> leftByValue.getOrDefault(value, List.of()))
        .orElse(List.of())
        .forEach(
            partner -> {
              partner.matched = true;
              ready.add(new JoinedPair<>(partner.record, record));
            });
  }

  private void addUnmatched() {
    leftByValue.values().stream()
        .flatMap(List::stream)
        .filter(partner -> !partner.matched)
        .forEach(partner -> ready.add(new JoinedPair<>(partner.record, null)));
    leftByValue.clear();
  }

  @Override
  public JoinedPair<L, R> next() {
    if (!hasNext()) {
      throw new NoSuchElementException("there are no more pairs");
    }
    return ready.remove();
  }
}
