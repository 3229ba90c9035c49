package io.rowandb.schema.table;

import io.rowandb.schema.field.NamedValues;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Designs of tables as these keep them in their descriptors ({@link DesignNotes}), without the
 * classes of the program that declared them. What they are good for is reading: {@link
 * TableDesign#isNoted}. Makes no calls.
 */
public final class NotedTables {
  private NotedTables() {}

  /**
   * The tables of the records whose rows, entries or details are in a table; none when it keeps
   * nothing of a design.
   */
  public static Set<TableName> owners(TableDescriptor table) {
    Set<TableName> owners = new LinkedHashSet<>();
    if (table.getValue(NewNotes.DESIGN) != null) {
      owners.add(table.getTableName());
    }
    NotedAttributes.of(table)
        .forEach(
            (attribute, value) -> {
              if (!attribute.startsWith(ViewNotes.PREFIX) && attribute.endsWith(NewNotes.RECORDS)) {
                owners.add(TableName.valueOf(value));
              }
            });
    return owners;
  }

  /** The tables of the entries of a table's indexes, as far as it tells which these are. */
  public static Set<TableName> entries(TableDescriptor records) {
    Set<TableName> entries = new LinkedHashSet<>();
    NotedIndexes.kept(records)
        .values()
        .forEach(
            table -> {
              if (NotedIndexes.isTable(table)) {
                entries.add(TableName.valueOf(table));
              }
            });
    return entries;
  }

  /**
   * The design of a table.
   *
   * @param entries the descriptors of {@link #entries}, of those that are there
   * @return nothing when the table keeps none
   * @throws IllegalArgumentException naming the rule, when it keeps one that cannot be read, as one
   *     with a part of a key that only its program knows
   */
  public static Optional<TableDesign<NamedValues>> design(
      TableDescriptor records, Map<TableName, TableDescriptor> entries) {
    if (records.getValue(NewNotes.DESIGN) == null) {
      return Optional.empty();
    }
    Map<String, TableDescriptor> byIndex = new LinkedHashMap<>();
    NotedIndexes.kept(records)
        .forEach(
            (index, table) -> {
              if (table.equals(NotedIndexes.UNKNOWN) || table.equals(name(records))) {
                byIndex.put(index, records);
              } else if (NotedIndexes.isTable(table)
                  && entries.containsKey(TableName.valueOf(table))) {
                byIndex.put(index, entries.get(TableName.valueOf(table)));
              }
            });
    return Optional.of(NotedTable.design(records, byIndex));
  }

  private static String name(TableDescriptor table) {
    return table.getTableName().getNameAsString();
  }
}
