package io.rowandb.schema.backend;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/** A watched connection whose calls that change tables go through {@link Calls} too. */
public final class WatchedAdmin {
  private static final List<String> CHANGES =
      List.of("createTable", "modifyTable", "addColumnFamily", "disableTable", "deleteTable");

  private WatchedAdmin() {}

  /** A connection's double. */
  public static Connection of(Connection connection, Calls calls) {
    Connection watched = WatchedConnection.of(connection, calls);
    return proxy(
        Connection.class,
        (self, method, arguments) -> {
          if (method.getName().equals("getAdmin")) {
            return admin((Connection) self, connection.getAdmin(), calls);
          }
          return switch (method.getName()) {
            case "equals" -> self == arguments[0];
            case "hashCode" -> System.identityHashCode(self);
            default -> invoke(watched, method, arguments);
          };
        });
  }

  private static Admin admin(Connection self, Admin admin, Calls calls) {
    return proxy(
        Admin.class,
        (proxy, method, arguments) -> {
          if (method.getName().equals("getConnection")) {
            return self;
          }
          return CHANGES.contains(method.getName())
              ? calls.pass(
                  new ServerCall.OfOne(method.getName(), () -> onServer(admin, method, arguments)))
              : invoke(admin, method, arguments);
        });
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Object onServer(Object target, Method method, Object[] arguments)
      throws IOException {
    try {
      return invoke(target, method, arguments);
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("not thrown by HBase's client", e);
    }
  }

  private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
