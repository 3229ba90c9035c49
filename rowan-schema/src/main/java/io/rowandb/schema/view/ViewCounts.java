package io.rowandb.schema.view;

/**
 * How a view compares with its source, or what was repaired.
 *
 * @param view its name
 * @param sourceRows records of the source
 * @param viewRows rows of the view, those put by a repair included
 * @param missing rows that the source produces but the view lacked
 * @param different rows with a different record than the source produces, or of another source
 *     record
 * @param surplus rows that no record of the source produces
 * @param pending records of the source with a write that had not ended
 */
public record ViewCounts(
    String view,
    long sourceRows,
    long viewRows,
    long missing,
    long different,
    long surplus,
    long pending) {
  /** Whether all rows were as they should be, and every write had ended. */
  public boolean isClean() {
    return missing == 0 && different == 0 && surplus == 0 && pending == 0;
  }
}
