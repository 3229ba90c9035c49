package io.rowandb.testkit.backend;

import io.rowandb.client.Rowan;
import io.rowandb.client.inprocess.CompleteDoor;
import io.rowandb.testkit.oracle.LocalHBase;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * What {@code -Drowan.backend} names, {@code fast}, {@code complete} or {@code hbase}: begun with
 * the first test that asks for a connection, closed after the last of the run; HBase, which takes
 * seconds to begin, after the last of the process.
 */
public final class BackEnd implements ParameterResolver {
  private static final String PROPERTY = "rowan.backend";

  private static final ExtensionContext.Namespace SPACE =
      ExtensionContext.Namespace.create(BackEnd.class);

  private static final AtomicInteger TABLES = new AtomicInteger();

  private static LocalHBase hbase;

  /** A name that no other test has. */
  public static String newTableName(String purpose) {
    return purpose + TABLES.incrementAndGet();
  }

  /** Drops a table, and those whose names are its own, an underscore and something more. */
  public static void drop(Connection connection, String table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (TableName each : admin.listTableNames()) {
        String name = each.getNameAsString();
        if (name.equals(table) || name.startsWith(table + "_")) {
          if (admin.isTableEnabled(each)) {
            admin.disableTable(each);
          }
          admin.deleteTable(each);
        }
      }
    }
  }

  /** Which one it is. */
  public static String name() {
    return System.getProperty(PROPERTY, "fast");
  }

  /** Whether it is HBase, where each call takes a hundred times as long. */
  public static boolean isHBase() {
    return name().equals("hbase");
  }

  /** Whether all is asked of it, however long it takes: {@code ./rowan test --full}. */
  public static boolean isFull() {
    return Boolean.getBoolean("rowan.full");
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == Connection.class || type == Configuration.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Run run =
        context
            .getRoot()
            .getStore(SPACE)
            .getOrComputeIfAbsent(Run.class, key -> start(), Run.class);
    return parameter.getParameter().getType() == Connection.class
        ? run.connection
        : run.configuration;
  }

  private static synchronized LocalHBase hbase() throws IOException {
    if (hbase == null) {
      hbase = LocalHBase.startForProcess("tables", BackEnd::small);
    }
    return hbase;
  }

  private static Run start() {
    try {
      return switch (name()) {
        case "fast" -> new Run(quick(Rowan.configuration("mem:tables")));
        case "complete" ->
            new Run(quick(CompleteDoor.configure(Rowan.configuration("mem:tables"))));
        case "hbase" -> new Run(hbase().configuration());
        default ->
            throw new IllegalArgumentException(
                PROPERTY + " must be fast, complete or hbase: " + name());
      };
    } catch (IOException e) {
      throw new IllegalStateException("back end " + name() + " does not start", e);
    }
  }

  /**
   * Hundreds of tables stay until the end, and each store that was written to has a chunk of 2 MB.
   */
  private static void small(Configuration configuration) {
    quick(configuration).setBoolean("hbase.hregion.memstore.mslab.enabled", false);
  }

  /** A test that must fail should not wait for minutes. */
  private static Configuration quick(Configuration configuration) {
    configuration.setInt("hbase.client.retries.number", 5);
    configuration.setInt("hbase.client.pause", 5);
    return configuration;
  }

  private static final class Run implements ExtensionContext.Store.CloseableResource {
    private final Configuration configuration;
    private final Connection connection;

    Run(Configuration configuration) throws IOException {
      this.configuration = configuration;
      connection = ConnectionFactory.createConnection(configuration);
    }

    @Override
    public void close() throws IOException {
      connection.close();
    }
  }
}
