package io.rowandb.systems.measure;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;

/**
 * A connection whose calls to tables are watched: to count them, or to let a client die at one.
 * Those of an {@code Admin} are not. Used by as many threads as its watch is.
 */
public final class WatchedTables {
  /** Methods of a table that reach no server. */
  private static final Set<String> LOCAL =
      Set.of("close", "getName", "getConfiguration", "toString", "hashCode", "equals");

  /** What watches. */
  public interface Watch {
    /** Makes a call, or does not. */
    Object pass(String method, Object[] arguments, Call call) throws IOException;

    /** A scan gave a row. */
    default void scanned(Result row) {}

    /** A row was written, or a condition kept it from that; buffered writes may yet be sent. */
    default void written(TableName table, byte[] row) {}
  }

  /** A call to the servers, about to be made. */
  public interface Call {
    /** Makes it. */
    Object make() throws IOException;
  }

  // Fixed at construction.
  private final Connection connection;
  private final Watch watch;

  private WatchedTables(Connection connection, Watch watch) {
    this.connection = connection;
    this.watch = watch;
  }

  /** A connection's double. It need not be closed. */
  public static Connection of(Connection connection, Watch watch) {
    return proxy(Connection.class, new WatchedTables(connection, watch)::onConnection);
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private Object onConnection(Object self, Method method, Object[] arguments) throws Throwable {
    return switch (method.getName()) {
      case "getTable" -> {
        if (arguments.length > 1) {
          throw new UnsupportedOperationException("getTable with more than a name");
        }
        Table table = connection.getTable((TableName) arguments[0]);
        yield proxy(Table.class, (proxy, called, given) -> onTable(table, called, given));
      }
      case "getBufferedMutator" -> {
        BufferedMutator mutator = (BufferedMutator) invoke(connection, method, arguments);
        yield proxy(
            BufferedMutator.class, (proxy, called, given) -> onBuffer(mutator, called, given));
      }
      case "equals" -> self == arguments[0]; // another program has another connection
      case "hashCode" -> System.identityHashCode(self);
      default -> invoke(connection, method, arguments);
    };
  }

  private Object onTable(Table table, Method method, Object[] arguments) throws Throwable {
    if (LOCAL.contains(method.getName())) {
      return invoke(table, method, arguments);
    }
    Object result =
        watch.pass(method.getName(), arguments, () -> onServer(table, method, arguments));
    written(table.getName(), method, arguments);
    return result instanceof ResultScanner scanner
        ? proxy(
            ResultScanner.class, (proxy, called, given) -> onScan(scanner, proxy, called, given))
        : result;
  }

  private Object onBuffer(BufferedMutator mutator, Method method, Object[] arguments)
      throws Throwable {
    Object result = invoke(mutator, method, arguments);
    if (method.getName().equals("mutate")) {
      written(mutator.getName(), method, arguments);
    }
    return result;
  }

  private void written(TableName table, Method method, Object[] arguments) {
    if (method.getName().equals("incrementColumnValue")) {
      watch.written(table, (byte[]) arguments[0]);
    } else if (arguments != null && arguments.length > 0) {
      written(table, arguments[0]);
    }
  }

  private void written(TableName table, Object what) {
    if (what instanceof List<?> all) {
      all.forEach(each -> written(table, each));
    } else if (what instanceof Row row && !(row instanceof Get)) {
      watch.written(table, row.getRow());
    }
  }

  private static Object onServer(Object target, Method method, Object[] arguments)
      throws IOException {
    try {
      return invoke(target, method, arguments);
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IOException(e);
    }
  }

  private Object onScan(ResultScanner scanner, Object self, Method method, Object[] arguments)
      throws Throwable {
    boolean one = method.getName().equals("next") && method.getParameterCount() == 0;
    if (method.isDefault() && !one) {
      return InvocationHandler.invokeDefault(self, method, arguments); // by next()
    }
    Object result = invoke(scanner, method, arguments);
    if (one && result instanceof Result row) {
      watch.scanned(row);
    }
    return result;
  }
}
