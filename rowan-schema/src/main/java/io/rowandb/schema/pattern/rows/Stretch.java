package io.rowandb.schema.pattern.rows;

import java.util.Optional;

/**
 * Which of a read's rows a page is taken from.
 *
 * @param after the row behind which they begin
 * @param end the last row of those that have one order with {@code after} ({@link
 *     RowOrder#together}); what follows in another order has no end. Empty when these have none
 *     either
 */
public record Stretch(Position after, Optional<Position> end) {
  /** All rows. */
  public static final Stretch ALL = behind(Position.START);

  /** All behind a row. */
  public static Stretch behind(Position after) {
    return new Stretch(after, Optional.empty());
  }
}
