package io.rowandb.tsdb;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;

/**
 * A client that dies at one of its calls, before or after it is made; later ones are not made
 * either. Used by one thread.
 */
public final class DyingConnection {
  /** Those that reach the servers. */
  private static final Set<String> CALLS =
      Set.of(
          "get",
          "put",
          "batch",
          "delete",
          "checkAndMutate",
          "incrementColumnValue",
          "mutateRow",
          "getScanner",
          "createTable",
          "modifyTable",
          "disableTable",
          "deleteTable");

  // Fixed at construction.
  private final Connection connection;
  private final int fatalCall;
  private final boolean isMade;
  private final boolean livesOn;

  private int calls;
  private boolean dead;

  /**
   * Chooses when.
   *
   * @param fatalCall its number, from 0
   * @param isMade whether it dies after the call, whose answer is lost
   */
  public DyingConnection(Connection connection, int fatalCall, boolean isMade) {
    this(connection, fatalCall, isMade, false);
  }

  private DyingConnection(Connection connection, int fatalCall, boolean isMade, boolean livesOn) {
    this.livesOn = livesOn;
    this.connection = connection;
    this.fatalCall = fatalCall;
    this.isMade = isMade;
  }

  /** One of which a single call fails after it was made, and all others do what they should. */
  public static DyingConnection losing(Connection connection, int call) {
    return new DyingConnection(connection, call, true, true);
  }

  /** The one that dies. */
  public Connection connection() {
    return proxy(
        Connection.class,
        (method, arguments) -> {
          Object result = invoke(connection, method, arguments);
          if (result instanceof Admin admin) {
            return counted(Admin.class, admin);
          }
          return result instanceof Table table ? counted(Table.class, table) : result;
        });
  }

  private <T> T counted(Class<T> type, T on) {
    return proxy(
        type,
        (method, arguments) ->
            CALLS.contains(method.getName())
                ? call(on, method, arguments)
                : invoke(on, method, arguments));
  }

  private Object call(Object on, Method method, Object[] arguments) throws Throwable {
    if (dead && livesOn) {
      return invoke(on, method, arguments);
    }
    if (dead) {
      throw new IOException("dead already, before " + method.getName());
    }
    dead = calls++ == fatalCall;
    if (!dead) {
      return invoke(on, method, arguments);
    }
    if (isMade) {
      invoke(on, method, arguments);
    }
    throw new IOException("dead at " + method.getName());
  }

  /** Whether it came to that. */
  public boolean isDead() {
    return dead;
  }

  private interface Handler {
    Object call(Method method, Object[] arguments) throws Throwable;
  }

  private static <T> T proxy(Class<T> type, Handler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> handler.call(method, arguments)));
  }

  private static Object invoke(Object on, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(on, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
