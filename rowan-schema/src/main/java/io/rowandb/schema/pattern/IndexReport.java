package io.rowandb.schema.pattern;

/**
 * The result of checking or repairing an index.
 *
 * @param records records that were checked
 * @param entries entries that they should have
 * @param missing entries that they lacked, and still needed when they were read again
 * @param stale entries that no record had, including those for records about to be written
 * @param added missing entries that were written
 * @param removed stale entries that were old enough to be removed
 * @param conflicts records whose values in a unique index another record has; included in the
 *     missing ones, and not added
 * @param unreadable rows that cannot be read as a record, such as an increment after a deletion;
 *     their entries are left alone
 * @param copies of fields in the entries that records had
 */
public record IndexReport(
    long records,
    long entries,
    long missing,
    long stale,
    long added,
    long removed,
    long conflicts,
    long unreadable,
    Copies copies) {
  /**
   * What was found of copies.
   *
   * @param none entries without: their records are looked up. Writers that died leave such, and a
   *     unique value that is taken over from a record which a client with a clock ahead wrote
   * @param outdated entries with other copies than the record has; those that a writer changes
   *     meanwhile are among them, and else none, unless a writer took longer than the grace
   * @param filled entries without that were old enough to be given them
   * @param rewritten outdated ones that were old enough to be written again
   */
  public record Copies(long none, long outdated, long filled, long rewritten) {
    /** Of an index without copies, and of one whose copies are all right. */
    public static final Copies RIGHT = new Copies(0, 0, 0, 0);
  }

  /**
   * Whether each record has its entries; stale ones give no wrong answer, nor do those without
   * copies.
   */
  public boolean isComplete() {
    return missing == added && copies.outdated == copies.rewritten;
  }

  @Override
  public String toString() {
    return String.format(
            "%,d records with %,d entries, %,d of them missing (%,d added, %,d in conflict);"
                + " %,d entries of no record (%,d removed)",
            records, entries, missing, added, conflicts, stale, removed)
        + (unreadable == 0 ? "" : String.format("; %,d rows that are no records", unreadable))
        + (copies.equals(Copies.RIGHT)
            ? ""
            : String.format(
                "; %,d without copies (%,d filled), %,d with outdated copies (%,d rewritten)",
                copies.none, copies.filled, copies.outdated, copies.rewritten));
  }
}
