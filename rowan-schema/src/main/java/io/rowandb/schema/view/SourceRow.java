package io.rowandb.schema.view;

import java.util.Optional;

/**
 * A row of the source table as it was read. Not changed by anybody, though it has arrays.
 *
 * @param row its key
 * @param record its record, as views see it; empty when there is none
 * @param mark empty when no viewed table has written it
 * @param markBytes the mark's cell, or null
 * @param latest the greatest time of what the row has, deletions of an absent one included
 */
record SourceRow<R>(
    byte[] row, Optional<R> record, Optional<Mark> mark, byte[] markBytes, long latest) {
  boolean isPending() {
    return mark.isPresent() && mark.get().isPending();
  }
}
