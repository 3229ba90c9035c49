package io.rowandb.client.direct;

import io.rowandb.client.adapter.DescriptorAdapter;
import io.rowandb.client.adapter.ExceptionAdapter;
import io.rowandb.client.meta.MetaTable;
import io.rowandb.client.meta.ProcedureFailure;
import io.rowandb.client.meta.TableChanges;
import io.rowandb.client.meta.WantedTables;
import io.rowandb.engine.background.TableView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.NamespaceNotFoundException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The calls of HBase's {@code Admin} that a program makes before its first row, answered by the
 * catalogue itself. Each public method answers the method of {@code Admin} with the same name and
 * parameters; {@link AdminProxy} passes all others to HBase's own class.
 *
 * <p>Invariant: results and exceptions are those of HBase's class on the same store. It has no
 * state of its own and is safe for many threads.
 */
final class DirectAdmin {
  private static final String SYNC_WAIT_KEY = "hbase.client.sync.wait.timeout.msec";
  private static final int SYNC_WAIT_MILLIS = 10 * 60_000;

  private final Connection connection;
  private final ConnectedStore store;
  private final ClientSettings settings;

  DirectAdmin(Connection connection, ConnectedStore store, ClientSettings settings) {
    this.connection = connection;
    this.store = store;
    this.settings = settings;
  }

  public Connection getConnection() {
    return connection;
  }

  public Configuration getConfiguration() {
    return connection.getConfiguration();
  }

  public int getOperationTimeout() {
    return settings.operationTimeoutMillis();
  }

  public int getSyncWaitTimeout() {
    return getConfiguration().getInt(SYNC_WAIT_KEY, SYNC_WAIT_MILLIS);
  }

  public boolean tableExists(TableName table) throws IOException {
    return isMeta(table) || view(table) != null;
  }

  public boolean isTableEnabled(TableName table) throws IOException {
    return isMeta(table) || existing(table).enabled();
  }

  public boolean isTableDisabled(TableName table) throws IOException {
    return !isTableEnabled(table);
  }

  /** All regions of an enabled table serve; of a table that does not exist none does. */
  public boolean isTableAvailable(TableName table) throws IOException {
    return tableExists(table) && isTableEnabled(table);
  }

  public TableName[] listTableNames() throws IOException {
    return listTableNames(null);
  }

  /** As HBase's class, it goes by the text of the pattern, without its flags. */
  public TableName[] listTableNames(Pattern pattern) throws IOException {
    String regex = pattern == null ? null : pattern.toString();
    List<TableName> names = new ArrayList<>();
    asSent(
        () -> {
          for (TableView view : WantedTables.of(store.database(), null, regex, false)) {
            names.add(DescriptorAdapter.hbase(view.descriptor().name()));
          }
        });
    return names.toArray(new TableName[0]);
  }

  public List<TableDescriptor> listTableDescriptors() throws IOException {
    List<TableDescriptor> descriptors = new ArrayList<>();
    for (TableView view : WantedTables.of(store.database(), null, null, false)) {
      descriptors.add(DescriptorAdapter.hbase(view.descriptor()));
    }
    return descriptors;
  }

  public TableDescriptor getDescriptor(TableName table) throws IOException {
    return DescriptorAdapter.hbase(
        isMeta(table) ? MetaTable.descriptor() : existing(table).descriptor());
  }

  public void createTable(TableDescriptor table) throws IOException {
    createTable(table, null);
  }

  public void createTable(TableDescriptor table, byte[][] splitKeys) throws IOException {
    List<byte[]> keys = splitKeys == null ? List.of() : List.of(splitKeys);
    asSent(() -> TableChanges.requireNew(table.getTableName()));
    checkSplitKeys(keys);
    asSent(
        () ->
            store
                .tableChanges()
                .apply(
                    DescriptorAdapter.engine(table.getTableName()),
                    name -> store.database().createTable(DescriptorAdapter.engine(table), keys)));
  }

  public void createTable(TableDescriptor table, byte[] startKey, byte[] endKey, int regions)
      throws IOException {
    if (regions < 3) {
      throw new IllegalArgumentException("Must create at least three regions: " + regions);
    }
    if (Bytes.compareTo(startKey, endKey) >= 0) {
      throw new IllegalArgumentException("Start key must be smaller than end key");
    }
    if (regions == 3) {
      createTable(table, new byte[][] {startKey, endKey});
      return;
    }
    byte[][] splitKeys = Bytes.split(startKey, endKey, regions - 3);
    if (splitKeys == null || splitKeys.length != regions - 1) {
      throw new IllegalArgumentException(
          "Unable to split the key range into " + regions + " regions");
    }
    createTable(table, splitKeys);
  }

  public void enableTable(TableName table) throws IOException {
    asSent(() -> store.tableChanges().enable(DescriptorAdapter.engine(table)));
  }

  public void disableTable(TableName table) throws IOException {
    asSent(
        () -> {
          io.rowandb.engine.catalog.TableName name = DescriptorAdapter.engine(table);
          TableChanges.requireDisablable(name);
          store.tableChanges().apply(name, store.database()::disableTable);
        });
  }

  public void deleteTable(TableName table) throws IOException {
    asSent(() -> store.tableChanges().delete(DescriptorAdapter.engine(table)));
  }

  public void createNamespace(NamespaceDescriptor namespace) throws IOException {
    asSent(() -> store.database().createNamespace(DescriptorAdapter.engine(namespace)));
  }

  public NamespaceDescriptor getNamespaceDescriptor(String name) throws IOException {
    for (NamespaceDescriptor each : listNamespaceDescriptors()) {
      if (each.getName().equals(name)) {
        return each;
      }
    }
    throw ExceptionAdapter.asSent(new NamespaceNotFoundException(name));
  }

  public NamespaceDescriptor[] listNamespaceDescriptors() throws IOException {
    List<NamespaceDescriptor> all = new ArrayList<>();
    for (io.rowandb.engine.catalog.NamespaceDescriptor each : store.database().namespaces()) {
      all.add(DescriptorAdapter.hbase(each));
    }
    return all.toArray(new NamespaceDescriptor[0]);
  }

  public boolean isAborted() {
    return connection.isAborted();
  }

  /** What a call does. */
  @FunctionalInterface
  private interface Step {
    void run() throws IOException;
  }

  /** Fails as the services do, which answer the other calls. */
  private static void asSent(Step step) throws IOException {
    try {
      step.run();
    } catch (ProcedureFailure e) {
      throw e.failure();
    } catch (IOException e) {
      throw ExceptionAdapter.asSent(ExceptionAdapter.translate(e));
    } catch (IllegalArgumentException e) {
      // What the services say of a descriptor that the catalogue refuses.
      throw ExceptionAdapter.asSent(ExceptionAdapter.unexpected(e));
    }
  }

  private TableView view(TableName table) throws IOException {
    return store.database().table(DescriptorAdapter.engine(table));
  }

  private TableView existing(TableName table) throws IOException {
    TableView view = view(table);
    if (view == null) {
      throw ExceptionAdapter.tableNotFound(DescriptorAdapter.engine(table));
    }
    return view;
  }

  private static boolean isMeta(TableName table) {
    return TableName.META_TABLE_NAME.equals(table);
  }

  private static void checkSplitKeys(List<byte[]> keys) {
    List<byte[]> sorted = new ArrayList<>(keys);
    sorted.sort(Bytes.BYTES_COMPARATOR);
    byte[] last = null;
    for (byte[] key : sorted) {
      if (Arrays.equals(key, HConstants.EMPTY_BYTE_ARRAY)) {
        throw new IllegalArgumentException("Empty split key must not be passed in the split keys.");
      }
      if (last != null && Arrays.equals(last, key)) {
        throw new IllegalArgumentException(
            "All split keys must be unique, found duplicate: " + Bytes.toStringBinary(key));
      }
      last = key;
    }
  }
}
