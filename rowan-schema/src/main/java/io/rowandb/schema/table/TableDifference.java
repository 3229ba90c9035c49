package io.rowandb.schema.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A difference between an existing table and its design.
 *
 * @param what a family, or an attribute of one, or what the table keeps of its design: its key, a
 *     column, a part of details, the fields that are never null, an index
 * @param declared what the design declares, or {@link #NOTHING}
 * @param found what the table has, or {@link #NOTHING}
 */
public record TableDifference(String what, String declared, String found) {
  /** Said of what is not there. */
  public static final String NOTHING = "nothing";

  static List<TableDifference> between(
      Map<String, ColumnFamilyDescriptor> families, TableDescriptor existing) {
    List<TableDifference> all = new ArrayList<>();
    for (ColumnFamilyDescriptor family : families.values()) {
      FamilyConfiguration declared = FamilyConfiguration.of(family);
      ColumnFamilyDescriptor there = existing.getColumnFamily(family.getName());
      String what = "family " + family.getNameAsString();
      if (there == null) {
        all.add(new TableDifference(what, declared.describe(), NOTHING));
      } else {
        FamilyConfiguration found = FamilyConfiguration.of(there);
        compare(what, declared.values(), found.values(), all);
        compare(what, declared.settings(), found.settings(), all);
      }
    }
    for (ColumnFamilyDescriptor family : existing.getColumnFamilies()) {
      if (!families.containsKey(Bytes.toString(family.getName()))) {
        all.add(
            new TableDifference(
                "family " + family.getNameAsString(),
                NOTHING,
                FamilyConfiguration.of(family).describe()));
      }
    }
    return List.copyOf(all);
  }

  /**
   * The same of what the table keeps of the design that it was made by; nothing when it keeps none.
   */
  static List<TableDifference> between(
      TableForm<?> form, List<? extends IndexDesign<?>> indexes, TableDescriptor existing) {
    String noted = existing.getValue(NewNotes.DESIGN);
    if (noted == null) {
      return List.of();
    }
    Map<String, String> declared = texts(form.lines());
    Map<String, String> found = texts(NotedDesign.parse(noted).lines());
    indexes.forEach(index -> declared.put("index " + index.name(), "entries in " + index.table()));
    NotedIndexes.kept(existing)
        .forEach(
            (index, table) ->
                found.put(
                    "index " + index,
                    table.equals(NotedIndexes.UNKNOWN)
                        ? declared.getOrDefault("index " + index, "entries somewhere")
                        : "entries in " + table));
    List<TableDifference> all = new ArrayList<>();
    for (IndexDesign<?> index : indexes) {
      if (index.isInTableOfRecords() && existing.getValue(NewNotes.designOf(index)) != null) {
        declared.putAll(texts(index.lines()));
        found.putAll(texts(NotedDesign.parse(existing.getValue(NewNotes.designOf(index))).lines()));
      }
    }
    TreeSet<String> places = new TreeSet<>(declared.keySet());
    places.addAll(found.keySet());
    for (String place : places) {
      String now = declared.getOrDefault(place, NOTHING);
      String before = found.getOrDefault(place, NOTHING);
      if (!now.equals(before)) {
        all.add(new TableDifference(place, now, before));
      }
    }
    return List.copyOf(all);
  }

  /** Fields and forms by their places. */
  private static Map<String, String> texts(List<DesignLine> lines) {
    Map<String, String> texts = new TreeMap<>();
    for (DesignLine line : lines) {
      texts.put(
          line.place(),
          String.join(", ", line.fields()) + (line.form().isEmpty() ? "" : ": " + line.form()));
    }
    return texts;
  }

  private static void compare(
      String family,
      Map<String, String> declared,
      Map<String, String> found,
      List<TableDifference> all) {
    TreeSet<String> names = new TreeSet<>(declared.keySet());
    names.addAll(found.keySet());
    // Tables of older designs lack these, and need them not.
    names.remove(FamilyConfiguration.HAZARDS);
    names.remove(FamilyConfiguration.HIDDEN_CELLS);
    for (String name : names) {
      if (!FamilyConfiguration.same(declared.get(name), found.get(name))) {
        all.add(
            new TableDifference(
                name + " of " + family,
                declared.getOrDefault(name, NOTHING),
                found.getOrDefault(name, NOTHING)));
      }
    }
  }

  /** As {@code VERSIONS of family t: declared 1, found 3}. */
  @Override
  public String toString() {
    return what + ": declared " + declared + ", found " + found;
  }
}
