package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.key.RowKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;

/** What the mappings of one record must not do to one another, or ask of families. */
final class MappingRules<R> {
  // Fixed at construction.
  private final RecordShape<R> shape;
  private final RowKey<R> key;
  private final Map<String, ColumnFamilyDescriptor> families;

  MappingRules(RowKey<R> key, Map<String, ColumnFamilyDescriptor> families) {
    this.key = key;
    shape = key.shape();
    this.families = families;
  }

  /**
   * Checks mappings whose families are declared.
   *
   * @throws IllegalArgumentException naming the mappings and the rule that they break
   */
  void check(List<CellMapping<R>> mappings) {
    Map<Component, CellMapping<R>> byField = new HashMap<>();
    for (CellMapping<R> mapping : mappings) {
      for (Component component : mapping.components()) {
        CellMapping<R> other = byField.put(component, mapping);
        if (other != null) {
          throw new IllegalArgumentException(
              shape.describe(component)
                  + " is declared twice: "
                  + other.describe()
                  + ", and "
                  + mapping.describe());
        }
      }
      checkVersions(mapping);
    }
    for (CellMapping<R> mapping : mappings) {
      if (mapping instanceof WideDetails<R, ?> wide) {
        checkApart(wide, mappings);
      } else if (mapping instanceof TallDetails<R, ?> tall && !key.isSelfDelimiting()) {
        throw new IllegalArgumentException(
            tall.describe()
                + ": their keys stand behind that of the record, which does not tell where it ends: "
                + key);
      }
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

  private void checkVersions(CellMapping<R> mapping) {
    for (String family : mapping.families()) {
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
  }
}
