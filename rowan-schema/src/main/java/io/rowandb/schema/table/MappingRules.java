package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.key.RowKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;

/**
 * Checks that the mappings of one record do not conflict with each other or with their families.
 */
final class MappingRules<R> {
  // Fixed at construction.
  private final TableName name;
  private final RowKey<R> key;
  private final Map<String, ColumnFamilyDescriptor> families;

  /** Of the table's name, the records' key and the families that are declared. */
  MappingRules(TableName name, RowKey<R> key, Map<String, ColumnFamilyDescriptor> families) {
    this.name = name;
    this.key = key;
    this.families = families;
  }

  /**
   * Checks mappings.
   *
   * @throws IllegalArgumentException naming the mappings and the rule that they break
   */
  void check(List<CellMapping<R>> mappings) {
    Set<String> columns = new HashSet<>();
    Map<Component, CellMapping<R>> byField = new HashMap<>();
    for (CellMapping<R> mapping : mappings) {
      mapping.families().forEach(family -> checkFamily(mapping, family));
      for (Column column : mapping.columns()) {
        checkQualifier(column);
        if (!columns.add(column.toString())) {
          throw new IllegalArgumentException("column " + column + " is declared twice");
        }
      }
      for (Component component : mapping.components()) {
        CellMapping<R> other = byField.put(component, mapping);
        if (other != null) {
          throw new IllegalArgumentException(
              key.shape().describe(component)
                  + " is declared twice: "
                  + other.describe()
                  + ", and "
                  + mapping.describe());
        }
      }
    }
    checkDetails(mappings);
  }

  /**
   * Refuses families whose cells expire, where copies of them would stay.
   *
   * @param reason what has copies
   * @throws IllegalArgumentException naming the family and its time to live
   */
  static void checkNothingExpires(
      String table, Collection<ColumnFamilyDescriptor> families, String reason) {
    for (ColumnFamilyDescriptor family : families) {
      if (family.getTimeToLive() != HConstants.FOREVER) {
        throw new IllegalArgumentException(
            table
                + ": family "
                + family.getNameAsString()
                + " has a time to live of "
                + family.getTimeToLive()
                + " s, and "
                + reason
                + ", which do not expire with their cells: declare no time to live, and delete the"
                + " records");
      }
    }
  }

  private void checkFamily(CellMapping<R> mapping, String family) {
    if (!families.containsKey(family)) {
      throw new IllegalArgumentException(
          mapping.describe()
              + ": family "
              + family
              + " is not declared; there are "
              + families.keySet());
    }
    int kept = families.get(family).getMaxVersions();
    if (kept < mapping.versions()) {
      throw new IllegalArgumentException(
          mapping.describe()
              + ": family "
              + family
              + " keeps "
              + kept
              + " versions, and "
              + mapping.versions()
              + " are read");
    }
  }

  private void checkQualifier(Column column) {
    if (column.qualifier().length == 0) {
      checkNamelessCells("column " + column, families.get(column.familyName()));
    }
  }

  /**
   * Refuses cells without a qualifier in a family where HBase fails when it reads some of them that
   * were deleted, and shows others.
   *
   * @param what has such cells
   */
  static void checkNamelessCells(String what, ColumnFamilyDescriptor family) {
    if (family.isNewVersionBehavior()) {
      throw new IllegalArgumentException(
          what
              + " has cells without a qualifier, and family "
              + family.getNameAsString()
              + " goes by the order of writes: HBase does not read what was deleted of such cells"
              + " rightly; use a family without NEW_VERSION_BEHAVIOR");
    }
  }

  private void checkDetails(List<CellMapping<R>> mappings) {
    Set<TableName> tables = new HashSet<>(Set.of(name));
    for (CellMapping<R> mapping : mappings) {
      if (mapping instanceof WideDetails<R, ?> wide) {
        checkApart(wide, mappings);
      } else if (mapping instanceof TallDetails<R, ?> tall) {
        checkTall(tall, tables);
      }
    }
  }

  private void checkTall(TallDetails<R, ?> tall, Set<TableName> tables) {
    checkNamelessCells(tall.describe(), tall.family());
    if (!key.isSelfDelimiting()) {
      throw new IllegalArgumentException(
          tall.describe()
              + ": their keys stand behind that of the record, which does not tell where it ends: "
              + key);
    }
    if (!tables.add(tall.table())) {
      throw new IllegalArgumentException(
          tall.describe()
              + ": this table has other rows already, and theirs are in one of their own");
    }
  }

  /** What is read as a detail must not be anything else. */
  private void checkApart(WideDetails<R, ?> wide, List<CellMapping<R>> mappings) {
    for (CellMapping<R> other : mappings) {
      boolean overlaps =
          other instanceof WideDetails<R, ?> another
              ? another != wide && another.overlaps(wide)
              : other.columns().stream().anyMatch(wide::claims);
      if (overlaps) {
        throw new IllegalArgumentException(
            wide.describe()
                + ": shares a family with "
                + other.describe()
                + ": keys of details need a literal there that the other does not begin with");
      }
    }
  }
}
