package io.rowandb.schema.pattern.schedule;

/** What a view shows of a thing. */
public record Shown(long run, String color, int id, String text) {
  /** Of a thing. */
  public static Shown of(Thing thing) {
    return new Shown(thing.run(), thing.color(), thing.id(), thing.text());
  }
}
