package io.rowandb.design.plan;

/**
 * What a program wants of its database besides the patterns.
 *
 * @param transactions how much changes as one
 * @param joins other tables that one question brings together with this, at most; 0 for none
 * @param asksFreely whether people ask what no pattern lists
 * @param hasConstraints whether the database should keep what is unique besides the key, or which
 *     row another must have
 */
public record PlannedNeeds(
    Transactions transactions, int joins, boolean asksFreely, boolean hasConstraints) {
  /** One row at a time, no joins: what is taken where nothing is said. */
  public static final PlannedNeeds USUAL = new PlannedNeeds(Transactions.ROW, 0, false, false);

  /** How much changes as one. */
  public enum Transactions {
    /** Nothing has to. */
    NONE,
    /** The cells of one row, which HBase keeps. */
    ROW,
    /** Several rows, or tables. */
    ROWS
  }
}
