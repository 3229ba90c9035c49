package io.rowandb.schema.pattern.schedule;

import java.time.Duration;

/** A thing that expires. */
public record Token(long run, int id, String name, String color, String text, Duration life) {
  /** All that expires in a schedule has expired when this has passed. */
  public static final Duration SHORT_LIFE = Duration.ofMinutes(3);

  /** Lives as long as the last letter of its text says. */
  static Token of(Thing thing) {
    String text = thing.text();
    return new Token(thing.run(), thing.id(), thing.name(), thing.color(), text, life(text));
  }

  private static Duration life(String text) {
    int way = text.isEmpty() ? 0 : text.charAt(text.length() - 1) % 3;
    return way == 0
        ? Duration.ofMinutes(1)
        : way == 1 ? SHORT_LIFE : Duration.ofDays(1); // more than any schedule takes
  }

  /** Whether it expires before its schedule ends. */
  static boolean isShortLived(Thing thing) {
    return life(thing.text()).compareTo(SHORT_LIFE) <= 0;
  }

  /** Without its life. */
  Thing thing() {
    return new Thing(run, id, name, color, text);
  }
}
