package io.rowandb.schema.pattern.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The writes of a schedule, and what may be read because of them. Used by one thread. */
public final class Writes {
  /** A write of a row, by the steps in which it began and was answered. */
  public static final class Write {
    private final int id;
    private final Thing value;
    private final int start;
    private int end = Integer.MAX_VALUE;
    private boolean refused;

    /** In which step it had certainly expired; behind all when it has not. */
    private int expired = Integer.MAX_VALUE;

    /** Whether it may have expired. */
    private boolean mayHaveExpired;

    private Write(int id, Thing value, int start) {
      this.id = id;
      this.value = value;
      this.start = start;
    }

    /** What it writes; null for a deletion. */
    public Thing value() {
      return value;
    }

    /** When it began. */
    public int start() {
      return start;
    }

    /** It was answered. */
    public void end(int step, boolean isRefused) {
      end = step;
      refused = isRefused;
    }
  }

  private final List<Write> all = new ArrayList<>();

  /** Forgets all. */
  public void clear() {
    all.clear();
  }

  /**
   * One begins.
   *
   * @param value null for a deletion
   */
  public Write begin(int id, Thing value, int step) {
    Write write = new Write(id, value, step);
    all.add(write);
    return write;
  }

  /** All that lives shortly expires, but for what is written later. */
  public void expire(int step) {
    for (Write each : all) {
      if (each.value != null && Token.isShortLived(each.value)) {
        each.mayHaveExpired = true;
        if (each.end < step && each.expired > step) {
          each.expired = step;
        }
      }
    }
  }

  /** Whether a row may have been without a record at some time since a step. */
  public boolean mayBeAbsent(int id, int start) {
    return all.stream()
            .noneMatch(
                write ->
                    write.id == id && write.value != null && !write.refused && write.end < start)
        || all.stream()
            .filter(write -> write.id == id && write.value == null && !write.refused)
            .anyMatch(write -> mayBeThere(write, start));
  }

  /**
   * Whether a row may have held such a record at some time since a step.
   *
   * @param own the write that asks, which does not count
   */
  public boolean mayBePresent(Write own, int start, Predicate<Thing> such) {
    return all.stream()
        .filter(write -> write != own && write.id == own.id && write.value != null)
        .filter(write -> !write.refused && such.test(write.value))
        .anyMatch(write -> mayBeThere(write, start));
  }

  /**
   * Whether another deed has also appended to a text that was written once, as all are to which
   * something was appended.
   */
  public boolean wasAppendedTwice(Thing before, Deed deed) {
    return before.text().indexOf(Deed.APPENDED) >= 0
        && all.stream()
            .filter(write -> hasEnded(write) && !write.refused && write.value != null)
            .map(write -> write.value.text())
            .anyMatch(
                text ->
                    !text.equals(deed.appended(before.text()))
                        && text.lastIndexOf(Deed.APPENDED) == before.text().length()
                        && text.startsWith(before.text()));
  }

  /** Whether a thing was there at some time since a step. */
  public boolean wasThere(Thing thing, int start) {
    return all.stream()
        .filter(write -> thing.equals(write.value) && !write.refused && write.expired > start)
        .anyMatch(write -> mayBeThere(write, start));
  }

  /**
   * Whether no write of the row began behind the end of this one and was answered before a time.
   */
  private boolean mayBeThere(Write write, int time) {
    return all.stream()
        .noneMatch(
            other ->
                other.id == write.id
                    && !other.refused
                    && other.start > write.end
                    && other.end < time);
  }

  /**
   * Whether a row may hold this.
   *
   * @param found null for nothing
   */
  public boolean mayHold(int id, Thing found, int step) {
    if (found != null) {
      return all.stream()
          .filter(write -> write.expired == Integer.MAX_VALUE)
          .anyMatch(write -> found.equals(write.value) && holds(write));
    }
    return all.stream().noneMatch(write -> write.id == id && write.end < step)
        || all.stream()
            .filter(write -> write.id == id && (write.value == null || write.mayHaveExpired))
            .anyMatch(Writes.this::holds)
        || all.stream()
            .filter(write -> write.id == id && write.value != null && hasEnded(write))
            .allMatch(write -> write.refused);
  }

  private boolean holds(Write write) {
    return !write.refused && mayBeThere(write, Integer.MAX_VALUE);
  }

  private static boolean hasEnded(Write write) {
    return write.end != Integer.MAX_VALUE;
  }

  /** Whether details may be beside a thing: its own, but for those of puts that never ended. */
  public boolean mayHaveLines(Thing thing, List<Album.Line> lines) {
    List<Album.Line> own = Album.of(thing).lines();
    for (Album.Line line : own) {
      if (lines.stream().noneMatch(each -> each.number() == line.number())) {
        return false;
      }
    }
    return lines.stream().allMatch(line -> own.contains(line) || isOfTheDead(thing.id(), line));
  }

  /**
   * Whether a note may be beside a thing.
   *
   * @param hasOlder whether older programs wrote, which leave the notes of others as they are
   */
  public boolean mayHaveNote(Thing thing, String note, boolean hasOlder) {
    if (!hasOlder) {
      return Album.note(thing).equals(note);
    }
    return note == null
        || all.stream()
            .filter(write -> write.id == thing.id() && write.value != null)
            .anyMatch(write -> Album.note(write.value).equals(note));
  }

  private boolean isOfTheDead(int id, Album.Line line) {
    return all.stream()
        .filter(write -> write.id == id && write.value != null && !hasEnded(write))
        .anyMatch(write -> Album.of(write.value).lines().contains(line));
  }
}
