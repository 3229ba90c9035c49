package io.rowandb.schema.pattern;

/**
 * What was found in an index.
 *
 * @param records that were looked at
 * @param entries that they should have
 * @param missing entries that they had not
 * @param stale entries that no record had; those that a writer is about to need are among them
 * @param added missing ones that were written
 * @param removed stale ones that were old enough to be removed
 * @param conflicts records whose values in a unique index another record has; not added
 */
public record IndexReport(
    long records,
    long entries,
    long missing,
    long stale,
    long added,
    long removed,
    long conflicts) {
  /** Whether each record has its entries; stale ones give no wrong answer. */
  public boolean isComplete() {
    return missing == added;
  }

  @Override
  public String toString() {
    return String.format(
        "%,d records with %,d entries, %,d of them missing (%,d added, %,d in conflict);"
            + " %,d entries of no record (%,d removed)",
        records, entries, missing, added, conflicts, stale, removed);
  }
}
