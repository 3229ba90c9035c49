package io.rowandb.schema.migration;

import java.util.Locale;

/**
 * What a sample of the stored records says of a migration before it begins.
 *
 * @param records how many the old table has
 * @param sampled how many of them were looked at
 * @param refused how many of these cannot be read, or have no form in the new design
 * @param refusal why the first of them has none; empty if all have one
 * @param sharing how many have a new key that another has too, and would be lost
 * @param old what they are in the old table
 * @param target what they would be in the new one
 */
public record MigrationSample(
    long records,
    long sampled,
    long refused,
    String refusal,
    long sharing,
    Shape old,
    Shape target) {
  /**
   * Records in a table.
   *
   * @param table its name
   * @param keyBytes the mean of their keys
   * @param recordBytes the mean of all bytes of a record's cells as HBase stores them uncompressed,
   *     the key of their row in each of them, with details wherever they are, without marks and
   *     entries of indexes
   * @param mostCells the most cells that a row has, in this table or in one of details: HBase reads
   *     and splits by rows, and those of more than about a million cells make it fail
   * @param hottest of the tenth that was written last, the share that is in the hottest of sixteen
   *     ranges of equal size: near 1 when new records go to one place, about a tenth when they are
   *     spread; 0 for less than 160 records
   */
  public record Shape(
      String table, double keyBytes, double recordBytes, long mostCells, double hottest) {}

  /** Whether every record of the sample has a place of its own in the new table. */
  public boolean fits() {
    return refused == 0 && sharing == 0;
  }

  /** A table for people. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%,d of %,d records%n%-42s %16s %16s%n%-42s %16.1f %16.1f%n%-42s %16.1f %16.1f%n"
            + "%-42s %,16d %,16d%n"
            + "%-42s %14.0f %% %14.0f %%%n%-42s %16s %16d%n%-42s %16s %16d%s",
        sampled,
        records,
        "",
        old.table(),
        target.table(),
        "bytes of a key",
        old.keyBytes(),
        target.keyBytes(),
        "bytes of a record",
        old.recordBytes(),
        target.recordBytes(),
        "cells of the largest row",
        old.mostCells(),
        target.mostCells(),
        "of the latest tenth, in the hottest range",
        100 * old.hottest(),
        100 * target.hottest(),
        "records that share a key",
        "",
        sharing,
        "records without a form",
        "",
        refused,
        refusal.isEmpty() ? "" : String.format("%n  %s", refusal));
  }
}
