package io.rowandb.systems.twibase;

/**
 * What was read for an answer.
 *
 * @param cells how many
 * @param bytes of these, with their keys
 * @param found how many of them were an answer
 */
record FollowReads(long cells, long bytes, long found) {
  static final FollowReads NONE = new FollowReads(0, 0, 0);

  FollowReads plus(FollowReads other) {
    return new FollowReads(cells + other.cells, bytes + other.bytes, found + other.found);
  }
}
