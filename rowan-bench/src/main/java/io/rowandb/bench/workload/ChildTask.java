package io.rowandb.bench.workload;

import io.rowandb.bench.peer.DriverOptions;
import io.rowandb.bench.peer.Peer;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The task of one child JVM; passed as its arguments.
 *
 * @param peer the peer to measure
 * @param phase the phase to run
 * @param metrics the metrics to report; workloads that none of them needs are skipped
 * @param directory of the store
 * @param rows rows that are loaded or will be
 * @param seconds each timed loop takes, after a warm-up of half of it
 * @param cacheBytes of the block cache
 * @param heapBytes of the child's heap
 * @param seed of its random choices
 */
public record ChildTask(
    Peer peer,
    Phase phase,
    Set<Metric> metrics,
    Path directory,
    long rows,
    double seconds,
    long cacheBytes,
    long heapBytes,
    long seed) {

  private static final int ARGUMENTS = 9;

  /** One in a second at 70,000 puts a second: the tail is that of a store that always flushes. */
  private static final long TAIL_FLUSH_BYTES = 16L << 20;

  /** Copies the set. */
  public ChildTask {
    metrics = metrics.isEmpty() ? Set.of() : Set.copyOf(metrics);
  }

  /** Whether one of these is wanted. */
  boolean wants(Metric... any) {
    return Set.of(any).stream().anyMatch(metrics::contains);
  }

  DriverOptions driverOptions() {
    long flushBytes = phase == Phase.TAIL ? TAIL_FLUSH_BYTES : DriverOptions.FLUSH_BYTES;
    return new DriverOptions(directory, cacheBytes, heapBytes, flushBytes);
  }

  /** The arguments of the child's main method. */
  public List<String> toArguments() {
    return List.of(
        peer.id(),
        phase.name(),
        metrics.stream().sorted().map(Metric::id).collect(Collectors.joining(",")),
        directory.toString(),
        Long.toString(rows),
        Double.toString(seconds),
        Long.toString(cacheBytes),
        Long.toString(heapBytes),
        Long.toString(seed));
  }

  /** Reads what {@link #toArguments} wrote. */
  public static ChildTask fromArguments(String[] arguments) {
    if (arguments.length != ARGUMENTS) {
      throw new IllegalArgumentException(
          "a child has " + ARGUMENTS + " arguments, not " + arguments.length);
    }
    Set<Metric> metrics = EnumSet.noneOf(Metric.class);
    if (!arguments[2].isEmpty()) { // what only loads the store reports nothing
      for (String id : arguments[2].split(",", -1)) {
        metrics.add(Metric.of(id));
      }
    }
    return new ChildTask(
        Peer.of(arguments[0]),
        Phase.valueOf(arguments[1]),
        metrics,
        Path.of(arguments[3]),
        Long.parseLong(arguments[4]),
        Double.parseDouble(arguments[5]),
        Long.parseLong(arguments[6]),
        Long.parseLong(arguments[7]),
        Long.parseLong(arguments[8]));
  }
}
