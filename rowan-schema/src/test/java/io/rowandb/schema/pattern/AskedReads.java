package io.rowandb.schema.pattern;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/** The scans and gets that servers are asked for through a connection, one after the other. */
final class AskedReads {
  /**
   * A scan, or a call for rows.
   *
   * @param scan null for a call for rows
   */
  record Asked(String table, Scan scan, List<Get> gets) {}

  // Fixed at construction.
  private final Connection connection;

  private final List<Asked> asked = new ArrayList<>();

  AskedReads(Connection connection) {
    this.connection = connection;
  }

  /** The connection's double. */
  Connection connection() {
    return proxy(
        Connection.class,
        (self, method, arguments) -> {
          Object result = invoke(connection, method, arguments);
          return result instanceof Table table ? watched(table) : result;
        });
  }

  private Table watched(Table table) {
    TableName name = table.getName();
    return proxy(
        Table.class,
        (self, method, arguments) -> {
          Object first = arguments == null || arguments.length == 0 ? null : arguments[0];
          if (method.getName().equals("getScanner") && first instanceof Scan scan) {
            asked.add(new Asked(name.getNameAsString(), scan, List.of()));
          }
          if (method.getName().equals("get") && first instanceof List<?> gets) {
            asked.add(
                new Asked(
                    name.getNameAsString(), null, gets.stream().map(Get.class::cast).toList()));
          }
          return invoke(table, method, arguments);
        });
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

  /** What was asked since the last time. */
  List<Asked> take() {
    List<Asked> taken = List.copyOf(asked);
    asked.clear();
    return taken;
  }
}
