package io.rowandb.schema.view;

import io.rowandb.schema.table.Column;
import io.rowandb.schema.table.DetailMapping;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TallDetails;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The columns that a view needs besides those of the records, each in the first family of its
 * table, and what the tables must not have.
 */
final class ViewRules {
  /** The first byte keeps it apart from most declared columns, and first in its family. */
  private static final byte[] ORIGIN = Bytes.toBytesBinary("\\x00of");

  private ViewRules() {}

  /** Where a view's row has the key of its source row. */
  static Column origin(TableDesign<?> target) {
    return new Column(target.familyNames().get(0), ORIGIN);
  }

  /**
   * Checks the tables.
   *
   * @throws IllegalArgumentException naming the table and the rule
   */
  static void check(TableDesign<?> source, TableDesign<?> target) {
    checkReserved(source, source.mark());
    checkReserved(target, origin(target));
    checkNothingExpires(source, "the source of a view");
    checkNothingExpires(target, "the table of a view");
    checkDeletions(source, target);
    for (IndexDesign<?> index : target.indexes()) {
      if (index.isUnique()) {
        throw refused(
            target,
            "has the unique index "
                + index.name()
                + ", which could refuse a row when its source is written already");
      }
      if (index.hasCopies()) {
        throw refused(
            target,
            "has the index "
                + index.name()
                + " with copies, which need a chain of writes of their own: declare a view whose"
                + " key begins with what the index is on");
      }
    }
    if (!target.rows().changedInPlace().isEmpty()) {
      throw refused(
          target,
          "has what changes otherwise than by the writing of its source: "
              + target.rows().changedInPlace());
    }
    for (ColumnFamilyDescriptor family : target.families().values()) {
      if (family.isNewVersionBehavior()) {
        throw refused(
            target,
            "has the family "
                + family.getNameAsString()
                + ", which goes by the order of writes: what a slow client does late must be older"
                + " there, by its time");
      }
    }
  }

  /**
   * Of a row and its copies, written again at other times, one would be there without the other.
   */
  private static void checkNothingExpires(TableDesign<?> design, String role) {
    if (design.expiry().isPresent()) {
      throw new IllegalArgumentException(
          role
              + " "
              + design.name()
              + " has a field that says how long a record lives: copies do not expire with what"
              + " they are of; declare no such field, and delete the records");
    }
    for (ColumnFamilyDescriptor family : design.families().values()) {
      checkKept(family, role + " " + design.name() + " has");
    }
  }

  /**
   * Checks details in rows of their own.
   *
   * @param role of the design, for the message
   * @throws IllegalArgumentException naming those that expire, and the rule
   */
  static void checkNoDetailExpires(TableDesign<?> design, String role) {
    for (DetailMapping<?, ?> mapping : design.details()) {
      if (mapping instanceof TallDetails<?, ?> tall) {
        checkKept(
            tall.family(),
            role
                + " "
                + design.name()
                + " has "
                + tall.name()
                + " in table "
                + tall.table()
                + ", in");
      }
    }
  }

  private static void checkKept(ColumnFamilyDescriptor family, String where) {
    if (family.getTimeToLive() != HConstants.FOREVER) {
      throw new IllegalArgumentException(
          where
              + " the family "
              + family.getNameAsString()
              + " with a time to live of "
              + family.getTimeToLive()
              + " s: copies do not expire with what they are of; declare no time to live, and"
              + " delete what is not wanted any more");
    }
  }

  /** What is deleted in the view alone would hide what its source writes next. */
  private static void checkDeletions(TableDesign<?> source, TableDesign<?> target) {
    long ofSource = source.keptDeletionsMillis().getMin();
    long ofTarget = target.keptDeletionsMillis().getMax();
    if (ofSource < ofTarget || ofSource <= 0) {
      throw refused(
          target,
          "keeps deletions for "
              + ofTarget
              + " ms (hbase.hstore.time.to.purge.deletes), and its source "
              + source.name()
              + " for "
              + ofSource
              + " ms only: when the source has forgotten one, a write by a clock that is behind"
              + " would be hidden in the view; declare at least as much for the source, or nothing"
              + " for both, which is four hours");
    }
  }

  private static void checkReserved(TableDesign<?> design, Column column) {
    if (design.claims(column)) {
      throw new IllegalArgumentException(
          design.name()
              + " has a field in "
              + column
              + ", or details that could be there, and a view needs this column: let another family"
              + " be the first, or give the details' keys a literal");
    }
  }

  private static IllegalArgumentException refused(TableDesign<?> target, String rule) {
    return new IllegalArgumentException("the table of a view " + target.name() + " " + rule);
  }
}
