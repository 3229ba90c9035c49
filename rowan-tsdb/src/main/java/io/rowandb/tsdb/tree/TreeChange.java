package io.rowandb.tsdb.tree;

import java.util.Optional;
import java.util.TreeMap;

/**
 * What is to be said of a tree. What is empty says nothing.
 *
 * @param isStrict whether a series must match all levels
 * @param isEnabled whether series are put into it
 * @param storesFailures whether series that collide or do not match are noted
 */
public record TreeChange(
    String name,
    String description,
    String notes,
    Optional<Boolean> isStrict,
    Optional<Boolean> isEnabled,
    Optional<Boolean> storesFailures) {
  /** Nothing is said. */
  public static final TreeChange NONE =
      new TreeChange("", "", "", Optional.empty(), Optional.empty(), Optional.empty());

  /** Nothing but a name. */
  public static TreeChange named(String name) {
    return new TreeChange(name, "", "", Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** Whether it says something. */
  public boolean saysSomething() {
    return !equals(NONE);
  }

  /** A new tree. */
  TreeDefinition create(int id, long createdSeconds) {
    return over(
        new TreeDefinition(id, "", "", "", false, createdSeconds, false, false, new TreeMap<>()),
        true);
  }

  /**
   * This change of what is stored.
   *
   * @param replaces whether what it does not say is forgotten
   */
  TreeDefinition over(TreeDefinition stored, boolean replaces) {
    return new TreeDefinition(
        stored.id(),
        over(name, stored.name(), replaces),
        over(description, stored.description(), replaces),
        over(notes, stored.notes(), replaces),
        over(isStrict, stored.isStrict(), replaces),
        stored.createdSeconds(),
        over(isEnabled, stored.isEnabled(), replaces),
        over(storesFailures, stored.storesFailures(), replaces),
        stored.rules());
  }

  private static String over(String said, String stored, boolean replaces) {
    return replaces || !said.isEmpty() ? said : stored;
  }

  private static boolean over(Optional<Boolean> said, boolean stored, boolean replaces) {
    return said.orElse(!replaces && stored);
  }
}
