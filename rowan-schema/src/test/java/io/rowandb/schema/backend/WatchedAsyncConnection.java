package io.rowandb.schema.backend;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Scan;

/**
 * An asynchronous connection whose calls to servers go through {@link AsyncCalls}. All answers but
 * the rows of scans come in one thread: a callback that waits for another answer waits for ever.
 */
public final class WatchedAsyncConnection {
  private static final Set<String> OF_MANY_ROWS =
      Set.of("putAll", "deleteAll", "batchAll", "checkAndMutateAll");

  private static final ExecutorService ANSWERS =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "answers");
            thread.setDaemon(true);
            return thread;
          });

  private WatchedAsyncConnection() {}

  /** A connection's double. */
  public static AsyncConnection of(AsyncConnection connection, AsyncCalls calls) {
    return (AsyncConnection)
        proxy(
            AsyncConnection.class,
            (self, method, arguments) -> {
              Object result =
                  switch (method.getName()) {
                    case "getConfiguration" -> Patience.of(connection.getConfiguration());
                    case "equals" -> self == arguments[0];
                    case "hashCode" -> System.identityHashCode(self);
                    default -> invoke(connection, method, arguments);
                  };
              return result instanceof AsyncTable<?> table && arguments[0] instanceof TableName
                  ? proxy(
                      AsyncTable.class,
                      (proxy, called, given) -> onTable(table, calls, called, given))
                  : result;
            });
  }

  private static Object proxy(Class<?> type, InvocationHandler handler) {
    return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
  }

  private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the caller has it
  private static Object onTable(
      AsyncTable<?> table, AsyncCalls calls, Method method, Object[] arguments) throws Throwable {
    String name = method.getName();
    if (name.equals("scan") && arguments[1] instanceof AdvancedScanResultConsumer consumer) {
      scan(table, calls, (Scan) arguments[0], consumer);
      return null;
    }
    if (OF_MANY_ROWS.contains(name)) {
      List<?> rows = (List<?>) arguments[0];
      return answer(
          calls,
          new AsyncServerCall(
              name, rows.size(), count -> call(table, method, rows.subList(0, count))));
    }
    return CompletableFuture.class.isAssignableFrom(method.getReturnType())
        ? answer(calls, new AsyncServerCall(name, 1, one -> call(table, method, arguments)))
        : invoke(table, method, arguments);
  }

  private static CompletableFuture<?> call(Object table, Method method, Object... arguments) {
    try {
      return (CompletableFuture<?>) invoke(table, method, arguments);
    } catch (Throwable e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static CompletableFuture<?> answer(AsyncCalls calls, AsyncServerCall call) {
    CompletableFuture<Object> answer = new CompletableFuture<>();
    var unused =
        calls
            .pass(call)
            .whenCompleteAsync(
                (value, failure) -> {
                  if (failure == null) {
                    answer.complete(value);
                  } else {
                    answer.completeExceptionally(failure);
                  }
                },
                ANSWERS);
    return answer;
  }

  /** A call that changes nothing, so that one which dies need not be made. */
  @SuppressWarnings("unchecked") // the consumer's type is the table's
  private static void scan(
      AsyncTable<?> table, AsyncCalls calls, Scan scan, AdvancedScanResultConsumer consumer) {
    AsyncServerCall call =
        new AsyncServerCall("scan", 1, one -> CompletableFuture.completedFuture(null));
    var unused =
        answer(calls, call)
            .whenComplete(
                (value, failure) -> {
                  if (failure == null) {
                    ((AsyncTable<AdvancedScanResultConsumer>) table).scan(scan, consumer);
                  } else {
                    consumer.onError(failure);
                  }
                });
  }
}
