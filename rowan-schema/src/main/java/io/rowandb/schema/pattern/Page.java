package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.details.DetailPages;
import io.rowandb.schema.pattern.rows.Found;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Some records of a read.
 *
 * <p>By an index in which records can move, the pages of a read have an end: the last entry that is
 * there at the first page. Of ranges that are read in turn, each has an end: its last entry at the
 * first page that ends in it. So has each group of ranges that are merged while groups are read in
 * turn, as of a salted index those of each value of {@code in}. No page goes beyond an end. By the
 * row key, and by values of all fields of an index, no record moves, and the pages end with the
 * rows. So, if nobody deletes it:
 *
 * <ul>
 *   <li>A record that is there throughout and does not move is in exactly one page, even if it is
 *       written again.
 *   <li>One that moves behind the end is not found there: it is in one page, or in none if it moved
 *       before a page had it.
 *   <li>One that moves ahead, and not behind the end, is found again at each such place; one that
 *       moves back may be missed.
 * </ul>
 *
 * <p>So a program that moves what it finds behind the end has a last page. Where some records are
 * far ahead, a condition such as {@code before(field, now)} brings the end nearer; where the field
 * is not the first of the index, conditions that give values to those before it do.
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
