package io.rowandb.schema.pattern.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Makes the choices of a schedule: drawn by a seed, or all that there are, one after the other. */
public final class Choices {
  /** A choice of the schedule before, and of how many it was. */
  private record Made(int taken, int of) {}

  private final Random random;
  private final List<Made> made = new ArrayList<>();
  private int next;

  private Choices(Random random) {
    this.random = random;
  }

  public static Choices drawn(long seed) {
    return new Choices(new Random(seed));
  }

  /** All, beginning with the first of each. */
  public static Choices all() {
    return new Choices(null);
  }

  /** One of so many, at least one. */
  public int of(int count) {
    if (random != null) {
      return random.nextInt(count);
    }
    if (next == made.size()) {
      made.add(new Made(0, count));
    }
    Made choice = made.get(next++);
    if (choice.of != count) {
      throw new IllegalStateException(
          "choice " + next + " was of " + choice.of + " and is of " + count + " now");
    }
    return choice.taken;
  }

  /** Whether one in so many chances is taken; when all are tried, never. */
  public boolean oneIn(int chances) {
    return random != null && random.nextInt(chances) == 0;
  }

  /** Goes to the next schedule of all; says whether there is one. */
  public boolean toNext() {
    next = 0;
    while (!made.isEmpty()) {
      Made last = made.remove(made.size() - 1);
      if (last.taken + 1 < last.of) {
        made.add(new Made(last.taken + 1, last.of));
        return true;
      }
    }
    return false;
  }
}
