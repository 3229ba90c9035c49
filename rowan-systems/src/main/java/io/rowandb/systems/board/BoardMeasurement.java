package io.rowandb.systems.board;

/**
 * What came out for one design of a board.
 *
 * @param name short, such as "two tables"
 * @param idea the design in one line
 * @param calls that an update makes, without its reads
 * @param topRead rows or cells that the ten best take, on average
 * @param rankRead the same for a player's rank
 * @param aroundRead the same for a player and five before and behind
 * @param topBytes bytes of the cells that the ten best take, with their keys, on average
 * @param rankBytes the same for a player's rank
 * @param aroundBytes the same for a player and five before and behind
 * @param bytes of all cells of its tables, with their keys, before any compression
 * @param busiestShare the part of the newest writes that the busiest region took, as {@link
 *     io.rowandb.systems.measure.WriteSpread} counts it
 * @param race of two updates of a player that both read before one of them wrote
 * @param death of a program after the first call of an update, or before its only one
 * @param repeat of an update whose answer was lost
 */
public record BoardMeasurement(
    String name,
    String idea,
    int calls,
    double topRead,
    double rankRead,
    double aroundRead,
    double topBytes,
    double rankBytes,
    double aroundBytes,
    long bytes,
    double busiestShare,
    Damage race,
    Damage death,
    Damage repeat) {
  /**
   * What accidents leave.
   *
   * @param accidents how many, each to a player of its own
   * @param scores players whose score is not the sum of what they got
   * @param standings players whom the board shows twice, or elsewhere than at their score
   */
  public record Damage(int accidents, int scores, int standings) {}
}
