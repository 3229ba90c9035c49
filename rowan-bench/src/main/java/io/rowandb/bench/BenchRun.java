package io.rowandb.bench;

import io.rowandb.bench.peer.Peer;
import io.rowandb.bench.workload.ChildTask;
import io.rowandb.bench.workload.Metric;
import io.rowandb.bench.workload.Phase;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * Executes a plan: each run measures every peer in turn, and for each peer one phase after the
 * other, so that a temporary disturbance of the machine affects all alike. A failed phase is noted,
 * the rest of its peer's run is skipped, and the next peer follows.
 */
final class BenchRun {
  /** Block cache of the phase that is to miss it. */
  private static final long SMALL_CACHE_BYTES = 64L << 20;

  private static final int MESSAGE_CHARS = 400;

  private final BenchPlan plan;
  private final PrintStream progress;
  private final Measurements measurements = new Measurements();

  BenchRun(BenchPlan plan, PrintStream progress) {
    this.plan = plan;
    this.progress = progress;
  }

  /** Measures everything; figures appear on the progress stream as they come. */
  Measurements measure() throws IOException, InterruptedException {
    for (int run = 0; run < plan.runs(); run++) {
      for (Peer peer : plan.peers()) {
        measure(peer, run);
      }
    }
    return measurements;
  }

  private void measure(Peer peer, int run) throws IOException, InterruptedException {
    try (ScratchDirectory scratch = ScratchDirectory.in(plan.directory(), peer.id())) {
      for (Phase phase : plan.phases()) {
        progress.printf(
            Locale.ROOT, "run %d of %d, %s, %s%n", run + 1, plan.runs(), peer.id(), nameOf(phase));
        if (!measure(peer, run, phase, scratch.path())) {
          return;
        }
      }
    }
  }

  private boolean measure(Peer peer, int run, Phase phase, Path directory)
      throws IOException, InterruptedException {
    ChildTask task = task(peer, run, phase, directory);
    String name = peer.id() + "-" + nameOf(phase) + "-" + (run + 1);
    Path recording = recording(phase, name, directory);
    ChildJvm child = new ChildJvm(task, recording, directory.resolve(nameOf(phase) + ".err"));
    try {
      child.run((metric, number) -> note(peer, run, metric, number));
      if (phase == Phase.ALLOCATION) {
        AllocationPlaces.of(recording).lines().forEach(line -> progress.println("  " + line));
      }
      return true;
    } catch (IOException | IllegalArgumentException e) {
      String message = shorten(String.valueOf(e.getMessage()));
      progress.printf(Locale.ROOT, "  failed: %s%n", message);
      measurements.addFailure(peer, run, phase, message);
      return false;
    }
  }

  /** Where a child leaves a flight recording, or null; the allocation profile needs one. */
  private Path recording(Phase phase, String name, Path directory) {
    if (plan.recordings() != null) {
      return plan.recordings().resolve(name + ".jfr");
    }
    return phase == Phase.ALLOCATION ? directory.resolve(name + ".jfr") : null;
  }

  private ChildTask task(Peer peer, int run, Phase phase, Path directory) {
    Set<Metric> metrics = EnumSet.noneOf(Metric.class);
    plan.metrics().stream().filter(m -> m.phase() == phase).forEach(metrics::add);
    String store = phase == Phase.NEW || phase == Phase.ALLOCATION ? nameOf(phase) : "loaded";
    return new ChildTask(
        peer,
        phase,
        metrics,
        directory.resolve(store),
        plan.rows(),
        plan.seconds(),
        phase == Phase.SMALL_CACHE ? SMALL_CACHE_BYTES : plan.cacheBytes(),
        plan.heapBytes(),
        run);
  }

  private void note(Peer peer, int run, Metric metric, double number) {
    measurements.add(peer, run, metric, number);
    progress.printf(
        Locale.ROOT,
        "  %-44s %14s %s%n",
        metric.label(),
        ReportTable.number(number),
        metric.unit());
  }

  /** Exceptions of servers carry whole stacks in their messages. */
  private static String shorten(String message) {
    return message.length() <= MESSAGE_CHARS
        ? message
        : message.substring(0, MESSAGE_CHARS) + "...";
  }

  private static String nameOf(Phase phase) {
    return phase.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
