package io.rowandb.design.plan;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The names that a pattern may speak of. */
final class KnownNames {
  private final Set<String> fields = new TreeSet<>();
  private final Set<String> columns = new TreeSet<>();
  private final boolean isComplete;

  /** Of a design's parts; one that lists no columns may have any field. */
  KnownNames(
      Collection<String> typed,
      List<String> identity,
      List<PlannedPart> key,
      List<PlannedColumn> listed) {
    fields.addAll(typed);
    fields.addAll(identity);
    key.forEach(part -> fields.addAll(part.fields()));
    for (PlannedColumn each : listed) {
      fields.add(each.field());
      fields.add(each.namedBy());
      columns.addAll(List.of(each.field(), each.namedBy(), each.qualifier()));
      columns.add(
          each.family() + ":" + (each.isNamedByField() ? each.namedBy() : each.qualifier()));
    }
    fields.remove("");
    columns.remove("");
    isComplete = !listed.isEmpty();
  }

  /** Refuses what is no field of the design; the empty name is none. */
  void checkFields(YamlMap map, String entry, Collection<String> names) throws PlanException {
    check(map, entry, names, fields);
  }

  /** Refuses what is no column of the design, by its field, its name, or with its family. */
  void checkColumns(YamlMap map, Collection<String> names) throws PlanException {
    check(map, "columns", names, columns);
  }

  private void check(YamlMap map, String entry, Collection<String> names, Set<String> known)
      throws PlanException {
    for (String each : names) {
      if (isComplete && !each.isEmpty() && !known.contains(each)) {
        throw map.refusedAt(
            entry.equals("start and stop") ? "start" : entry,
            entry
                + ": \""
                + each
                + "\" is none of this design's; those are "
                + String.join(", ", known));
      }
    }
  }
}
