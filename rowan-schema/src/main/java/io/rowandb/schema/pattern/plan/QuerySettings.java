package io.rowandb.schema.pattern.plan;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.pattern.rows.RowRead;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * The settings of a read besides its conditions. Immutable.
 *
 * @param order which record comes first
 * @param sortedBy the field to order by; null for the one by which the rows are sorted
 * @param limit the maximum number of records
 * @param asOfMillis the time whose rows are read; {@link Long#MAX_VALUE} for the present
 * @param fullScan whether all rows may be read
 * @param filter applied to each record, or null
 * @param index the name of the index to read through, or null
 * @param copied whether to read only the fields of which the index's entries have copies
 * @param inPages whether the caller reads pages, which bound the read like a limit
 * @param malformed told the key of each row of which no record can be made, and why; such rows are
 *     passed over then. Null when the first one ends the read
 */
public record QuerySettings<R>(
    Order order,
    Component sortedBy,
    long limit,
    long asOfMillis,
    boolean fullScan,
    Predicate<R> filter,
    String index,
    boolean copied,
    boolean inPages,
    BiConsumer<byte[], RuntimeException> malformed) {
  /** No limit. */
  public static final long ALL = RowRead.ALL;

  /** No time but the present. */
  public static final long NOW = RowRead.NOW;

  /** Which record is first. */
  public enum Order {
    /** That of the first row; had it no bucket, where the conditions do not tell which. */
    KEY,
    /** That with the least value of the field that the rows are sorted by. */
    LEAST_FIRST,
    /** That with the greatest. */
    GREATEST_FIRST
  }

  public static <R> QuerySettings<R> usual() {
    return new QuerySettings<>(
        Order.KEY,
        null,
        ALL,
        NOW,
        /* fullScan= */ false,
        null,
        null,
        /* copied= */ false,
        /* inPages= */ false,
        /* malformed= */ null);
  }

  public QuerySettings<R> withOrder(Order newOrder) {
    return withOrder(newOrder, null);
  }

  public QuerySettings<R> withOrder(Order newOrder, Component newSortedBy) {
    return new QuerySettings<>(
        newOrder,
        newSortedBy,
        limit,
        asOfMillis,
        fullScan,
        filter,
        index,
        copied,
        inPages,
        malformed);
  }

  public QuerySettings<R> withLimit(long newLimit) {
    return new QuerySettings<>(
        order, sortedBy, newLimit, asOfMillis, fullScan, filter, index, copied, inPages, malformed);
  }

  public QuerySettings<R> withAsOf(long newAsOfMillis) {
    return new QuerySettings<>(
        order, sortedBy, limit, newAsOfMillis, fullScan, filter, index, copied, inPages, malformed);
  }

  public QuerySettings<R> withFullScan() {
    return new QuerySettings<>(
        order,
        sortedBy,
        limit,
        asOfMillis,
        /* fullScan= */ true,
        filter,
        index,
        copied,
        inPages,
        malformed);
  }

  public QuerySettings<R> withFilter(Predicate<R> more) {
    Predicate<R> both = filter == null ? more : filter.and(more);
    return new QuerySettings<>(
        order, sortedBy, limit, asOfMillis, fullScan, both, index, copied, inPages, malformed);
  }

  public QuerySettings<R> withIndex(String newIndex) {
    return new QuerySettings<>(
        order, sortedBy, limit, asOfMillis, fullScan, filter, newIndex, copied, inPages, malformed);
  }

  public QuerySettings<R> withCopied(String newIndex) {
    return new QuerySettings<>(
        order,
        sortedBy,
        limit,
        asOfMillis,
        fullScan,
        filter,
        newIndex,
        /* copied= */ true,
        inPages,
        malformed);
  }

  public QuerySettings<R> withPages() {
    return new QuerySettings<>(
        order,
        sortedBy,
        limit,
        asOfMillis,
        fullScan,
        filter,
        index,
        copied,
        /* inPages= */ true,
        malformed);
  }

  public QuerySettings<R> withMalformed(BiConsumer<byte[], RuntimeException> newMalformed) {
    return new QuerySettings<>(
        order, sortedBy, limit, asOfMillis, fullScan, filter, index, copied, inPages, newMalformed);
  }

  /** Whether the first row of which no record can be made ends the read. */
  public boolean endsAtMalformed() {
    return malformed == null;
  }

  /**
   * Passes over a row of which no record can be made.
   *
   * @throws RuntimeException the reason, when {@link #endsAtMalformed}
   */
  public void passOver(byte[] row, RuntimeException reason) {
    if (endsAtMalformed()) {
      throw reason;
    }
    malformed.accept(row, reason);
  }

  /** Whether the caller says how many records it takes at most. */
  boolean isBounded() {
    return limit != ALL || inPages;
  }

  /** Whether the caller says which order is meant, or which rows. */
  boolean namesItsWay() {
    return index != null || sortedBy != null;
  }
}
