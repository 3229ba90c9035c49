package io.rowandb.engine.linear;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Searches an order of calls that explains their answers: the one of Wing and Gong, which tries
 * each call that had begun before the first one ended, with the memory of Lowe, which never tries
 * twice the same set of calls in the same state of the rows.
 *
 * <ol>
 *   <li>The list has the begins and ends of the calls that are not in the order yet, by time.
 *   <li>The stack has the calls in the order, and the state of the rows before each.
 *   <li>A call can be next in the order as long as no other call of the list ended before it began.
 * </ol>
 *
 * Used once, by one thread.
 */
final class Linearization {
  /** More than any history of some hundred calls has needed by far. */
  private static final long MAX_STEPS = 20_000_000;

  /** The begin of a call, or its end, in a list of those by time. */
  private static final class Event {
    private final int call;
    private final boolean isEnd;
    private Event end;
    private Event before;
    private Event after;

    private Event(int call, boolean isEnd) {
      this.call = call;
      this.isEnd = isEnd;
    }

    private void remove() {
      before.after = after;
      if (after != null) {
        after.before = before;
      }
    }

    private void putBack() {
      before.after = this;
      if (after != null) {
        after.before = this;
      }
    }
  }

  private record Choice(Event begin, Rows before) {}

  private record Tried(BitSet calls, Rows rows) {}

  private final List<Operation> calls;
  private final Event head = new Event(-1, /* isEnd= */ false);
  private final Deque<Choice> order = new ArrayDeque<>();
  private final BitSet ordered = new BitSet();
  private final Set<Tried> tried = new HashSet<>();
  private Rows rows;
  private int unexplained;

  private Linearization(List<Operation> calls, Rows initial) {
    this.calls = calls;
    this.rows = initial;
    this.unexplained = (int) calls.stream().filter(call -> !call.isPending()).count();
  }

  /**
   * Whether some order explains all answers.
   *
   * @param initial what was there before
   */
  static boolean exists(List<Operation> history, Rows initial) {
    Linearization search = new Linearization(history, initial);
    search.makeList();
    return search.search();
  }

  private void makeList() {
    record Timed(long time, Event event) {}
    List<Timed> events = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      Operation call = calls.get(i);
      Event begin = new Event(i, /* isEnd= */ false);
      events.add(new Timed(call.begin(), begin));
      if (!call.isPending()) {
        begin.end = new Event(i, /* isEnd= */ true);
        events.add(new Timed(call.end(), begin.end));
      }
    }
    // Of one time, begins come first: then the calls overlap, which allows either order.
    events.sort(Comparator.comparingLong(Timed::time).thenComparing(timed -> timed.event().isEnd));
    Event last = head;
    for (Timed timed : events) {
      last.after = timed.event();
      timed.event().before = last;
      last = timed.event();
    }
  }

  private boolean search() {
    Event at = head.after;
    long steps = 0;
    while (unexplained > 0) {
      if (++steps > MAX_STEPS) {
        throw new IllegalStateException("not decided in " + MAX_STEPS + " steps");
      }
      if (!at.isEnd) {
        at = choose(at) ? head.after : at.after;
      } else if (order.isEmpty()) {
        return false;
      } else {
        at = takeBack().after;
      }
    }
    return true;
  }

  /** Puts a call next in the order, if its answer fits and that was not tried before. */
  private boolean choose(Event begin) {
    Operation call = calls.get(begin.call);
    if (!call.isPending() && !call.request().answer(rows).equals(call.answer())) {
      return false;
    }
    Rows next = call.request().after(rows);
    ordered.set(begin.call);
    if (!tried.add(new Tried((BitSet) ordered.clone(), next))) {
      ordered.clear(begin.call);
      return false;
    }
    order.push(new Choice(begin, rows));
    rows = next;
    begin.remove();
    if (begin.end != null) {
      begin.end.remove();
      unexplained--;
    }
    return true;
  }

  private Event takeBack() {
    Choice last = order.pop();
    Event begin = last.begin();
    rows = last.before();
    ordered.clear(begin.call);
    if (begin.end != null) {
      begin.end.putBack();
      unexplained++;
    }
    begin.putBack();
    return begin;
  }
}
