package io.rowandb.schema.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A difference between an existing table and its design.
 *
 * @param what a family, or an attribute of one, or what the table keeps of its design: its key, a
 *     column, a part of details, the fields that are never null, an index, a view, marks; or the
 *     state of an index or view
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

  /** Of the families of a table that a design needs. */
  static List<TableDifference> between(TableDescriptor needed, TableDescriptor existing) {
    Map<String, ColumnFamilyDescriptor> families = new TreeMap<>();
    for (ColumnFamilyDescriptor family : needed.getColumnFamilies()) {
      families.put(family.getNameAsString(), family);
    }
    return between(families, existing);
  }

  /** The same difference, of a table beside that of the records. */
  TableDifference in(TableName table) {
    return new TableDifference(what + " in table " + table, declared, found);
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
