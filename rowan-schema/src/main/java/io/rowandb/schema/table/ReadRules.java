package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The fields on which reads of a table must have conditions, and those on which they must not have
 * conditions at the same time. Immutable.
 *
 * @param required fields on which each read must have a condition
 * @param exclusive groups of fields; a read may have a condition on at most one field of each
 */
public record ReadRules(Set<Component> required, List<Set<Component>> exclusive) {
  /**
   * Checks a read.
   *
   * @param asked the fields that it has conditions on
   * @throws IllegalArgumentException naming the rule and the fields
   */
  public void check(Set<Component> asked) {
    for (Component field : required) {
      if (!asked.contains(field)) {
        throw new IllegalArgumentException(
            "a read must have a condition on "
                + field.name()
                + ", and this has on "
                + names(asked));
      }
    }
    for (Set<Component> group : exclusive) {
      Set<Component> both = group.stream().filter(asked::contains).collect(Collectors.toSet());
      if (both.size() > 1) {
        throw new IllegalArgumentException(
            "a read may have a condition on one of "
                + names(group)
                + " only, and this has on "
                + names(both));
      }
    }
  }

  /** One line a rule, for people. */
  List<String> describe() {
    List<String> lines = new ArrayList<>();
    if (!required.isEmpty()) {
      lines.add("always with a condition on " + names(required));
    }
    exclusive.forEach(group -> lines.add("with a condition on one at most of " + names(group)));
    return lines;
  }

  private static String names(Set<Component> components) {
    return components.isEmpty()
        ? "nothing"
        : components.stream().map(Component::name).sorted().collect(Collectors.joining(", "));
  }
}
