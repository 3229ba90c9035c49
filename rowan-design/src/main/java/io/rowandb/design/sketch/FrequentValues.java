package io.rowandb.design.sketch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The values that come most often, by the Space-Saving algorithm (Metwally, Agrawal, El Abbadi,
 * ICDT 2005): with n counters every value that is more than 1/n of all is among them, and no count
 * is too low; {@link Heavy#error} is how much it may be too high. One thread.
 */
public final class FrequentValues {
  private final Map<Long, Counter> byHash = new HashMap<>();

  /** A heap: no counter has less than the one at half its place. */
  private final Counter[] heap;

  private int size;
  private long total;

  /** With so many counters, 1 or more. */
  public FrequentValues(int counters) {
    heap = new Counter[counters];
  }

  /** A value and about how often it came. */
  public record Heavy(String name, long count, long error) {}

  /**
   * Counts one value.
   *
   * @param hash by which it is known
   * @param name asked for when it is not counted yet
   */
  public void add(long hash, Supplier<String> name) {
    add(hash, 1, name);
  }

  /** Counts one value as so many. */
  public void add(long hash, long times, Supplier<String> name) {
    total += times;
    Counter counter = byHash.get(hash);
    if (counter == null) {
      counter = size < heap.length ? added() : heap[0];
      byHash.remove(counter.hash, counter);
      counter.hash = hash;
      counter.error = counter.count;
      counter.name = name.get();
      byHash.put(hash, counter);
    }
    counter.count += times;
    sink(counter);
  }

  private Counter added() {
    Counter counter = new Counter();
    counter.place = size;
    heap[size++] = counter;
    // Without a count it is the least.
    while (counter.place > 0 && heap[(counter.place - 1) / 2].count > 0) {
      swap(counter.place, (counter.place - 1) / 2);
    }
    return counter;
  }

  private void sink(Counter counter) {
    while (true) {
      int least = counter.place;
      for (int child = 2 * counter.place + 1; child <= 2 * counter.place + 2; child++) {
        least = child < size && heap[child].count < heap[least].count ? child : least;
      }
      if (least == counter.place) {
        return;
      }
      swap(counter.place, least);
    }
  }

  private void swap(int one, int other) {
    Counter kept = heap[one];
    heap[one] = heap[other];
    heap[other] = kept;
    heap[one].place = one;
    heap[other].place = other;
  }

  /** All values that were counted. */
  public long total() {
    return total;
  }

  /** The most frequent ones, the most frequent first. */
  public List<Heavy> top(int most) {
    List<Heavy> all = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      all.add(new Heavy(heap[i].name, heap[i].count, heap[i].error));
    }
    all.sort(Comparator.comparingLong(Heavy::count).reversed().thenComparing(Heavy::name));
    return List.copyOf(all.subList(0, Math.min(most, all.size())));
  }

  private static final class Counter {
    private long hash;
    private long count;
    private long error;
    private String name;
    private int place;
  }
}
