package io.rowandb.schema.pattern.schedule;

import java.util.List;
import java.util.stream.IntStream;

/** A thing with details. */
public record Album(long run, int id, String name, String color, String text, List<Line> lines) {
  /** A detail of an album. */
  public record Line(int number, String text) {}

  /**
   * As many lines as the last letter of its text says, each with its text: that which was put, to
   * which others may have been appended.
   */
  public static Album of(Thing thing) {
    int end = thing.text().indexOf(Deed.APPENDED);
    String text = end < 0 ? thing.text() : thing.text().substring(0, end);
    int count = text.isEmpty() ? 0 : text.charAt(text.length() - 1) % 3;
    return new Album(
        thing.run(),
        thing.id(),
        thing.name(),
        thing.color(),
        thing.text(),
        IntStream.range(0, count).mapToObj(i -> new Line(i, text)).toList());
  }

  /** The same with another text. */
  Album withText(String newText) {
    return new Album(run, id, name, color, newText, lines);
  }

  /** Without its details. */
  public Thing thing() {
    return new Thing(run, id, name, color, text);
  }
}
