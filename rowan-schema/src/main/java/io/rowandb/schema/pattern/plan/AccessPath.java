package io.rowandb.schema.pattern.plan;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.key.Condition;
import io.rowandb.schema.key.Direction;
import io.rowandb.schema.key.KeySelection;
import io.rowandb.schema.table.DesignNotes;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TableDesign;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A way to find the requested records: by the row key, or through an index. Immutable.
 *
 * @param index null for the row key
 * @param selection the rows there
 */
public record AccessPath<R>(IndexDesign<R> index, KeySelection selection) {
  private static final String PRESENT_ALONE =
      "an index knows the present alone; a read as of a time goes by the row key";

  /** By the row key. */
  public static <R> AccessPath<R> byKey(TableDesign<R> design, Conditions conditions) {
    return new AccessPath<>(null, design.key().select(conditions.fields()));
  }

  /**
   * What {@link #choose} came to.
   *
   * @param path empty when no way serves the read
   * @param refusal why none does, and what to do; empty when one does
   */
  public record Choice<R>(Optional<AccessPath<R>> path, String refusal) {}

  /**
   * The way that most conditions restrict; of equal ones the row key, since an index looks records
   * up there. Without any condition the first rows in the order of a way may be read, if the caller
   * takes so many only: of the row key, or of the way that it names. None serves when no condition
   * restricts any, or that of an index alone that is not built.
   *
   * @param unbuilt the indexes that are not complete, and what each is
   * @throws IllegalArgumentException when the order that is asked for is that of none of them
   */
  public static <R> Choice<R> choose(
      TableDesign<R> design,
      Conditions conditions,
      QuerySettings<R> settings,
      Map<String, String> unbuilt) {
    List<AccessPath<R>> served = new ArrayList<>();
    List<AccessPath<R>> ordered = new ArrayList<>();
    List<AccessPath<R>> lacking = new ArrayList<>();
    for (AccessPath<R> path : candidates(design, conditions, settings)) {
      if (path.index != null && unbuilt.containsKey(path.index.name())) {
        lacking.add(path);
      } else if (path.isAllowed(conditions, settings)) {
        served.add(path);
        if (path.hasOrder(settings)) {
          ordered.add(path);
        }
      }
    }
    for (AccessPath<R> path : lacking) {
      boolean asked = path.index.name().equals(settings.index());
      if (asked || (ordered.isEmpty() && !path.selection.whole())) {
        return new Choice<>(
            Optional.empty(), unbuilt(design, path.index, unbuilt.get(path.index.name())));
      }
    }
    if (served.isEmpty()) {
      return new Choice<>(Optional.empty(), unserved(design, conditions, settings));
    }
    if (ordered.isEmpty()) {
      throw new IllegalArgumentException(unordered(design, conditions, settings, served));
    }
    return new Choice<>(Optional.of(mostRestricted(ordered)), "");
  }

  /** The first of the greatest: the key is before all indexes. */
  private static <R> AccessPath<R> mostRestricted(List<AccessPath<R>> paths) {
    AccessPath<R> most = paths.get(0);
    for (AccessPath<R> path : paths) {
      if (path.selection.used().size() > most.selection.used().size()) {
        most = path;
      }
    }
    return most;
  }

  private static <R> List<AccessPath<R>> candidates(
      TableDesign<R> design, Conditions conditions, QuerySettings<R> settings) {
    List<AccessPath<R>> paths = new ArrayList<>();
    if (settings.index() == null) {
      paths.add(byKey(design, conditions));
    }
    for (IndexDesign<R> index : design.indexes()) {
      boolean named = index.name().equals(settings.index());
      if (named && index.isBuilding()) {
        throw new IllegalArgumentException(
            "index "
                + index.name()
                + (design.isNoted()
                    ? " holds records by a rule that only the program which declared it knows"
                    : " is being built, and not all records are in it"));
      }
      boolean usable =
          settings.index() == null
              && !index.isPartial()
              && !index.isBuilding()
              && lacking(design, index, conditions).isEmpty();
      if (named || (usable && settings.asOfMillis() == QuerySettings.NOW)) {
        paths.add(new AccessPath<>(index, index.key().select(conditionsFor(index, conditions))));
      }
    }
    if (paths.isEmpty()) {
      throw new IllegalArgumentException(
          design.name()
              + " has no index "
              + settings.index()
              + ", but "
              + design.indexes().stream().map(IndexDesign::name).toList());
    }
    if (settings.index() != null && settings.asOfMillis() != QuerySettings.NOW) {
      throw new IllegalArgumentException(PRESENT_ALONE);
    }
    return paths;
  }

  /**
   * The fields that records may have null in which are asked for, and which then have no entry: so
   * the index knows some of them only, as a partial one does.
   */
  private static <R> List<Component> lacking(
      TableDesign<R> design, IndexDesign<R> index, Conditions conditions) {
    List<Component> lacking = new ArrayList<>();
    for (Component field : index.key().required()) {
      boolean excluded =
          design.isNeverNull(field)
              || (index.alternatives().contains(field)
                  ? conditions.excludesNullsOfAll(index.alternatives())
                  : conditions.excludesNull(field));
      if (!excluded) {
        lacking.add(field);
      }
    }
    return lacking;
  }

  /**
   * The indexes that have all records of an answer but those with null in a field, and that are not
   * used therefore unless a read names them.
   */
  public static <R> List<IndexDesign<R>> lackingNullsOf(
      TableDesign<R> design, Conditions conditions, Component field) {
    return design.indexes().stream()
        .filter(index -> !index.isPartial() && !index.isBuilding())
        .filter(index -> index.alternatives().isEmpty())
        .filter(index -> lacking(design, index, conditions).equals(List.of(field)))
        .toList();
  }

  /** Any of its alternatives is, in an index, the first of them. */
  private static <R> Map<Component, Condition> conditionsFor(
      IndexDesign<R> index, Conditions conditions) {
    if (conditions.any() == null || !conditions.any().isOf(index.alternatives())) {
      return conditions.fields();
    }
    Map<Component, Condition> fields = new HashMap<>(conditions.fields());
    fields.put(index.alternatives().get(0), conditions.any().condition());
    return fields;
  }

  private boolean isAllowed(Conditions conditions, QuerySettings<R> settings) {
    return !selection.whole() || settings.fullScan() || isOfFirstRows(conditions, settings);
  }

  /**
   * Whether rows are read from the first on, each of them a record of the answer, until the caller
   * has enough. A path that the caller did not name may have a different first record than
   * intended.
   */
  public boolean isOfFirstRows(Conditions conditions, QuerySettings<R> settings) {
    return selection.whole()
        && settings.isBounded()
        && conditions.asked().isEmpty()
        && settings.filter() == null
        && (index == null || settings.namesItsWay());
  }

  private boolean hasOrder(QuerySettings<R> settings) {
    boolean oneRow = selection.ranges().size() <= 1 && selection.isPoints();
    return settings.order() == QuerySettings.Order.KEY
        || oneRow
        || (selection.next() != null
            && selection.direction() != Direction.OTHER
            && !standsForOthers(selection.next())
            && (settings.sortedBy() == null || settings.sortedBy().equals(selection.next())));
  }

  /** Whether the rows of the ranges fulfil a condition, so that it need not be looked at again. */
  boolean serves(Component field) {
    return !standsForOthers(field) && selection.served().contains(field);
  }

  /** Whether the index has, in the place of a field, the values of several. */
  private boolean standsForOthers(Component field) {
    return index != null && index.alternatives().contains(field);
  }

  /**
   * Refuses to read copies when there are none, or there is a condition on what is not copied.
   *
   * @throws IllegalArgumentException naming the field
   */
  public void checkCopied(TableDesign<R> design, Conditions conditions) {
    if (!index.hasCopies()) {
      throw new IllegalArgumentException("index " + index.name() + " has no copies of fields");
    }
    Set<Component> there = inEntries(design);
    for (Component field : conditions.asked()) {
      if (!there.contains(field)) {
        throw new IllegalArgumentException(
            "there is a condition on "
                + field.name()
                + ", and index "
                + index.name()
                + " has no copy of it");
      }
    }
  }

  /**
   * Refuses to read a field from copies that is not among them: it would be null or zero.
   *
   * @throws IllegalArgumentException naming the field
   */
  public void checkInCopies(TableDesign<R> design, Set<Component> fields) {
    Set<Component> there = inEntries(design);
    for (Component field : fields) {
      if (!there.contains(field)) {
        throw new IllegalArgumentException(
            design.shape().describe(field)
                + " is asked for, and index "
                + index.name()
                + " has no copy of it");
      }
    }
  }

  /** The fields that an entry of its index has by itself. */
  Set<Component> inEntries(TableDesign<R> design) {
    Set<Component> there = new HashSet<>(design.key().held());
    there.addAll(index.key().held());
    there.addAll(index.copied());
    return there;
  }

  /** What it is, for people. */
  public String name() {
    return index == null ? "the row key" : "index " + index.name();
  }

  private static String unbuilt(TableDesign<?> design, IndexDesign<?> index, String state) {
    return "index "
        + index.name()
        + " is not built"
        + (state.equals(DesignNotes.BUILDING) ? "" : " (" + state + ")")
        + ": records were in "
        + design.name()
        + " before it, and have no entries. When all writers have the index, repairIndex(\""
        + index.name()
        + "\") of a RecordTable builds it";
  }

  /** The reason in the first line, then what there is, then what to do. */
  private static <R> String unserved(
      TableDesign<R> design, Conditions conditions, QuerySettings<R> settings) {
    StringBuilder text = new StringBuilder();
    text.append("all rows of ").append(design.name()).append(" would be read: ");
    text.append(reason(conditions, settings));
    text.append("\n  its key is ").append(design.key());
    for (IndexDesign<R> index : design.indexes()) {
      text.append("\n  it has ").append(index.describe()).append(lacks(design, index, conditions));
    }
    return text.append("\n  ").append(remedy(conditions, settings)).toString();
  }

  private static String reason(Conditions conditions, QuerySettings<?> settings) {
    if (!conditions.asked().isEmpty()) {
      String fields =
          conditions.asked().stream()
              .map(Component::name)
              .sorted()
              .collect(Collectors.joining(", "));
      if (settings.asOfMillis() != QuerySettings.NOW) {
        return "the conditions are on "
            + fields
            + ", and the key does not begin with such a field; "
            + PRESENT_ALONE;
      }
      return "the conditions are on "
          + fields
          + ", and neither the key nor an index that may be used begins with such a field";
    }
    if (settings.filter() != null) {
      return "there is no condition but a filter, which is asked of each record that was read";
    }
    return "there is no condition, and no limit";
  }

  private static String remedy(Conditions conditions, QuerySettings<?> settings) {
    if (settings.asOfMillis() != QuerySettings.NOW) {
      return "give values of the fields that the key begins with, "
          + (conditions.asked().isEmpty() ? "give a limit if the first records are enough, " : "")
          + "or allowFullScan()";
    }
    return "give values of the fields that the key or an index begins with, declare an index, "
        + (conditions.asked().isEmpty() ? "give a limit if the first records are enough, " : "")
        + "or allowFullScan()";
  }

  private static <R> String lacks(
      TableDesign<R> design, IndexDesign<R> index, Conditions conditions) {
    List<Component> lacking = lacking(design, index, conditions);
    return lacking.isEmpty() || index.isPartial()
        ? ""
        : ", which has no entry of a record without "
            + lacking.stream().map(Component::name).collect(Collectors.joining(" or "))
            + " and is read only by its name";
  }

  /** Why rows that go on with the field are not sorted by it. */
  private static <R> String coarse(QuerySettings<R> settings, List<AccessPath<R>> served) {
    return served.stream()
        .filter(path -> settings.sortedBy().equals(path.selection.next()))
        .filter(path -> path.selection.direction() == Direction.OTHER)
        .findFirst()
        .map(
            path ->
                "; "
                    + (path.index == null ? path.name() : path.index.describe())
                    + " has the field in a form that does not keep its order: values that are the"
                    + " same there stand in any order")
        .orElse("");
  }

  /** Indexes that begin with the field, and are passed over. */
  private static <R> String passedOver(
      TableDesign<R> design, Conditions conditions, Component sortedBy) {
    return design.indexes().stream()
        .filter(index -> sortedBy.equals(index.key().select(conditions.fields()).next()))
        .filter(index -> !lacks(design, index, conditions).isEmpty())
        .map(index -> "; " + index.describe() + lacks(design, index, conditions))
        .collect(Collectors.joining());
  }

  private static <R> String unordered(
      TableDesign<R> design,
      Conditions conditions,
      QuerySettings<R> settings,
      List<AccessPath<R>> served) {
    String ways = served.stream().map(AccessPath::name).collect(Collectors.joining(" or "));
    if (settings.sortedBy() != null) {
      return "no rows of "
          + design.name()
          + " that serve this read are sorted by "
          + settings.sortedBy().name()
          + ": it goes by "
          + ways
          + ", and the key is "
          + design.key()
          + coarse(settings, served)
          + passedOver(design, conditions, settings.sortedBy())
          + "; declare an index that begins with the field, behind those that have one value";
    }
    return "the rows of "
        + design.name()
        + " that this reads are not sorted by a field, so none is first: it goes by "
        + ways
        + ", and the key is "
        + design.key()
        + "; say which field is meant, as in greatestFirst(field), or which index";
  }
}
