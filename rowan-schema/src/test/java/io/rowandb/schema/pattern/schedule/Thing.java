package io.rowandb.schema.pattern.schedule;

/**
 * What schedules write.
 *
 * @param run the number of its schedule
 */
public record Thing(long run, int id, String name, String color, String text) {
  /** The same in another schedule. */
  public Thing ofRun(long newRun) {
    return new Thing(newRun, id, name, color, text);
  }

  /** The same with another text. */
  public Thing withText(String newText) {
    return new Thing(run, id, name, color, newText);
  }
}
