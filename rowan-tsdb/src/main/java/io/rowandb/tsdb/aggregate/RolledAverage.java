package io.rowandb.tsdb.aggregate;

/** Averages of intervals whose sums and counts are known by shorter intervals. */
public final class RolledAverage {
  private RolledAverage() {}

  /**
   * The averages, one for each interval with a count above zero.
   *
   * @param intervals whose; their aggregator and fill do not matter
   * @param fromMillis where reading began
   * @param toMillis where reading ended, included
   */
  public static Samples of(
      Downsampling intervals,
      Samples sums,
      Samples counts,
      long fromMillis,
      long toMillis,
      Range asked) {
    Downsampling add = intervals.with(Aggregator.of("sum"));
    Samples all = add.of(sums, fromMillis, toMillis, asked);
    Samples parts = add.of(counts, fromMillis, toMillis, asked);
    Samples averages = new Samples(all.size());
    for (int i = 0; i < all.size(); i++) {
      long time = all.timeMillis(i);
      int at = parts.position(time);
      if (at < parts.size() && parts.timeMillis(at) == time && parts.doubleValue(at) > 0) {
        averages.add(time, all.doubleValue(i) / parts.doubleValue(at));
      }
    }
    return averages;
  }
}
