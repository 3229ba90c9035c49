package io.rowandb.schema.table;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * What tables lack to be those of a design. Immutable.
 *
 * @param missing tables that are not there
 * @param families that tables lack
 * @param created indexes that no program has kept yet, of which the entries can be written beside
 *     programs of the former design
 * @param rewritten indexes whose entries were others
 * @param continued indexes that all programs keep, and that are not built yet
 * @param ended indexes that the design lacks
 * @param newViews views that no program has kept yet
 * @param endedViews views that the design lacks, if it says which it has
 * @param unbuilt whether it is itself a view that is not built
 * @param taken whether it is to be a view, and its table is there and none of this source yet
 * @param newMarks whether its rows are to have marks, and programs that know nothing of them wrote
 *     it
 * @param forgetful tables that are there, and for how long they are to keep deletions of rows from
 *     now on, where that is longer than now
 * @param awaits whether an upgrade to the design, or one before it that did not end, refuses
 *     programs that may still write records
 * @param isNoted whether all descriptors have what they are to have
 */
public record DesignGap(
    List<NewTable> missing,
    List<Family> families,
    Set<String> created,
    Set<String> rewritten,
    Set<String> continued,
    Set<String> ended,
    Set<String> newViews,
    Set<String> endedViews,
    boolean unbuilt,
    boolean taken,
    boolean newMarks,
    Map<String, Duration> forgetful,
    boolean awaits,
    boolean isNoted) {
  /** A family that a table lacks. */
  public record Family(TableName table, ColumnFamilyDescriptor family) {
    @Override
    public String toString() {
      return "family " + family.getNameAsString() + " of table " + table;
    }
  }

  /** All tables of a design, whose descriptors are asked for. */
  public static List<TableName> tables(TableDesign<?> design) {
    return design.tables().stream().map(each -> each.descriptor().getTableName()).toList();
  }

  /**
   * Compares.
   *
   * @param there the descriptors of {@link #tables}, of those that are there
   * @throws ChangedDesignException when the design would misread what is there: no table can be
   *     made to fit it but a new one; or a newer version of Rowan noted what this one does not know
   */
  public static DesignGap between(TableDesign<?> design, Map<TableName, TableDescriptor> there) {
    DesignNotes.checkKnown(there);
    DesignNotes.checkRows(design, there);
    DesignNotes.checkOwners(design, there);
    List<NewTable> missing = new ArrayList<>();
    List<Family> families = new ArrayList<>();
    for (NewTable each : design.tables()) {
      TableDescriptor found = there.get(each.descriptor().getTableName());
      if (found == null) {
        missing.add(each);
      } else {
        for (ColumnFamilyDescriptor family : each.descriptor().getColumnFamilies()) {
          if (!found.hasColumnFamily(family.getName())) {
            families.add(new Family(found.getTableName(), family));
          }
        }
      }
    }
    TableDescriptor records = there.get(design.name());
    Set<String> created = new TreeSet<>();
    Set<String> rewritten = new TreeSet<>();
    Set<String> continued = new TreeSet<>();
    Set<String> ended = new TreeSet<>();
    Set<String> newViews = new TreeSet<>();
    Set<String> endedViews = new TreeSet<>();
    if (records != null) {
      ViewNotes.checkSource(design, records);
      DesignNotes.checkMarks(design, records);
      Map<String, String> unbuilt = DesignNotes.unbuilt(design, there);
      Map<String, String> kept = NotedIndexes.kept(records);
      boolean known = records.getValue(NewNotes.DESIGN) != null;
      for (IndexDesign<?> index : design.indexes()) {
        String name = index.name();
        if (OtherEntries.areNoted(index, design, there)) {
          rewritten.add(name);
        } else if (!known || unbuilt.containsKey(name) || !there.containsKey(index.table())) {
          boolean isKept = index.table().getNameAsString().equals(kept.get(name));
          (isKept ? continued : created).add(name);
        }
      }
      ended.addAll(kept.keySet());
      ended.addAll(NotedIndexes.beingGivenUp(records));
      design.indexes().forEach(index -> ended.remove(index.name()));
      design
          .viewRole()
          .views()
          .ifPresent(
              views -> {
                newViews.addAll(views);
                newViews.removeAll(ViewNotes.kept(records));
                endedViews.addAll(ViewNotes.kept(records));
                endedViews.addAll(ViewNotes.beingGivenUp(records, ""));
                endedViews.removeAll(views);
              });
    }
    return new DesignGap(
        List.copyOf(missing),
        List.copyOf(families),
        created,
        rewritten,
        continued,
        ended,
        newViews,
        endedViews,
        design.viewRole().source().isPresent() && (records == null || !ViewNotes.isReady(records)),
        records != null
            && design
                .viewRole()
                .source()
                .filter(source -> !ViewNotes.isLiveViewOf(records, source))
                .isPresent(),
        records != null && DesignNotes.needsMarks(design, records),
        KeptDeletions.of(design).lacking(there),
        records != null
            && (AwaitedPrograms.isNoted(records) || AwaitedPrograms.areRefused(design, records)),
        isNoted(design, there));
  }

  private static boolean isNoted(TableDesign<?> design, Map<TableName, TableDescriptor> there) {
    return DesignNotes.declared(design, there).stream()
        .allMatch(table -> isSame(values(table), values(there.get(table.getTableName()))));
  }

  /** An index that was made with its table is ready without saying so there. */
  private static boolean isSame(Map<String, String> wanted, Map<String, String> found) {
    Map<String, String> others = new LinkedHashMap<>(wanted);
    others
        .entrySet()
        .removeIf(
            each ->
                each.getKey().endsWith(".state")
                    && each.getValue().equals(NotedIndexes.READY)
                    && !found.containsKey(each.getKey()));
    return others.equals(found);
  }

  /** Of a table's attributes those of designs, and its families' own: what a design notes. */
  private static Map<String, String> values(TableDescriptor table) {
    Map<String, String> values = NotedAttributes.of(table);
    values
        .keySet()
        .removeIf(name -> name.endsWith(".build") || name.equals(AwaitedPrograms.AWAITED));
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      values.put("family " + family.getNameAsString(), family.getConfiguration().toString());
    }
    return values;
  }

  /**
   * Refuses to take away what a plan does not name: since it was made, another program has noted an
   * index or a view that this design lacks. Whatever of its own design is noted already, this stays
   * the same.
   *
   * @param planned the gap that the plan is of
   * @throws IllegalStateException naming what would end
   */
  public void checkEnds(DesignGap planned) {
    Set<String> more = new TreeSet<>();
    more(more, "index ", ended, planned.ended);
    more(more, "view ", endedViews, planned.endedViews);
    refuse(more);
  }

  /**
   * Refuses to lose entries of another form that another program has given an index since a plan
   * was made.
   *
   * @param planned the gap that the plan is of
   * @throws IllegalStateException naming the indexes
   */
  public void checkForms(DesignGap planned) {
    Set<String> built = new TreeSet<>(planned.rewritten);
    built.addAll(planned.created);
    built.addAll(planned.continued);
    Set<String> more = new TreeSet<>();
    more(more, "index ", rewritten, built);
    refuse(more);
  }

  private static void refuse(Set<String> more) {
    if (!more.isEmpty()) {
      throw new IllegalStateException(
          "another program has noted "
              + String.join(", ", more)
              + " since this plan was made, which says nothing of that; make another plan");
    }
  }

  private static void more(Set<String> more, String what, Set<String> found, Set<String> planned) {
    found.stream().filter(each -> !planned.contains(each)).forEach(each -> more.add(what + each));
  }

  /** Whether a table of this name is missing. */
  public boolean lacks(TableName table) {
    return missing.stream().anyMatch(each -> each.descriptor().getTableName().equals(table));
  }

  /** Whether the tables are those of the design. */
  public boolean isEmpty() {
    return missing.isEmpty()
        && families.isEmpty()
        && created.isEmpty()
        && rewritten.isEmpty()
        && continued.isEmpty()
        && ended.isEmpty()
        && newViews.isEmpty()
        && endedViews.isEmpty()
        && !unbuilt
        && !awaits
        && isNoted;
  }

  /** Whether records must be read to build an index. */
  public boolean isBuilding() {
    return !created.isEmpty() || !rewritten.isEmpty() || !continued.isEmpty();
  }
}
