package io.rowandb.testkit.model;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.InvalidFamilyOperationException;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.NamespaceExistException;
import org.apache.hadoop.hbase.NamespaceNotFoundException;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotDisabledException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Tables and namespaces of the model. Its public methods are those of HBase's {@code Admin} that it
 * answers; a proxy finds them, and refuses the rest.
 */
public final class ModelAdmin {
  private final ModelStore store;
  private final Connection connection;

  private ModelAdmin(ModelStore store, Connection connection) {
    this.store = store;
    this.connection = connection;
  }

  static Admin create(ModelStore store, Connection connection) {
    ModelAdmin model = new ModelAdmin(store, connection);
    return (Admin)
        Proxy.newProxyInstance(
            Admin.class.getClassLoader(),
            new Class<?>[] {Admin.class},
            (proxy, method, arguments) -> model.invoke(method, arguments));
  }

  private Object invoke(Method asked, Object[] arguments) throws Throwable {
    for (Method method : ModelAdmin.class.getDeclaredMethods()) {
      if (method.getName().equals(asked.getName())
          && Arrays.equals(method.getParameterTypes(), asked.getParameterTypes())) {
        try {
          return method.invoke(this, arguments);
        } catch (InvocationTargetException e) {
          throw e.getCause();
        }
      }
    }
    throw new UnsupportedOperationException("the model does not answer " + asked);
  }

  /** See {@link Admin}. */
  public Connection getConnection() {
    return connection;
  }

  /** See {@link Admin}. */
  public void close() {
    // Holds nothing.
  }

  /** See {@link Admin}. */
  public boolean tableExists(TableName name) {
    return store.tables.containsKey(name);
  }

  /** See {@link Admin}. */
  public boolean isTableEnabled(TableName name) throws IOException {
    return store.table(name).enabled;
  }

  /** See {@link Admin}. */
  public boolean isTableDisabled(TableName name) throws IOException {
    return !isTableEnabled(name);
  }

  /** See {@link Admin}. */
  public boolean isTableAvailable(TableName name) throws IOException {
    return isTableEnabled(name);
  }

  /** See {@link Admin}. */
  public TableDescriptor getDescriptor(TableName name) throws IOException {
    return store.table(name).descriptor;
  }

  /** See {@link Admin}. */
  public void createTable(TableDescriptor table) throws IOException {
    createTable(table, null);
  }

  /** See {@link Admin}. */
  public void createTable(TableDescriptor table, byte[] start, byte[] end, int regions)
      throws IOException {
    if (regions < 3) {
      throw new IllegalArgumentException("Must create at least three regions: " + regions);
    }
    createTable(
        table, regions == 3 ? new byte[][] {start, end} : Bytes.split(start, end, regions - 3));
  }

  /** See {@link Admin}. */
  public void createTable(TableDescriptor table, byte[][] splitKeys) throws IOException {
    List<byte[]> starts = new ArrayList<>(splitKeys == null ? List.of() : Arrays.asList(splitKeys));
    starts.sort(Bytes.BYTES_COMPARATOR);
    starts.add(0, new byte[0]);
    for (int i = 1; i < starts.size(); i++) {
      if (Bytes.equals(starts.get(i - 1), starts.get(i))) {
        throw new IllegalArgumentException(
            "Split keys must be distinct and not empty: " + Bytes.toStringBinary(starts.get(i)));
      }
    }
    check(table);
    synchronized (store) {
      namespace(table.getTableName().getNamespaceAsString());
      if (tableExists(table.getTableName())) {
        throw new TableExistsException(table.getTableName());
      }
      store.tables.put(table.getTableName(), new TableContent(table, starts, store::now));
    }
  }

  private static void check(TableDescriptor table) throws DoNotRetryIOException {
    if (table.getColumnFamilyCount() == 0) {
      throw new DoNotRetryIOException("Table should have at least one column family.");
    }
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      if (family.getMinVersions() > family.getMaxVersions()) {
        throw new DoNotRetryIOException("MIN_VERSIONS must not be more than VERSIONS: " + family);
      }
    }
  }

  /** See {@link Admin}. */
  public void disableTable(TableName name) throws IOException {
    store.enabledTable(name).enabled = false;
  }

  /** See {@link Admin}. */
  public void enableTable(TableName name) throws IOException {
    disabled(name).enabled = true;
  }

  private TableContent disabled(TableName name) throws IOException {
    TableContent content = store.table(name);
    if (content.enabled) {
      throw new TableNotDisabledException(name);
    }
    return content;
  }

  /** See {@link Admin}. */
  public void deleteTable(TableName name) throws IOException {
    disabled(name);
    store.tables.remove(name);
  }

  /** See {@link Admin}. */
  public void truncateTable(TableName name, boolean preserveSplits) throws IOException {
    TableContent content = disabled(name);
    content.truncate(preserveSplits);
    content.enabled = true;
  }

  /** See {@link Admin}. */
  public void modifyTable(TableDescriptor table) throws IOException {
    TableContent content = store.table(table.getTableName());
    check(table);
    synchronized (content) { // nobody finds cells of a family that is no more
      for (byte[] family : content.descriptor.getColumnFamilyNames()) {
        if (!table.hasColumnFamily(family)) {
          content.removeFamily(family);
        }
      }
      content.descriptor = table;
    }
  }

  /** See {@link Admin}. */
  public void addColumnFamily(TableName name, ColumnFamilyDescriptor family) throws IOException {
    TableDescriptor table = getDescriptor(name);
    if (table.hasColumnFamily(family.getName())) {
      throw new InvalidFamilyOperationException(family.getNameAsString() + " is there already");
    }
    modifyTable(TableDescriptorBuilder.newBuilder(table).setColumnFamily(family).build());
  }

  /** See {@link Admin}. */
  public void modifyColumnFamily(TableName name, ColumnFamilyDescriptor family) throws IOException {
    TableDescriptor table = withFamily(name, family.getName());
    modifyTable(TableDescriptorBuilder.newBuilder(table).modifyColumnFamily(family).build());
  }

  /** See {@link Admin}. */
  public void deleteColumnFamily(TableName name, byte[] family) throws IOException {
    TableDescriptor table = withFamily(name, family);
    if (table.getColumnFamilyCount() == 1) {
      throw new InvalidFamilyOperationException(Bytes.toString(family) + " is the last one");
    }
    modifyTable(TableDescriptorBuilder.newBuilder(table).removeColumnFamily(family).build());
  }

  private TableDescriptor withFamily(TableName name, byte[] family) throws IOException {
    TableDescriptor table = getDescriptor(name);
    if (!table.hasColumnFamily(family)) {
      throw new InvalidFamilyOperationException(Bytes.toString(family) + " is not there");
    }
    return table;
  }

  /** See {@link Admin}. */
  public List<RegionInfo> getRegions(TableName name) throws IOException {
    TableContent content = store.table(name);
    List<RegionInfo> regions = new ArrayList<>();
    for (int i = 0; i < content.starts.size(); i++) {
      regions.add(
          RegionInfoBuilder.newBuilder(name)
              .setStartKey(content.starts.get(i))
              .setEndKey(content.end(i))
              .build());
    }
    return regions;
  }

  /** See {@link Admin}. */
  public TableName[] listTableNames() {
    return store.tables.keySet().toArray(TableName[]::new);
  }

  /** See {@link Admin}. */
  public TableName[] listTableNames(Pattern pattern) {
    return listTableNames(pattern, false);
  }

  /** See {@link Admin}. */
  public TableName[] listTableNames(Pattern pattern, boolean includeSystem) {
    return store.tables.keySet().stream()
        .filter(name -> pattern.matcher(name.getNameAsString()).matches())
        .toArray(TableName[]::new);
  }

  /** See {@link Admin}. */
  public List<TableDescriptor> listTableDescriptors() throws IOException {
    return listTableDescriptors(Arrays.asList(listTableNames()));
  }

  /** See {@link Admin}. */
  public List<TableDescriptor> listTableDescriptors(Pattern pattern) throws IOException {
    return listTableDescriptors(Arrays.asList(listTableNames(pattern)));
  }

  /** See {@link Admin}. */
  public List<TableDescriptor> listTableDescriptors(List<TableName> names) throws IOException {
    List<TableDescriptor> tables = new ArrayList<>();
    for (TableName name : names) {
      tables.add(getDescriptor(name));
    }
    return tables;
  }

  private NamespaceDescriptor namespace(String name) throws NamespaceNotFoundException {
    NamespaceDescriptor namespace = store.namespaces.get(name);
    if (namespace == null) {
      throw new NamespaceNotFoundException(name);
    }
    return namespace;
  }

  /** See {@link Admin}. */
  public void createNamespace(NamespaceDescriptor namespace) throws IOException {
    if (store.namespaces.putIfAbsent(namespace.getName(), namespace) != null) {
      throw new NamespaceExistException(namespace.getName());
    }
  }

  /** See {@link Admin}. */
  public void modifyNamespace(NamespaceDescriptor namespace) throws IOException {
    namespace(namespace.getName());
    store.namespaces.put(namespace.getName(), namespace);
  }

  /** See {@link Admin}. */
  public void deleteNamespace(String name) throws IOException {
    namespace(name);
    if (NamespaceDescriptor.RESERVED_NAMESPACES.contains(name)
        || listTableNamesByNamespace(name).length > 0) {
      throw new DoNotRetryIOException("Namespace " + name + " is reserved or has tables");
    }
    store.namespaces.remove(name);
  }

  /** See {@link Admin}. */
  public NamespaceDescriptor getNamespaceDescriptor(String name) throws IOException {
    return namespace(name);
  }

  /** See {@link Admin}. */
  public String[] listNamespaces() {
    return store.namespaces.keySet().toArray(String[]::new);
  }

  /** See {@link Admin}. */
  public TableName[] listTableNamesByNamespace(String namespace) {
    return store.tables.keySet().stream()
        .filter(name -> name.getNamespaceAsString().equals(namespace))
        .toArray(TableName[]::new);
  }

  /** See {@link Admin}. */
  public List<TableDescriptor> listTableDescriptorsByNamespace(byte[] namespace)
      throws IOException {
    return listTableDescriptors(
        Arrays.asList(listTableNamesByNamespace(Bytes.toString(namespace))));
  }
}
