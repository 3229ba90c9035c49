package io.rowandb.schema.migration;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Given;
import io.rowandb.schema.pattern.rows.KeyFields;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.view.View;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;

/**
 * The move of a table's records to a table of another design, as when a key turns out to make one
 * region hot:
 *
 * <pre>{@code
 * Migration<Call> toHashed = Migration.of(callsByMonth, callsByHash);
 * }</pre>
 *
 * <p>Both designs are of one record, and their keys depend on the same fields, in any order and
 * form. Immutable; used by any number of threads.
 *
 * @param <R> the record
 */
public final class Migration<R> {
  // Fixed at construction.
  private final TableDesign<R> old;
  private final TableDesign<R> target;
  private final View<R, R> view;
  private final View<R, R> strictView;

  private final KeyFields<R> oldKey;

  /** For each field of the old key, in its order, the place of its value in the new one's. */
  private final int[] places;

  private Migration(TableDesign<R> old, TableDesign<R> target, int[] places) {
    this.old = old;
    this.target = target;
    this.places = places;
    oldKey = new KeyFields<>(old.name().toString(), old.key());
    strictView = View.ofMove(old, target);
    view = strictView.omittingRefused();
  }

  /**
   * Declares a migration.
   *
   * @param old the design by which the records are stored
   * @param target that by which they are to be stored, of a table with another name
   * @throws IllegalArgumentException naming the rule that the designs break: a table that both
   *     have, keys of different fields, histories or counters, which change without their record,
   *     families with a time to live, also of details; and, for the target, a unique index or one
   *     with copies
   */
  public static <R> Migration<R> of(TableDesign<R> old, TableDesign<R> target) {
    Migration<R> declared = ofBegun(old, target);
    declared.checkBegins();
    return declared;
  }

  /**
   * Declares a migration that an older version of Rowan may have begun, which let details in rows
   * of their own have a time to live. Programs use it as any other, and it can be ended or
   * cancelled; {@link MigrationRun#copy} does not begin it. A detail that is copied lives as long
   * in the new table as if it had been written when it was copied, or with its record.
   *
   * @throws IllegalArgumentException else as {@link #of}
   */
  public static <R> Migration<R> ofBegun(TableDesign<R> old, TableDesign<R> target) {
    Given.notNull(old, "the design whose records are moved");
    Given.notNull(target, "the design to which the records of " + old.name() + " are moved");
    if (old.name().equals(target.name())) {
      throw new IllegalArgumentException(
          "both designs are of table " + old.name() + ": give the new one another name");
    }
    checkWrittenWhole(old);
    checkWrittenWhole(target);
    checkApart(old, target);
    return new Migration<>(old, target, places(old, target));
  }

  private static void checkWrittenWhole(TableDesign<?> design) {
    List<String> others = design.rows().changedInPlace();
    if (!others.isEmpty()) {
      throw new IllegalArgumentException(
          design.name()
              + " has what changes without its record, and would not be moved: "
              + others);
    }
  }

  private static void checkApart(TableDesign<?> old, TableDesign<?> target) {
    Set<TableName> tables = new HashSet<>(tables(old));
    tables.retainAll(tables(target));
    if (!tables.isEmpty()) {
      throw new IllegalArgumentException(
          old.name() + " and " + target.name() + " must have no table in common: " + tables);
    }
  }

  private static List<TableName> tables(TableDesign<?> design) {
    return design.tables().stream().map(table -> table.descriptor().getTableName()).toList();
  }

  private static int[] places(TableDesign<?> old, TableDesign<?> target) {
    List<String> from = names(old);
    List<String> to = names(target);
    if (from.size() != to.size() || !to.containsAll(from)) {
      throw new IllegalArgumentException(
          "the key of "
              + old.name()
              + " is of the fields "
              + from
              + ", and that of "
              + target.name()
              + " of "
              + to
              + ": they must be the same, in any order, so that each record is found by both");
    }
    return from.stream().mapToInt(to::indexOf).toArray();
  }

  private static List<String> names(TableDesign<?> design) {
    return design.key().components().stream().map(Component::name).toList();
  }

  /**
   * Refuses to begin what an older version may have begun.
   *
   * @throws IllegalArgumentException naming details that have a time to live
   */
  void checkBegins() {
    try {
      view.checkDetailsStay();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          e.getMessage() + ". Migration.ofBegun opens a move that an older version began", e);
    }
  }

  /** The design by which the records were stored. */
  public TableDesign<R> old() {
    return old;
  }

  /** The design by which they are to be stored. */
  public TableDesign<R> target() {
    return target;
  }

  /** The new table, as long as it follows the old one. */
  View<R, R> view() {
    return view;
  }

  /** The same, of which a write is refused that has no form in the new table. */
  View<R, R> strictView() {
    return strictView;
  }

  /** Why the new table cannot have a record; null when it can. */
  IllegalArgumentException refusal(R record) {
    try {
      byte[] row = target.write(record).put().getRow();
      target.rows().checkDetails(record, row);
      for (IndexDesign<R> index : target.indexes()) {
        index.entries(target.rows().asRead(record), row);
      }
      return null;
    } catch (IllegalArgumentException e) {
      return e;
    }
  }

  /**
   * The values of the new key, in the order of the old one; as they are if these are not as many.
   */
  Object[] inOld(Object... key) {
    if (key == null || key.length != places.length) {
      return key; // refused by the table, with its own words
    }
    List<Object> values = new ArrayList<>();
    for (int place : places) {
      values.add(key[place]);
    }
    return values.toArray();
  }

  /** The row of a record in the old table. */
  byte[] oldRowOf(R record) {
    return old.key().encode(old.present(record));
  }

  /**
   * The row of a key in the old table.
   *
   * @param key values of its fields, in the order of the new one
   * @throws IllegalArgumentException when they are not as many, or of other types
   */
  byte[] oldRow(Object... key) {
    return oldKey.encode(inOld(key));
  }

  @Override
  public String toString() {
    return "the move of the records of " + old.name() + " to " + target.name();
  }
}
