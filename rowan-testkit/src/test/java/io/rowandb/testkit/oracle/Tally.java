package io.rowandb.testkit.oracle;

/**
 * What was compared.
 *
 * @param histories runs from an empty table on
 * @param operations steps done on both sides
 * @param cells cells that both sides returned, equal
 * @param unanswered reads and writes in which HBase itself failed
 */
record Tally(int histories, long operations, long cells, long unanswered) {
  static final Tally NOTHING = new Tally(0, 0, 0, 0);

  Tally plus(Tally other) {
    return new Tally(
        histories + other.histories,
        operations + other.operations,
        cells + other.cells,
        unanswered + other.unanswered);
  }

  @Override
  public String toString() {
    return String.format(
        "%d histories, %,d operations, %,d cells equal, %,d requests in which HBase failed",
        histories, operations, cells, unanswered);
  }
}
