package io.rowandb.engine.background;

import io.rowandb.engine.region.StoredRegion;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;

/**
 * The regions whose last flush failed, and why. Safe for many threads; while there are none, which
 * is nearly always, a query costs two volatile reads.
 */
final class FailedFlushes {
  /**
   * Failures one after the other.
   *
   * @param cause of the last one
   * @param times how many
   */
  private record Failures(Throwable cause, int times) {}

  private final Map<StoredRegion, Failures> causes = new ConcurrentHashMap<>();

  /** A flush failed. Twice with the same cause is once. */
  void add(StoredRegion region, Throwable cause) {
    causes.merge(
        region,
        new Failures(cause, 1),
        (before, first) -> before.cause == cause ? before : new Failures(cause, before.times + 1));
  }

  /** A flush succeeded, or the region is gone; returns whether its last one had failed. */
  boolean remove(StoredRegion region) {
    return causes.remove(region) != null;
  }

  /** Forgets all other regions. */
  void retain(Collection<StoredRegion> present) {
    causes.keySet().retainAll(present);
  }

  boolean isEmpty() {
    return causes.isEmpty();
  }

  boolean has(StoredRegion region) {
    return !causes.isEmpty() && causes.containsKey(region);
  }

  /** How many flushes of a region failed one after the other, the last one too. */
  int times(StoredRegion region) {
    Failures failures = causes.isEmpty() ? null : causes.get(region);
    return failures == null ? 0 : failures.times;
  }

  /** Whether the last two flushes of a region failed: it was no accident. */
  boolean hasAgain(StoredRegion region) {
    return times(region) > 1;
  }

  /** Why the last flush of a region failed; null when it did not. */
  Throwable cause(StoredRegion region) {
    Failures failures = causes.get(region);
    return failures == null ? null : failures.cause;
  }

  void forEach(BiConsumer<StoredRegion, Throwable> action) {
    causes.forEach((region, failures) -> action.accept(region, failures.cause));
  }

  /** What they have in memory, not frozen. */
  long activeBytes() {
    return sum(StoredRegion::activeBytes);
  }

  /** All that they have in memory. */
  long memStoreBytes() {
    return sum(StoredRegion::memStoreBytes);
  }

  private long sum(ToLongFunction<StoredRegion> size) {
    return causes.keySet().stream().mapToLong(size).sum();
  }
}
