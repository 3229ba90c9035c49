package io.rowandb.schema.backend;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcChannel;

/**
 * A connection whose calls to servers go through {@link Calls}. A buffered mutator sends what it
 * has when it is flushed or closed, not before; of a scanner, opening and the first row are calls.
 */
public final class WatchedConnection {
  /** Methods of a table that reach no server. */
  private static final Set<String> LOCAL =
      Set.of("close", "getName", "getConfiguration", "toString", "hashCode", "equals");

  // Fixed at construction.
  private final Connection connection;
  private final Calls calls;

  private WatchedConnection(Connection connection, Calls calls) {
    this.connection = connection;
    this.calls = calls;
  }

  /** A connection's double. */
  public static Connection of(Connection connection, Calls calls) {
    return proxy(Connection.class, new WatchedConnection(connection, calls)::onConnection);
  }

  static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private Object onConnection(Object self, Method method, Object[] arguments) throws Throwable {
    if (method.getName().equals("getTable") && arguments[0] instanceof TableName name) {
      Table table = connection.getTable(name);
      return proxy(Table.class, (proxy, called, given) -> onTable(table, called, given));
    }
    if (method.getName().equals("getBufferedMutator") && arguments[0] instanceof TableName name) {
      Buffer buffer = new Buffer(connection.getTable(name), new ArrayList<>());
      return proxy(
          BufferedMutator.class, (proxy, called, given) -> buffered(buffer, called, given));
    }
    return switch (method.getName()) {
      case "getConfiguration" -> Patience.of(connection.getConfiguration());
      case "equals" -> self == arguments[0]; // another program has another connection
      case "hashCode" -> System.identityHashCode(self);
      default -> invoke(connection, method, arguments);
    };
  }

  private Object onTable(Table table, Method method, Object[] arguments) throws Throwable {
    String name = method.getName();
    if (LOCAL.contains(name)) {
      return invoke(table, method, arguments);
    }
    if (name.equals("coprocessorService") && arguments.length == 1) {
      CoprocessorRpcChannel channel = table.coprocessorService((byte[]) arguments[0]);
      return proxy(
          CoprocessorRpcChannel.class,
          (proxy, called, given) ->
              calls.pass(new ServerCall.OfOne(name, () -> onEndpoint(channel, called, given))));
    }
    if (arguments != null && arguments[0] instanceof List<?> list && !name.equals("get")) {
      return calls.pass(ofMany(table, name, list));
    }
    Object result =
        calls.pass(new ServerCall.OfOne(name, () -> onServer(table, method, arguments)));
    return result instanceof ResultScanner scanner ? watched(scanner) : result;
  }

  private static ServerCall ofMany(Table table, String name, List<?> list) {
    return switch (name) {
      case "put" ->
          new ServerCall.OfMany<>(
              name,
              cast(list, Put.class),
              some -> {
                table.put(some);
                return null;
              });
      case "delete" ->
          new ServerCall.OfMany<>(
              name,
              cast(list, Delete.class),
              some -> {
                table.delete(new ArrayList<>(some));
                return null;
              });
      case "batch" ->
          new ServerCall.OfMany<>(name, cast(list, Row.class), some -> batch(table, some));
      case "checkAndMutate" ->
          new ServerCall.OfMany<>(name, cast(list, CheckAndMutate.class), table::checkAndMutate);
      default -> throw new UnsupportedOperationException(name + " of many rows");
    };
  }

  static Object onServer(Object target, Method method, Object[] arguments) throws IOException {
    try {
      return invoke(target, method, arguments);
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("not thrown by HBase's client", e);
    }
  }

  private static Object onEndpoint(Object channel, Method method, Object[] arguments)
      throws IOException {
    try {
      return invoke(channel, method, arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e);
    }
  }

  private static <T> List<T> cast(List<?> list, Class<T> type) {
    return list.stream().map(type::cast).toList();
  }

  private static Object batch(Table table, List<? extends Row> rows) throws IOException {
    try {
      table.batch(rows, new Object[rows.size()]);
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted").initCause(e);
    }
  }

  private ResultScanner watched(ResultScanner scanner) {
    boolean[] begun = new boolean[1];
    return proxy(
        ResultScanner.class,
        (proxy, method, arguments) -> {
          if (!method.getName().equals("next") || begun[0]) {
            return invoke(scanner, method, arguments);
          }
          begun[0] = true;
          return calls.pass(
              new ServerCall.OfOne("next", () -> onServer(scanner, method, arguments)));
        });
  }

  private record Buffer(Table table, List<Mutation> waiting) {}

  private Object buffered(Buffer buffer, Method method, Object[] arguments) throws Throwable {
    switch (method.getName()) {
      case "mutate" -> {
        if (arguments[0] instanceof List<?> some) {
          buffer.waiting.addAll(cast(some, Mutation.class));
        } else {
          buffer.waiting.add((Mutation) arguments[0]);
        }
      }
      case "flush" -> flush(buffer);
      case "close" -> {
        try {
          flush(buffer);
        } finally {
          buffer.table.close();
        }
      }
      default -> throw new UnsupportedOperationException(method.toString());
    }
    return null;
  }

  private void flush(Buffer buffer) throws IOException {
    List<Mutation> waiting = List.copyOf(buffer.waiting);
    buffer.waiting.clear();
    if (!waiting.isEmpty()) {
      calls.pass(new ServerCall.OfMany<>("flush", waiting, some -> batch(buffer.table, some)));
    }
  }
}
