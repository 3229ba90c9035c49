package io.rowandb.testkit.model;

import java.io.IOException;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;

/** All tables of the model. Safe for many threads: a table is its own lock. */
public final class ModelStore {
  private final LongSupplier clock;
  final TreeMap<TableName, TableContent> tables = new TreeMap<>();
  final TreeMap<String, NamespaceDescriptor> namespaces = new TreeMap<>();

  /**
   * @param clock the time in milliseconds by which writes are stamped and cells expire
   */
  public ModelStore(LongSupplier clock) {
    this.clock = clock;
    namespaces.put("default", NamespaceDescriptor.DEFAULT_NAMESPACE);
    namespaces.put("hbase", NamespaceDescriptor.SYSTEM_NAMESPACE);
  }

  /** HBase's way to ask. */
  public Connection connect() {
    return new ModelConnection(this);
  }

  long now() {
    return clock.getAsLong();
  }

  synchronized TableContent table(TableName name) throws IOException {
    TableContent content = tables.get(name);
    if (content == null) {
      throw new TableNotFoundException(name);
    }
    return content;
  }

  TableContent enabledTable(TableName name) throws IOException {
    TableContent content = table(name);
    if (!content.enabled) {
      throw new TableNotEnabledException(name);
    }
    return content;
  }

  /** What is in memory becomes a file: what nobody can see any more is dropped. */
  public void flush(TableName name) throws IOException {
    table(name).flush();
  }

  /** Takes all rows away; the table and its regions stay. */
  public void empty(TableName name) throws IOException {
    table(name).truncate(true);
  }

  /** Three files or more become one; delete markers stay. */
  public void compact(TableName name) throws IOException {
    table(name).compact();
  }

  /** All files become one, without delete markers and what they hide. */
  public void majorCompact(TableName name) throws IOException {
    table(name).majorCompact();
  }
}
