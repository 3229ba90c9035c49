package io.rowandb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.io.CrashFileSystem;
import java.util.ArrayList;
import java.util.List;

/**
 * The bulk loads of a history that loses power, and what must be found of them afterwards: one that
 * was cut off is in all of its rows, over all regions and families, or in none; and {@link
 * FilesToLoad}. That one which returned stays is for the rows to say. Used by one thread.
 */
final class LoadsOverLosses {
  /** A load: the value that it brings to some rows, which none of them had before. */
  record Load(String value, List<Integer> rows, FilesToLoad files) {}

  /** How many loads of all histories ended in which way. */
  static final class Ends {
    private int returned;
    private int repeated;
    private int cutOffAndThere;
    private int cutOffAndNotThere;

    /** Whether loads ended in all ways. */
    boolean areAllThere() {
      return repeated > 0 && cutOffAndThere > 0 && cutOffAndNotThere > 0;
    }

    @Override
    public String toString() {
      return "bulk loads: %d returned, %d began again; %d cut off and there, %d and not there"
          .formatted(returned, repeated, cutOffAndThere, cutOffAndNotThere);
    }
  }

  private final Ends ends;

  /** Those since the last loss. */
  private final List<Load> loads = new ArrayList<>();

  /** The last of them, until it returns. */
  private Load underWay;

  /** One that was cut off, is not there, and whose files its user still has; or null. */
  private Load repeatable;

  LoadsOverLosses(Ends ends) {
    this.ends = ends;
  }

  /** A load that its user can repeat, or null. */
  Load repeatable() {
    return repeatable;
  }

  void begin(Load load) {
    ends.repeated += load.equals(repeatable) ? 1 : 0;
    repeatable = null;
    underWay = load;
    loads.add(load);
  }

  void returned() {
    underWay = null;
    ends.returned++;
  }

  /**
   * After a loss of power.
   *
   * @param disk that is left
   * @param found the value of each row
   */
  void verify(String when, CrashFileSystem disk, List<String> found) {
    boolean isThere = underWay != null && found.contains(underWay.value());
    for (Load load : loads) {
      load.files().verify(when, disk, !load.equals(underWay) || isThere);
    }
    if (isThere) {
      assertThat(underWay.rows())
          .as("%s: rows of a load that was cut off", when)
          .allMatch(row -> underWay.value().equals(found.get(row)));
      ends.cutOffAndThere++;
    } else if (underWay != null) {
      ends.cutOffAndNotThere++;
      repeatable = underWay.files().areForced() ? underWay : null;
    }
    underWay = null;
    loads.clear();
  }
}
