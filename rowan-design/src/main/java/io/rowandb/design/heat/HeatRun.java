package io.rowandb.design.heat;

import io.rowandb.design.key.PlannedKey;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sample.SampleFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Counts the rows of a sample into the cells of a map. One thread. */
final class HeatRun {
  private static final int MOST_REGIONS = 1000;

  private final TablePlan plan;
  private final HeatAxes axes;

  // Where ranges begin, all but the first; so too regions and spans.
  private final List<byte[]> keyCuts = new ArrayList<>();
  private final List<byte[]> regionCuts = new ArrayList<>();
  private final List<HeatRow> spanCuts = new ArrayList<>();

  private final HeatGrid keys;
  private final HeatGrid regions;
  private int merged = 1;
  private long rows;
  private long left;

  private HeatRun(TablePlan plan, HeatAxes axes) {
    this.plan = plan;
    this.axes = axes;
    List<String> spans = cutSpans();
    this.keys = new HeatGrid(cutKeys(axes.cuts(), keyCuts), spans);
    List<String> names = cutRegions();
    this.regions = regionCuts.isEmpty() ? null : new HeatGrid(names, spans);
  }

  static HeatMap run(TablePlan plan, SampleFile sample, long limit, HeatAxes axes)
      throws IOException {
    HeatRun run = new HeatRun(plan, axes);
    PlannedKey key = new PlannedKey(plan, sample.fields()::indexOf);
    ArrivalOrder order = new ArrivalOrder(plan, sample.fields());
    String[] row = sample.next();
    for (long i = 0; i < limit && row != null; i++) {
      OptionalLong arrival = order.of(row, i);
      if (key.write(row) && arrival.isPresent()) {
        run.add(key, arrival.getAsLong(), i);
      } else {
        run.left++;
      }
      row = sample.next();
    }
    return new HeatMap(
        run.rows,
        run.left,
        plan.arrivalField().orElse(""),
        run.keys,
        Optional.ofNullable(run.regions),
        run.merged);
  }

  private void add(PlannedKey key, long arrival, long line) {
    int span = span(arrival, line);
    keys.add(place(key, keyCuts), span);
    if (regions != null) {
      regions.add(place(key, regionCuts), span);
    }
    rows++;
  }

  private List<String> cutSpans() {
    List<HeatRow> kept = axes.byArrival();
    List<String> labels = new ArrayList<>();
    int spans = Math.min(axes.cuts(), kept.size());
    for (int i = 0; i < spans; i++) {
      HeatRow first = kept.get((int) ((long) i * kept.size() / spans));
      labels.add(first.when());
      if (i > 0) {
        spanCuts.add(first);
      }
    }
    labels.add(kept.get(kept.size() - 1).when());
    return labels;
  }

  private List<String> cutKeys(int ranges, List<byte[]> cuts) {
    List<HeatRow> kept = axes.byKey();
    List<String> labels = new ArrayList<>(List.of(kept.get(0).label()));
    byte[] last = kept.get(0).key();
    for (int i = 1; i < ranges; i++) {
      HeatRow first = kept.get((int) ((long) i * kept.size() / ranges));
      if (Arrays.compareUnsigned(last, first.key()) < 0) {
        last = first.key();
        cuts.add(last);
        labels.add(first.label());
      }
    }
    labels.add(kept.get(kept.size() - 1).label());
    return labels;
  }

  private List<String> cutRegions() {
    if (plan.splits().keys().isEmpty()) {
      return cutKeys(Math.min(MOST_REGIONS, plan.splits().regions()), regionCuts);
    }
    List<String> keys =
        plan.splits().keys().stream()
            .sorted((one, other) -> Arrays.compareUnsigned(bytes(one), bytes(other)))
            .toList();
    List<String> labels = new ArrayList<>(List.of("the start"));
    merged = (keys.size() + MOST_REGIONS) / MOST_REGIONS;
    for (int i = merged - 1; i < keys.size(); i += merged) {
      regionCuts.add(bytes(keys.get(i)));
      labels.add("\"" + KeyLabel.cut(keys.get(i)) + "\"");
    }
    labels.add("the end");
    return labels;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The range that has a key: the number of cuts that are not above it. */
  private static int place(PlannedKey key, List<byte[]> cuts) {
    int low = 0;
    int high = cuts.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      byte[] cut = cuts.get(middle);
      if (Arrays.compareUnsigned(cut, 0, cut.length, key.bytes(), 0, key.length()) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private int span(long arrival, long line) {
    int low = 0;
    int high = spanCuts.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      HeatRow cut = spanCuts.get(middle);
      boolean isAtOrBelow =
          cut.arrival() < arrival || (cut.arrival() == arrival && cut.line() <= line);
      low = isAtOrBelow ? middle + 1 : low;
      high = isAtOrBelow ? high : middle;
    }
    return low;
  }
}
