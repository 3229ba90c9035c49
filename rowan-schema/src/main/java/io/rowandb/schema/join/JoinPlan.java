package io.rowandb.schema.join;

import java.util.Optional;

/**
 * Which join is cheaper, and why. Immutable.
 *
 * @param cheaper the one to take
 * @param certain whether the sizes decide it; if not, {@code reason} says what is unknown
 * @param lookup what a lookup join costs; empty if the fields do not make up the right key
 * @param hash what a hash join costs; empty if the right table is not read completely
 * @param reason the explanation as a sentence
 * @param left how many rows the left read has, for people
 * @param right how many rows the right table has, as far as that is known, for people
 */
public record JoinPlan(
    Kind cheaper,
    boolean certain,
    Optional<JoinCost> lookup,
    Optional<JoinCost> hash,
    String reason,
    String left,
    String right) {
  /** A way to join. */
  public enum Kind {
    /** The right record of each left one is got by its key. */
    LOOKUP,
    /** Both are read, the smaller one is kept in memory. */
    HASH
  }

  /** The decision. */
  private record Choice(Kind kind, boolean certain, String reason) {}

  /**
   * @param noLookup why a lookup join is not possible; null when it is
   */
  static JoinPlan of(SideRows left, SideRows right, int batchRows, long maxRows, String noLookup) {
    JoinCost lookup = JoinCost.ofLookup(left, batchRows);
    Choice choice =
        noLookup != null
            ? new Choice(Kind.HASH, /* certain= */ true, noLookup)
            : choose(left, right, lookup.gotRows() * JoinCost.SCANNED_ROWS_OF_A_GET, maxRows);
    return new JoinPlan(
        choice.kind(),
        choice.certain(),
        noLookup == null ? Optional.of(lookup) : Optional.empty(),
        Optional.of(JoinCost.ofHash(left, right)),
        choice.reason(),
        left.toString(),
        right.toString());
  }

  /**
   * Of a right table that is not read whole.
   *
   * @param noHash why
   */
  static JoinPlan ofLookup(SideRows left, int batchRows, String noHash) {
    return new JoinPlan(
        Kind.LOOKUP,
        /* certain= */ true,
        Optional.of(JoinCost.ofLookup(left, batchRows)),
        Optional.empty(),
        noHash,
        left.toString(),
        "not counted");
  }

  /**
   * Both joins read the left side: what differs is how the right rows come.
   *
   * @param gets what the right rows cost when they are got by key, in rows of a scan
   */
  private static Choice choose(SideRows left, SideRows right, long gets, long maxRows) {
    if (Math.min(left.rows(), right.rows()) > maxRows) {
      return new Choice(
          Kind.LOOKUP,
          /* certain= */ true,
          "both sides have more than the " + maxRows + " rows that a hash join keeps in memory");
    }
    if (!left.more() && gets < right.rows()) {
      return new Choice(Kind.LOOKUP, /* certain= */ true, figures(left, gets, "less than", right));
    }
    if (!right.more() && gets >= right.rows()) {
      return new Choice(
          Kind.HASH, /* certain= */ true, figures(left, gets, "not less than", right));
    }
    return new Choice(
        Kind.LOOKUP,
        /* certain= */ false,
        "neither is surely cheaper: left "
            + left
            + ", right "
            + right
            + "; give their sizes, or count further. A lookup join needs no more memory than one"
            + " call's rows");
  }

  private static String figures(SideRows left, long gets, String relation, SideRows right) {
    return (left.more() ? "more than " : "")
        + left.rows()
        + " rows got by key cost as much as "
        + gets
        + " of a scan, "
        + relation
        + " the "
        + (right.more() ? "more than " : "")
        + right.rows()
        + " of the right table that a hash join reads";
  }

  /** The figures, one line each. */
  @Override
  public String toString() {
    return "left: "
        + left
        + "\nright: "
        + right
        + "\nlookup join: "
        + text(lookup)
        + "\nhash join: "
        + text(hash)
        + "\ncheaper: "
        + (cheaper == Kind.LOOKUP ? "lookup join, " : "hash join, ")
        + (certain ? "since " : "")
        + reason;
  }

  private static String text(Optional<JoinCost> cost) {
    return cost.map(JoinCost::toString).orElse("not possible");
  }
}
