package io.rowandb.schema.view;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;

/**
 * A connection that numbers the calls of its tables from 0, and at one of them dies or lets
 * somebody else go first. After its death every call fails.
 */
final class WatchedConnection {
  /** How a client dies at a call. */
  enum Death {
    /** The call is not made. */
    BEFORE,
    /** Of several changes the first half is made. */
    IN_THE_MIDDLE,
    /** The call is made, and nobody hears of it. */
    AFTER
  }

  /** What others do before a call. */
  @FunctionalInterface
  interface Others {
    void run() throws IOException;
  }

  private static final Set<String> CALLS =
      Set.of("get", "put", "delete", "batch", "mutateRow", "checkAndMutate", "getScanner");

  // Fixed at construction.
  private final Connection connection;
  private final Others others;
  private final int othersAt;
  private final Death death;
  private final int deathAt;

  private int calls;
  private boolean dead;

  private WatchedConnection(
      Connection connection, Others others, int othersAt, Death death, int deathAt) {
    this.connection = connection;
    this.others = others;
    this.othersAt = othersAt;
    this.death = death;
    this.deathAt = deathAt;
  }

  static WatchedConnection dying(Connection connection, Death death, int call) {
    return new WatchedConnection(connection, () -> {}, -1, death, call);
  }

  static WatchedConnection withOthers(Connection connection, Others others, int call) {
    return new WatchedConnection(connection, others, call, Death.BEFORE, -1);
  }

  /** Others go first at a call, and at a later one it dies. */
  static WatchedConnection withOthersDying(
      Connection connection, Others others, int othersAt, int deathAt) {
    return new WatchedConnection(connection, others, othersAt, Death.BEFORE, deathAt);
  }

  /** The connection, whose tables are watched. */
  Connection connection() {
    return proxy(
        Connection.class,
        (self, method, arguments) -> {
          Object result = call(connection, method, arguments);
          return result instanceof Table table ? watched(table) : result;
        });
  }

  /** How many calls there were. */
  int calls() {
    return calls;
  }

  private Table watched(Table table) {
    return proxy(
        Table.class,
        (self, method, arguments) ->
            CALLS.contains(method.getName())
                ? watchedCall(table, method, arguments)
                : call(table, method, arguments));
  }

  private Object watchedCall(Table table, Method method, Object[] arguments) throws Throwable {
    int number = calls++;
    if (number == othersAt) {
      others.run();
    }
    if (number != deathAt && !dead) {
      return call(table, method, arguments);
    }
    if (!dead && death == Death.AFTER) {
      call(table, method, arguments);
    } else if (!dead && death == Death.IN_THE_MIDDLE && method.getName().equals("batch")) {
      List<?> all = (List<?>) arguments[0];
      List<Row> half = all.subList(0, all.size() / 2).stream().map(Row.class::cast).toList();
      table.batch(half, new Object[half.size()]);
    }
    dead = true;
    throw new IOException("the client dies here");
  }

  private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
