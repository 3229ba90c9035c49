package io.rowandb.cli.systems;

import io.rowandb.systems.measure.WriteSpread;
import java.util.Locale;

/** How all comparisons write the same figures. */
public final class DesignFigures {
  /** The heading of what the busiest region takes. */
  public static final String BUSIEST = "by the busiest";

  /** What this column says. */
  public static final String ABOUT_BUSIEST =
      "By the busiest: of the newest writes, the share of the busiest region, if the writes before"
          + " made "
          + WriteSpread.REGIONS
          + " of each table.";

  private DesignFigures() {}

  /**
   * A share.
   *
   * @param share from 0 to 1
   */
  public static String share(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }
}
