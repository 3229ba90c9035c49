package io.rowandb.schema.key;

import io.rowandb.schema.field.Component;
import java.util.Optional;
import java.util.Set;

/**
 * What rows have in common of which some fields have one value each.
 *
 * @param determined those of the fields that all parts of the key from the left depend on, until
 *     one depends on others: no other rows are among them, but such with the same hash
 * @param next the field of the first part behind; empty when there is none, or that is a hash
 * @param direction how the rows are sorted by it
 * @param ranges whether a range of its values is a range of rows, but for a few at the ends
 */
public record KeyPrefix(
    Set<Component> determined, Optional<Component> next, Direction direction, boolean ranges) {
  /** Copies the set. */
  public KeyPrefix {
    determined = Set.copyOf(determined);
  }
}
