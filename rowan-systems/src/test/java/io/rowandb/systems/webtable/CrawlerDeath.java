package io.rowandb.systems.webtable;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;

/** A connection whose program dies at one of its calls to tables; it makes no later one. */
final class CrawlerDeath {
  private static final Set<String> LOCAL =
      Set.of("close", "getName", "getConfiguration", "toString", "hashCode", "equals");

  /** Where of the call. */
  enum Moment {
    /** No server has got it. */
    BEFORE(0),
    /** Half of its rows are done; of a call for one row none. */
    WITHIN(1),
    /** It is done, and its answer is lost. */
    AFTER(2);

    private final int shift;

    Moment(int shift) {
      this.shift = shift;
    }

    /** So that moments take turns where not each call is tried. */
    int shift() {
      return shift;
    }

    /** The first call at which a program dies so, when calls so far apart are tried. */
    int first(int callsApart) {
      return shift % callsApart;
    }
  }

  /** Not an exception, lest somebody handles it. */
  static final class CrawlerDied extends Error {
    private static final long serialVersionUID = 1;

    private CrawlerDied(String call) {
      super(call);
    }
  }

  // Fixed at construction.
  private final Connection connection;
  private final int fatalCall;
  private final Moment moment;

  private int calls;
  private boolean dead;

  /**
   * Chooses when.
   *
   * @param fatalCall its number, from 0
   */
  CrawlerDeath(Connection connection, int fatalCall, Moment moment) {
    this.connection = connection;
    this.fatalCall = fatalCall;
    this.moment = moment;
  }

  boolean happened() {
    return dead;
  }

  Connection connection() {
    return proxy(
        Connection.class,
        (self, method, arguments) -> {
          if (method.getName().equals("getTable") && arguments[0] instanceof TableName name) {
            Table table = connection.getTable(name);
            return proxy(Table.class, (of, called, given) -> onTable(table, called, given));
          }
          return switch (method.getName()) {
            case "equals" -> self == arguments[0]; // another program has another connection
            case "hashCode" -> System.identityHashCode(self);
            default -> invoke(connection, method, arguments);
          };
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

  private Object onTable(Table table, Method method, Object[] arguments) throws Throwable {
    if (LOCAL.contains(method.getName())) {
      return invoke(table, method, arguments);
    }
    if (dead) {
      throw new CrawlerDied("dead already, before " + method.getName());
    }
    if (calls++ != fatalCall) {
      return invoke(table, method, arguments);
    }
    dead = true;
    if (moment == Moment.AFTER) {
      invoke(table, method, arguments);
    } else if (moment == Moment.WITHIN && isOfMany(method, arguments)) {
      half(table, (List<?>) arguments[0]);
    }
    throw new CrawlerDied(moment + " of " + method.getName() + ", call " + fatalCall);
  }

  private static boolean isOfMany(Method method, Object[] arguments) {
    return Set.of("put", "delete", "batch").contains(method.getName())
        && arguments[0] instanceof List<?>;
  }

  private static void half(Table table, List<?> rows) throws IOException, InterruptedException {
    List<Row> some = rows.stream().map(Row.class::cast).limit((rows.size() + 1) / 2).toList();
    table.batch(some, new Object[some.size()]);
  }
}
