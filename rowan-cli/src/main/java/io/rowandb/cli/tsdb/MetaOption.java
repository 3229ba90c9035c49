package io.rowandb.cli.tsdb;

import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.meta.MetaTracking;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which meta data are created as points are written. */
public final class MetaOption {
  private static final String NAMES = "realtime_uid";
  private static final String TRACKING = "tsuid_tracking";
  private static final String SERIES = "realtime_ts";
  private static final String COUNTING = "tsuid_incrementing";
  private static final Set<String> ALL = Set.of(NAMES, TRACKING, SERIES, COUNTING);

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--meta",
      split = ",",
      paramLabel = "WHICH",
      description =
          "Creates meta data, as OpenTSDB with tsd.core.meta.enable_WHICH: realtime_uid,"
              + " tsuid_tracking, realtime_ts (with tsuid_tracking), tsuid_incrementing (with both);"
              + " separated by commas.")
  private List<String> which = List.of();

  @Option(
      names = "--trees",
      description =
          "Puts new series into the trees that are enabled, as OpenTSDB with"
              + " tsd.core.tree.enable_processing; goes with --meta tsuid_tracking,realtime_ts.")
  private boolean trees;

  /** For picocli. */
  public MetaOption() {}

  /** What is done as points are written. */
  record Upkeep(MetaTracking tracking, boolean growsTrees) {
    TimeSeries with(TimeSeries series) throws IOException {
      TimeSeries tracked = series.withMeta(tracking);
      return growsTrees ? tracked.withTrees() : tracked;
    }
  }

  /** Refuses what would do nothing. */
  Upkeep upkeep() {
    MetaTracking tracking = tracking();
    if (trees && !tracking.series()) {
      throw new ParameterException(
          spec.commandLine(),
          "--trees: series are put into trees only with --meta " + TRACKING + "," + SERIES);
    }
    return new Upkeep(tracking, trees);
  }

  private MetaTracking tracking() {
    for (String each : which) {
      if (!ALL.contains(each)) {
        throw refused(
            each + " is not " + NAMES + ", " + TRACKING + ", " + SERIES + " or " + COUNTING, null);
      }
    }
    try {
      return new MetaTracking(
          which.contains(NAMES),
          which.contains(TRACKING),
          which.contains(SERIES),
          which.contains(COUNTING));
    } catch (IllegalArgumentException e) {
      throw refused(e.getMessage(), e);
    }
  }

  private ParameterException refused(String why, IllegalArgumentException cause) {
    return new ParameterException(spec.commandLine(), "--meta: " + why, cause);
  }
}
