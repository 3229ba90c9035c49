package io.rowandb.schema.pattern.chain;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * The conditional writes of a row whose clients may still ask whether they were executed: the last
 * one of each slot. Immutable.
 *
 * @param entries in the order in which they were executed
 */
public record RecentWrites(List<Entry> entries) {
  /**
   * A write that was executed.
   *
   * @param time of the write, in milliseconds since 1970
   */
  public record Entry(WriteId id, long time) {
    private static final int BYTES = 3 * Long.BYTES;
  }

  /** More clients and threads do not write one row within an hour. */
  private static final int MOST = 4_096;

  /** There are none. */
  public static final RecentWrites NONE = new RecentWrites(List.of());

  public RecentWrites {
    entries = List.copyOf(entries);
  }

  public boolean isEmpty() {
    return entries.isEmpty();
  }

  /** Whether a write was executed, if it is not long ago and the last of its slot. */
  public boolean has(WriteId id) {
    return entries.stream().anyMatch(each -> each.id().equals(id));
  }

  /**
   * These and another, without the one before it in its slot.
   *
   * @throws IllegalStateException when there are too many
   */
  public RecentWrites with(WriteId id, long time) {
    List<Entry> all = new ArrayList<>(entries);
    all.removeIf(each -> each.id().slot() == id.slot());
    if (all.size() == MOST) {
      throw new IllegalStateException(
          "a row remembers conditional writes of at most " + MOST + " clients and threads");
    }
    all.add(new Entry(id, time));
    return new RecentWrites(all);
  }

  /** Those of which a time does not say that they are long ago. */
  public RecentWrites without(LongPredicate isLongAgo) {
    return new RecentWrites(entries.stream().filter(each -> !isLongAgo.test(each.time())).toList());
  }

  int bytes() {
    return entries.size() * Entry.BYTES;
  }

  void write(ByteBuffer out) {
    for (Entry each : entries) {
      out.putLong(each.id().slot()).putLong(each.id().number()).putLong(each.time());
    }
  }

  static RecentWrites read(ByteBuffer in, int count) {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      entries.add(new Entry(new WriteId(in.getLong(), in.getLong()), in.getLong()));
    }
    return new RecentWrites(entries);
  }
}
