package io.rowandb.schema.backend;

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
    return WatchedConnection.proxy(
        Connection.class,
        (self, method, arguments) -> {
          if (method.getName().equals("getAdmin")) {
            return admin((Connection) self, connection.getAdmin(), calls);
          }
          return switch (method.getName()) {
            case "equals" -> self == arguments[0];
            case "hashCode" -> System.identityHashCode(self);
            default -> WatchedConnection.invoke(watched, method, arguments);
          };
        });
  }

  private static Admin admin(Connection self, Admin admin, Calls calls) {
    return WatchedConnection.proxy(
        Admin.class,
        (proxy, method, arguments) -> {
          if (method.getName().equals("getConnection")) {
            return self;
          }
          return CHANGES.contains(method.getName())
              ? calls.pass(
                  new ServerCall.OfOne(
                      method.getName(), () -> WatchedConnection.onServer(admin, method, arguments)))
              : WatchedConnection.invoke(admin, method, arguments);
        });
  }
}
