package io.rowandb.schema.key;

import io.rowandb.schema.field.Component;
import java.util.Optional;
import java.util.Set;

/**
 * The common key prefix of rows in which some fields have one value each.
 *
 * @param determined the given fields on which the leading parts of the key depend, up to the first
 *     part that depends on others; no other rows have the prefix, except those with the same hash
 * @param next the field of the first part after it; empty if there is none, or if it is a hash
 * @param direction how the rows are sorted by it
 * @param ranges whether a range of its values is a range of rows, except for a few at the ends
 */
public record KeyPrefix(
    Set<Component> determined, Optional<Component> next, Direction direction, boolean ranges) {
  /** Copies the set. */
  public KeyPrefix {
    determined = Set.copyOf(determined);
  }
}
