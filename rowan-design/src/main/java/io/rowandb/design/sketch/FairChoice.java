package io.rowandb.design.sketch;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * So many of the things that pass by, each with the same chance (algorithm R of Vitter, 1985). The
 * same things in the same order give the same choice. One thread.
 *
 * @param <T> what passes by
 */
public final class FairChoice<T> {
  private static final long SEED = 20_140_512;

  private final int most;
  private final List<T> chosen = new ArrayList<>();
  private final SplittableRandom random = new SplittableRandom(SEED);
  private long passed;
  private int place;

  /** Of so many at most. */
  public FairChoice(int most) {
    this.most = most;
  }

  /** Whether the next is chosen; {@link #put} must follow if so. */
  public boolean choosesNext() {
    passed++;
    place = passed <= most ? -1 : (int) Math.min(random.nextLong(passed), most);
    return place < most;
  }

  /** The chosen one. */
  public void put(T thing) {
    if (place < 0) {
      chosen.add(thing);
    } else {
      chosen.set(place, thing);
    }
  }

  /** The chosen ones, in no order. */
  public List<T> chosen() {
    return List.copyOf(chosen);
  }
}
