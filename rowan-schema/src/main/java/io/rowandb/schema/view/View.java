package io.rowandb.schema.view;

import io.rowandb.schema.field.Given;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.RowChange;
import io.rowandb.schema.table.TableDesign;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Records of one table copied into rows of another, in the form that a read needs: for example, a
 * tweet into the home page of each follower.
 *
 * <pre>{@code
 * View<Tweet, HomeTweet> home =
 *     View.of(tweets, homes, tweet -> tweet.followers().stream().map(...).toList());
 * }</pre>
 *
 * <p>Requirements for a view:
 *
 * <ol>
 *   <li>The function depends only on the record and always gives the same records. It sees the
 *       record as read from the table, with defaults, but nothing that changes without a write of
 *       the record: counters are 0, histories are empty, and so are details in their own rows,
 *       unless it is {@link #seeingDetails}.
 *   <li>Each row of the target comes from one record of the source: its key contains everything
 *       that distinguishes the source's records.
 *   <li>Only {@link ViewedTable} writes the target.
 * </ol>
 *
 * <p>Immutable; used by any number of threads, if the function is.
 *
 * @param <R> the source's record
 * @param <V> the target's
 */
public final class View<R, V> {
  // Fixed at construction.
  private final TableDesign<R> source;
  private final TableDesign<V> target;
  private final Function<? super R, ? extends List<V>> function;
  private final boolean insertOnly;
  private final boolean omitsRefused;
  private final boolean seesDetails;

  private View(
      TableDesign<R> source,
      TableDesign<V> target,
      Function<? super R, ? extends List<V>> function,
      boolean insertOnly,
      boolean omitsRefused,
      boolean seesDetails) {
    this.source = source;
    this.target = target;
    this.function = function;
    this.insertOnly = insertOnly;
    this.omitsRefused = omitsRefused;
    this.seesDetails = seesDetails;
  }

  /**
   * Declares a view.
   *
   * @throws IllegalArgumentException naming the rule that one of the tables breaks: a field in the
   *     column that a view needs for itself, a family with a time to live, and, for the target, a
   *     unique index, a field that changes in other ways than by writing the record, a family with
   *     {@code NEW_VERSION_BEHAVIOR}, or one that keeps deletions for longer than the source's
   */
  public static <R, V> View<R, V> of(
      TableDesign<R> source,
      TableDesign<V> target,
      Function<? super R, ? extends List<V>> function) {
    Given.notNull(source, "the source of a view");
    Given.notNull(target, "the target of a view");
    Given.notNull(function, "the function of the view " + target.name());
    ViewRules.check(source, target);
    ViewRules.checkNoDetailExpires(target, "the table of a view");
    return new View<>(
        source,
        target,
        function,
        /* insertOnly= */ false,
        /* omitsRefused= */ false,
        /* seesDetails= */ false);
  }

  /**
   * The view of a move: all records with their details, whose keys alone may be others. Details in
   * rows of their own may have a time to live; a copy stays for as long as if it had been written
   * with its record. Who begins a move refuses that: {@link #checkDetailsStay}.
   *
   * @throws IllegalArgumentException else as {@link #of}
   */
  public static <R> View<R, R> ofMove(TableDesign<R> old, TableDesign<R> target) {
    ViewRules.check(old, target);
    return new View<>(
        old,
        target,
        List::of,
        /* insertOnly= */ false,
        /* omitsRefused= */ false,
        /* seesDetails= */ true);
  }

  /**
   * Refuses a view of which details expire, or those of its source that it sees.
   *
   * @throws IllegalArgumentException naming the details and the rule
   */
  public void checkDetailsStay() {
    ViewRules.checkNoDetailExpires(target, "the table of a view");
    if (seesDetails) {
      ViewRules.checkNoDetailExpires(source, "the source of a view of its details,");
    }
  }

  /**
   * Declares that no record of the source is rewritten with different values, or written again
   * after its deletion; then writes need not read the previous record. {@code verify} detects
   * violations.
   */
  public View<R, V> insertOnly() {
    return new View<>(source, target, function, /* insertOnly= */ true, omitsRefused, seesDetails);
  }

  /**
   * Declares that a record of which the target refuses a row gives no rows at all. Without this,
   * the record is refused.
   */
  public View<R, V> omittingRefused() {
    return new View<>(source, target, function, insertOnly, /* omitsRefused= */ true, seesDetails);
  }

  /**
   * Declares that the function sees details of the source in rows of their own. Whoever repairs or
   * builds the view then reads them with each record. Details that are written alone are no writes
   * of their record: the view has them from its next write or {@code rebuild} on.
   *
   * @throws IllegalArgumentException when some of these details have a time to live
   */
  public View<R, V> seeingDetails() {
    ViewRules.checkNoDetailExpires(source, "the source of a view of its details,");
    return new View<>(source, target, function, insertOnly, omitsRefused, /* seesDetails= */ true);
  }

  boolean seesDetails() {
    return seesDetails;
  }

  /** The design of the table whose records are copied. */
  public TableDesign<R> source() {
    return source;
  }

  /** The design of the table into which they are copied. */
  public TableDesign<V> target() {
    return target;
  }

  /** Its name: that of the target's table. */
  public String name() {
    return target.name().getNameAsString();
  }

  boolean isInsertOnly() {
    return insertOnly;
  }

  /**
   * The rows of a record, by their keys.
   *
   * @param record as views see it, or null for none
   * @throws IllegalArgumentException when the function gives null, or two records of one key
   */
  SortedMap<byte[], ViewRow<V>> rows(R record) {
    SortedMap<byte[], ViewRow<V>> rows = new TreeMap<>(Arrays::compareUnsigned);
    if (record == null) {
      return rows;
    }
    for (V each : given(function.apply(record))) {
      RowChange change;
      try {
        change = change(given(each));
      } catch (IllegalArgumentException e) {
        if (omitsRefused) {
          return new TreeMap<>(Arrays::compareUnsigned);
        }
        throw e;
      }
      byte[] key = change.put().getRow();
      if (rows.put(key, new ViewRow<>(each, change)) != null) {
        throw new IllegalArgumentException(
            "view " + name() + " gives two records of row " + Bytes.toStringBinary(key));
      }
    }
    return rows;
  }

  /** Refused now, with its entries, not when the source is written. */
  private RowChange change(V record) {
    RowChange change = target.write(record);
    byte[] key = change.put().getRow();
    target.rows().checkDetails(record, key);
    for (IndexDesign<V> index : target.indexes()) {
      index.entries(target.rows().asRead(record), key);
    }
    return change;
  }

  private <T> T given(T value) {
    if (value == null) {
      throw new IllegalArgumentException(
          "view " + name() + " gives null, where it must give records, or a list of none");
    }
    return value;
  }

  @Override
  public String toString() {
    return "view " + name() + " of " + source.name() + (insertOnly ? ", insert only" : "");
  }
}
