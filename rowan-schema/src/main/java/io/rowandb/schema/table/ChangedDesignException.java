package io.rowandb.schema.table;

import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** A design would read the bytes of a table differently than they were written. */
public final class ChangedDesignException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  ChangedDesignException(TableName table, String difference) {
    super(
        "table "
            + table
            + " was made by another design, whose rows this one would misread: "
            + difference
            + ". Keep what is written as it was declared, or make a new table; if the rows fit this"
            + " design all the same, RecordTable.declare notes it");
  }

  private ChangedDesignException(String message) {
    super(message);
  }

  /**
   * Of a design without an index that the table has.
   *
   * @param entries the table of its entries; empty when it is not known
   */
  static ChangedDesignException lacksIndex(TableName records, String index, String entries) {
    return new ChangedDesignException(
        "table "
            + records
            + " has index "
            + index
            + (entries.isEmpty() ? "" : " in " + entries)
            + ", which this design lacks: reads through it would miss what is written so. Declare"
            + " the index; when no program has it any more, RecordTable.declare notes that it is"
            + " given up");
  }

  /** Of a design without an index that programs may still read. */
  static ChangedDesignException isBeingGivenUp(TableName records, String index) {
    return new ChangedDesignException(
        "table "
            + records
            + " gives up index "
            + index
            + ", which this design lacks, and programs that read it may be at work for some"
            + " seconds: the upgrade ends that. If it was killed, run it again, or RecordTable."
            + "declare when no program has the index any more");
  }

  /**
   * Of a note that this version of Rowan does not understand.
   *
   * @param what of the attribute is not known
   */
  static ChangedDesignException ofNewer(TableDescriptor table, String attribute, String what) {
    return new ChangedDesignException(
        "table "
            + table.getTableName()
            + " has in "
            + attribute
            + " "
            + what
            + ", which this version of Rowan does not know: a newer version wrote it, and it may be"
            + " a rule of writing. This program may read the table; write and upgrade it by"
            + " programs with that version");
  }

  /** Of a design of records that are in another table now. */
  static ChangedDesignException isMoved(String where) {
    return new ChangedDesignException(where);
  }

  /** Of a design with a family that the table has not. */
  static ChangedDesignException lacksFamily(TableName table, String family) {
    return new ChangedDesignException(
        "table "
            + table
            + " has no family "
            + family
            + ", which this design has: add it with Admin.addColumnFamily, or declare the columns"
            + " in the families that are there");
  }

  /** Of a program that does not look for marks. */
  static ChangedDesignException lacksMarks(TableName records) {
    return new ChangedDesignException(
        "the rows of table "
            + records
            + " have marks, of which this design knows nothing: it would count a row that has"
            + " nothing else, and write over others unseen. Declare marked(), or the unique index,"
            + " copies, details or version that the table was made with");
  }

  /** Of an index whose entries are others. */
  static ChangedDesignException ofIndex(TableName table, String difference) {
    return new ChangedDesignException(
        "table "
            + table
            + " was made by another design, whose entries this one would misread: "
            + difference
            + ". Keep the index as it was declared, or give it another name; when all programs"
            + " have it so, RecordTable.declare notes it, and repairIndex builds it anew");
  }

  /**
   * Of a program that writes records without one of their views.
   *
   * @param ending whether an upgrade gives the view up just now
   */
  static ChangedDesignException lacksView(TableName records, String view, boolean ending) {
    return new ChangedDesignException(
        "table "
            + records
            + (ending
                ? " gives up view "
                    + view
                    + ", which this program lacks, and programs that read it may be at work for"
                    + " some seconds: the upgrade ends that. If it was killed, run it again"
                : " has view "
                    + view
                    + ", which this program lacks: what it writes or deletes would not reach the"
                    + " view. Write through a ViewedTable with the view; reads need none"));
  }

  /** Of a program with a view that others need not keep. */
  static ChangedDesignException lacksNoteOfView(TableName records, String view) {
    return new ChangedDesignException(
        "table "
            + records
            + " has views, and "
            + view
            + " is not among them: other programs write records without it. ViewPlan.of(...).run()"
            + " adds it");
  }

  /**
   * Of a program that writes a view by itself.
   *
   * @param givenUp whether it is none any more
   */
  static ChangedDesignException isView(TableName view, String source, boolean givenUp) {
    return new ChangedDesignException(
        "table "
            + view
            + (givenUp
                ? " was a view of "
                    + source
                    + ", and has its rows still: RecordTable.declare makes it a table of its own"
                : " is a view of "
                    + source
                    + ", whose writes alone change it: write there, through a ViewedTable"));
  }

  /** Of a view of other records. */
  static ChangedDesignException isViewOfOther(TableName view, String noted, TableName declared) {
    return new ChangedDesignException(
        "table "
            + view
            + " is a view of "
            + noted
            + "; declared: of "
            + declared
            + ". When no program writes it so, RecordTable.declare makes it a table of its own");
  }
}
