package io.rowandb.schema.pattern;

import java.util.function.Predicate;

/**
 * What a read is told beside its conditions. Immutable.
 *
 * @param order which record is first
 * @param limit how many at most
 * @param asOfMillis the time whose rows are read; {@link Long#MAX_VALUE} for the present
 * @param fullScan whether all rows may be read
 * @param filter asked of each record, or null
 * @param index the name of the one to be read through, or null
 * @param copied whether only what its entries have copies of is read
 */
record QuerySettings<R>(
    Order order,
    long limit,
    long asOfMillis,
    boolean fullScan,
    Predicate<R> filter,
    String index,
    boolean copied) {
  /** No limit. */
  static final long ALL = Long.MAX_VALUE;

  /** No time but the present. */
  static final long NOW = Long.MAX_VALUE;

  /** Which record is first. */
  enum Order {
    /** That of the first row; had it no bucket, where the conditions do not tell which. */
    KEY,
    /** That with the least value of the field that the rows are sorted by. */
    LEAST_FIRST,
    /** That with the greatest. */
    GREATEST_FIRST
  }

  static <R> QuerySettings<R> usual() {
    return new QuerySettings<>(
        Order.KEY, ALL, NOW, /* fullScan= */ false, null, null, /* copied= */ false);
  }

  QuerySettings<R> withOrder(Order newOrder) {
    return new QuerySettings<>(newOrder, limit, asOfMillis, fullScan, filter, index, copied);
  }

  QuerySettings<R> withLimit(long newLimit) {
    return new QuerySettings<>(order, newLimit, asOfMillis, fullScan, filter, index, copied);
  }

  QuerySettings<R> withAsOf(long newAsOfMillis) {
    return new QuerySettings<>(order, limit, newAsOfMillis, fullScan, filter, index, copied);
  }

  QuerySettings<R> withFullScan() {
    return new QuerySettings<>(
        order, limit, asOfMillis, /* fullScan= */ true, filter, index, copied);
  }

  QuerySettings<R> withFilter(Predicate<R> more) {
    return new QuerySettings<>(
        order,
        limit,
        asOfMillis,
        fullScan,
        filter == null ? more : filter.and(more),
        index,
        copied);
  }

  QuerySettings<R> withIndex(String newIndex) {
    return new QuerySettings<>(order, limit, asOfMillis, fullScan, filter, newIndex, copied);
  }

  QuerySettings<R> withCopied(String newIndex) {
    return new QuerySettings<>(
        order, limit, asOfMillis, fullScan, filter, newIndex, /* copied= */ true);
  }
}
