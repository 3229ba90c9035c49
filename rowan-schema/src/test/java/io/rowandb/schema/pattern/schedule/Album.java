package io.rowandb.schema.pattern.schedule;

import java.util.List;
import java.util.stream.IntStream;

/** A thing with details. */
public record Album(long run, int id, String name, String color, String text, List<Line> lines) {
  /** A detail of an album. */
  public record Line(int number, String text) {}

  /** As many lines as the last letter of its text says, each with its text. */
  public static Album of(Thing thing) {
    String text = thing.text();
    int count = text.isEmpty() ? 0 : text.charAt(text.length() - 1) % 3;
    return new Album(
        thing.run(),
        thing.id(),
        thing.name(),
        thing.color(),
        text,
        IntStream.range(0, count).mapToObj(i -> new Line(i, text)).toList());
  }

  /** Without its details. */
  public Thing thing() {
    return new Thing(run, id, name, color, text);
  }
}
