package io.rowandb.client.hazard;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Reports hazards: to the log, or to the program as an exception. Safe for use by many threads. */
final class HazardReports {
  /** Warnings about one kind at one line; a loop would fill the log. */
  private static final int MAX_WARNINGS_A_LINE = 10;

  /** Lines remembered, about 200 bytes each; beyond it nothing more is logged. */
  private static final int MAX_LINES = 10_000;

  private static final System.Logger LOG = System.getLogger("io.rowandb.hazards");

  private final HazardMode mode;
  private final Map<String, Integer> warnings = new ConcurrentHashMap<>();

  HazardReports(HazardMode mode) {
    this.mode = mode;
  }

  /** Reports a hazard as the mode says. */
  void report(Hazard hazard) throws HazardException {
    if (mode == HazardMode.FAIL) {
      throw new HazardException(hazard.report());
    }
    String line = hazard.kind() + " " + hazard.caller();
    if (warnings.size() >= MAX_LINES && !warnings.containsKey(line)) {
      return;
    }
    int count = warnings.merge(line, 1, Integer::sum);
    if (count <= MAX_WARNINGS_A_LINE) {
      String end = count == MAX_WARNINGS_A_LINE ? " (further ones at this line are left out)" : "";
      LOG.log(System.Logger.Level.WARNING, hazard.report() + end);
    }
  }
}
