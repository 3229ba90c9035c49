package io.rowandb.schema.pattern.plan;

import io.rowandb.schema.key.KeySelection;
import io.rowandb.schema.pattern.rows.Found;
import io.rowandb.schema.pattern.rows.RowOrder;
import io.rowandb.schema.pattern.rows.RowRead;
import io.rowandb.schema.table.IndexDesign;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Decides whether a record was found by the first of its entries that a read encounters. An index
 * for any of several fields has an entry for each, and a page does not know the entries of previous
 * pages. Immutable.
 */
final class FirstEntry<R> implements Predicate<Found<R>> {
  // Fixed at construction.
  private final IndexDesign<R> index;
  private final List<KeySelection.Selected> ranges;
  private final RowOrder order;

  FirstEntry(IndexDesign<R> index, RowRead read) {
    this.index = index;
    ranges = read.selection().ranges();
    order = new RowOrder(read);
  }

  @Override
  public boolean test(Found<R> found) {
    if (index.alternatives().isEmpty()) {
      return true;
    }
    return index.entries(found.record(), found.ownRow()).stream()
        .flatMapToInt(
            entry ->
                IntStream.range(0, ranges.size())
                    .filter(range -> ranges.get(range).keys().contains(entry))
                    .map(range -> order.compare(at(found, range, entry), found)))
        .noneMatch(compared -> compared < 0);
  }

  private static <R> Found<R> at(Found<R> found, int range, byte[] entry) {
    return new Found<>(found.record(), range, entry, found.ownRow());
  }
}
