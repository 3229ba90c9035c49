package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;

/**
 * By what records are grouped. Immutable.
 *
 * @param field whose values make the groups
 * @param name of the field, for messages
 * @param most how many groups there may be; they are in memory
 */
record GroupField(Component field, String name, int most) {
  /** As many as a hash join keeps rows; a group takes some hundred bytes, and its value. */
  static final int USUAL_MOST = 100_000;

  GroupField {
    if (most < 1) {
      throw new IllegalArgumentException("a read has at least 1 group, not at most " + most);
    }
  }

  GroupField atMost(int groups) {
    return new GroupField(field, name, groups);
  }

  /**
   * Refuses groups.
   *
   * @throws TooManyGroupsException when there are too many
   */
  void check(int groups) {
    if (groups > most) {
      throw TooManyGroupsException.of(name, most);
    }
  }
}
