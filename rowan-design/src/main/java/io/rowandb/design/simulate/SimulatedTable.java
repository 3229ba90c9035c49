package io.rowandb.design.simulate;

import io.rowandb.design.plan.PlannedSplits;
import io.rowandb.design.sketch.FrequentValues.Heavy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * The regions of a table on some servers. Halves of a region stay on its server; at the end of a
 * span the balancer moves regions until no server has two more than another. One thread.
 */
final class SimulatedTable {
  private static final int NAMED = 3;

  private final int servers;
  private final SimulatedSplits policy;
  private final double rowBytes;
  private final TreeMap<byte[], SimulatedRegion> regions = new TreeMap<>(Arrays::compareUnsigned);
  private final int[] regionsOf;
  private int splits;

  SimulatedTable(
      int servers,
      SimulatedSplits policy,
      double rowBytes,
      PlannedSplits planned,
      List<ArrivedRow> rows) {
    this.servers = servers;
    this.policy = policy;
    this.rowBytes = rowBytes;
    this.regionsOf = new int[servers];
    add(new SimulatedRegion(new byte[0], "the start", 0));
    for (String each : planned.keys()) {
      byte[] start = each.getBytes(StandardCharsets.UTF_8);
      add(new SimulatedRegion(start, "\"" + each + "\"", regions.size() % servers));
    }
    if (planned.keys().isEmpty() && planned.regions() > 1) {
      addEven(planned.regions(), rows);
    }
  }

  /** What a plan that cuts its regions evenly can reach: equal shares of the rows. */
  private void addEven(int count, List<ArrivedRow> rows) {
    List<ArrivedRow> sorted =
        rows.stream()
            .sorted((one, other) -> Arrays.compareUnsigned(one.key(), other.key()))
            .toList();
    for (int i = 1; i < count; i++) {
      ArrivedRow first = sorted.get((int) ((long) i * sorted.size() / count));
      if (!regions.containsKey(first.key())) {
        add(new SimulatedRegion(first.key(), first.name(), regions.size() % servers));
      }
    }
  }

  private void add(SimulatedRegion region) {
    regions.put(region.start, region);
    regionsOf[region.server]++;
  }

  /** Writes the rows of a span; then the balancer runs. */
  SimulationReport.Span run(List<ArrivedRow> rows) {
    regions.values().forEach(SimulatedRegion::begin);
    long[] serverRows = new long[servers];
    for (ArrivedRow row : rows) {
      SimulatedRegion region = regions.floorEntry(row.key()).getValue();
      region.add(row, rowBytes);
      serverRows[region.server]++;
      if (region.bytes > policy.splitBytes(regionsOf[region.server])) {
        split(region);
      }
    }
    SimulatedRegion hottest =
        regions.values().stream()
            .max(Comparator.comparingLong(each -> each.spanRows))
            .orElseThrow();
    SimulationReport.Span span =
        new SimulationReport.Span(
            rows.get(0).when(),
            regions.size(),
            hottest.startName,
            (double) hottest.spanRows / rows.size(),
            (double) Arrays.stream(serverRows).max().orElse(0) / rows.size(),
            names(hottest, rows.size()));
    balance();
    return span;
  }

  private static List<SimulationReport.Share> names(SimulatedRegion hottest, int rows) {
    List<SimulationReport.Share> names = new ArrayList<>();
    for (Heavy each : hottest.spanNames.top(NAMED)) {
      names.add(
          new SimulationReport.Share(
              each.name(), Math.max(1.0, (double) (each.count() - each.error())) / rows));
    }
    return names;
  }

  private void split(SimulatedRegion region) {
    SimulatedRegion upper = region.split();
    if (upper != null && !regions.containsKey(upper.start)) {
      add(upper);
      splits++;
    }
  }

  private void balance() {
    for (int turn = 0; turn < regions.size(); turn++) {
      int most = 0;
      int least = 0;
      for (int i = 0; i < servers; i++) {
        most = regionsOf[i] > regionsOf[most] ? i : most;
        least = regionsOf[i] < regionsOf[least] ? i : least;
      }
      if (regionsOf[most] - regionsOf[least] < 2) {
        return;
      }
      int from = most;
      SimulatedRegion moved =
          regions.values().stream().filter(each -> each.server == from).findFirst().orElseThrow();
      moved.server = least;
      regionsOf[most]--;
      regionsOf[least]++;
    }
  }

  /** How many regions were split. */
  int splits() {
    return splits;
  }
}
