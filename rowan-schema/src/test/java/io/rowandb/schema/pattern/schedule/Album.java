package io.rowandb.schema.pattern.schedule;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A thing with details, and with a note, which older programs do not know.
 *
 * @param note a text that goes with the thing's; null when an older program wrote the record
 */
public record Album(
    long run, int id, String name, String color, String text, String note, List<Line> lines) {
  /** A detail of an album. */
  public record Line(int number, String text) {}

  /** As many lines as the last letter of its text says, each with its text. */
  public static Album of(Thing thing) {
    return new Album(
        thing.run(),
        thing.id(),
        thing.name(),
        thing.color(),
        thing.text(),
        note(thing),
        lines(thing.text()));
  }

  /** What belongs to a thing. */
  static String note(Thing thing) {
    return "note of " + thing.text();
  }

  /** What belongs to a text. */
  static List<Line> lines(String text) {
    int count = text.isEmpty() ? 0 : text.charAt(text.length() - 1) % 3;
    return IntStream.range(0, count).mapToObj(i -> new Line(i, text)).toList();
  }

  /** Without its details. */
  public Thing thing() {
    return new Thing(run, id, name, color, text);
  }
}
