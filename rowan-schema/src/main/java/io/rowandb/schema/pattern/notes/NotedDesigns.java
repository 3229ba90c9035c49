package io.rowandb.schema.pattern.notes;

import io.rowandb.schema.field.NamedValues;
import io.rowandb.schema.table.NotedTables;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** Reads designs from the tables that keep them, for tools that show the rows of any table. */
public final class NotedDesigns {
  private NotedDesigns() {}

  /**
   * The designs of the records whose rows, entries or details are in a table; of one that this user
   * may not see, or that is not there, none.
   *
   * @throws IllegalArgumentException as {@link NotedTables#design}
   */
  public static List<TableDesign<NamedValues>> of(Connection connection, TableName table)
      throws IOException {
    List<TableDesign<NamedValues>> designs = new ArrayList<>();
    TableDescriptor found = TableNotes.read(connection, List.of(table)).get(table);
    if (found == null) {
      return designs;
    }
    Set<TableName> owners = NotedTables.owners(found);
    Map<TableName, TableDescriptor> there = TableNotes.read(connection, owners);
    for (TableName owner : owners) {
      TableDescriptor records = there.get(owner);
      if (records != null) {
        NotedTables.design(records, TableNotes.read(connection, NotedTables.entries(records)))
            .ifPresent(designs::add);
      }
    }
    return designs;
  }
}
