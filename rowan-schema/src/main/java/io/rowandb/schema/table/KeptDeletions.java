package io.rowandb.schema.table;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * For how long tables that are there are to keep deletions, by a design that is younger than they
 * are. A view and its source keep them for as long as is declared, or for as long as they do, if
 * that is longer. Of other tables, what is set stays. Makes no calls.
 */
final class KeptDeletions {
  private final Map<TableName, List<ColumnFamilyDescriptor>> declared;
  private final TableName records;
  private final boolean followsTimes;

  private KeptDeletions(
      Map<TableName, List<ColumnFamilyDescriptor>> declared,
      TableName records,
      boolean followsTimes) {
    this.declared = declared;
    this.records = records;
    this.followsTimes = followsTimes;
  }

  /** The families that a design declares, by their tables, as far as it notes something there. */
  static KeptDeletions of(TableDesign<?> design) {
    Map<TableName, List<ColumnFamilyDescriptor>> families = new HashMap<>();
    families.put(design.name(), new ArrayList<>(design.families().values()));
    design
        .indexes()
        .forEach(
            index ->
                families
                    .computeIfAbsent(index.table(), each -> new ArrayList<>())
                    .add(index.family()));
    return new KeptDeletions(families, design.name(), design.viewRole().followsTimes());
  }

  /** Tables that do not keep them for so long yet, and for how long at most they are to. */
  Map<String, Duration> lacking(Map<TableName, TableDescriptor> there) {
    Map<String, Duration> lacking = new TreeMap<>();
    for (TableName table : declared.keySet()) {
      TableDescriptor found = there.get(table);
      if (found == null) {
        continue;
      }
      for (ColumnFamilyDescriptor family : in(found).getColumnFamilies()) {
        if (!family.equals(found.getColumnFamily(family.getName()))) {
          lacking.merge(
              table.getNameAsString(),
              Duration.ofMillis(FamilyConfiguration.keptDeletionsMillis(family)),
              (one, other) -> one.compareTo(other) < 0 ? other : one);
        }
      }
    }
    return lacking;
  }

  /** A table whose families keep deletions where the design's do. */
  TableDescriptor in(TableDescriptor there) {
    TableDescriptorBuilder changed = TableDescriptorBuilder.newBuilder(there);
    for (ColumnFamilyDescriptor family : declared.get(there.getTableName())) {
      ColumnFamilyDescriptor old = there.getColumnFamily(family.getName());
      if (old != null && FamilyConfiguration.keepsDeletions(family)) {
        changed.modifyColumnFamily(
            followsTimes && there.getTableName().equals(records)
                ? FamilyConfiguration.keepingDeletionsAsLongAs(family, old)
                : FamilyConfiguration.keepingDeletions(old));
      }
    }
    return changed.build();
  }
}
