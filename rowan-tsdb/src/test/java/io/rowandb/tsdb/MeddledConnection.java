package io.rowandb.tsdb;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;

/** Lets somebody else do something right before one of a client's calls of a kind. One thread. */
public final class MeddledConnection {
  /** What he does. */
  public interface Action {
    /** Once. */
    void run() throws IOException;
  }

  // Fixed at construction.
  private final Connection connection;
  private final String call;
  private final Action action;

  private int before;
  private boolean isDone;

  /**
   * Before the first one.
   *
   * @param call a method of Table
   */
  public MeddledConnection(Connection connection, String call, Action action) {
    this(connection, call, 0, action);
  }

  /**
   * Chooses when.
   *
   * @param call a method of Table
   * @param before so many calls of it are made before, from 0
   */
  public MeddledConnection(Connection connection, String call, int before, Action action) {
    this.before = before;
    this.connection = connection;
    this.call = call;
    this.action = action;
  }

  /** The one that is meddled with. */
  public Connection connection() {
    return proxy(Connection.class, connection);
  }

  /** Whether it came to that. */
  public boolean isDone() {
    return isDone;
  }

  private <T> T proxy(Class<T> type, T on) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (method.getName().equals(call) && !isDone && before-- == 0) {
                isDone = true;
                action.run();
              }
              Object result = invoke(on, method, arguments);
              return result instanceof Table table ? proxy(Table.class, table) : result;
            }));
  }

  private static Object invoke(Object on, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(on, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
