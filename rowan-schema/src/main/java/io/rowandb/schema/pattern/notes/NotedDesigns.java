package io.rowandb.schema.pattern.notes;

import io.rowandb.schema.field.NamedValues;
import io.rowandb.schema.table.NotedTables;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.security.AccessDeniedException;

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
    try (Admin admin = connection.getAdmin()) {
      Optional<TableDescriptor> found = descriptor(admin, table);
      if (found.isEmpty()) {
        return designs;
      }
      for (TableName owner : NotedTables.owners(found.get())) {
        Optional<TableDescriptor> records = owner.equals(table) ? found : descriptor(admin, owner);
        if (records.isPresent()) {
          Map<TableName, TableDescriptor> entries = new HashMap<>();
          for (TableName each : NotedTables.entries(records.get())) {
            descriptor(admin, each).ifPresent(there -> entries.put(each, there));
          }
          NotedTables.design(records.get(), entries).ifPresent(designs::add);
        }
      }
    }
    return designs;
  }

  private static Optional<TableDescriptor> descriptor(Admin admin, TableName table)
      throws IOException {
    try {
      return Optional.of(admin.getDescriptor(table));
    } catch (TableNotFoundException | AccessDeniedException e) {
      return Optional.empty();
    }
  }
}
