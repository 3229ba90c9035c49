package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.details.DetailPages;
import io.rowandb.schema.pattern.rows.Found;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Some records of a read.
 *
 * @param records in the order of the read
 * @param next the token to request the next page, in this process or another; empty after the last
 *     record
 * @param <R> the record
 */
public record Page<R>(List<R> records, Optional<String> next) {
  /** Of what a plan found. */
  static <V> Page<V> of(int size, List<Found<V>> found, Optional<String> next) {
    return new Page<>(found.stream().limit(size).map(Found::record).toList(), next);
  }

  /** The same page of what its records are turned into. */
  <T> Page<T> map(Function<R, T> turned) {
    return new Page<>(records.stream().map(turned).toList(), next);
  }

  /** Of what was found of details. */
  static <D> Page<D> of(DetailPages<D> pages, int size, List<DetailPages.Keyed<D>> found) {
    return new Page<>(
        found.stream().limit(size).map(DetailPages.Keyed::detail).toList(),
        pages.next(size, found));
  }
}
