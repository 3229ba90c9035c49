package io.rowandb.schema.view;

/**
 * How a view is beside its source, or what was put right.
 *
 * @param view its name
 * @param sourceRows records of the source
 * @param viewRows rows of the view, as they were found
 * @param missing rows that the source gives and the view had not
 * @param different rows that had another record than the source gives, or were of another one's
 * @param surplus rows that no record of the source gives
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
