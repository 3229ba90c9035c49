package io.rowandb.systems.fault;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;

/**
 * A connection whose calls that write can be counted, made to fail from one on, and executed again.
 * Used by one thread while it is told anything.
 */
public final class FaultyConnection {
  private static final Set<String> WRITES =
      Set.of("put", "delete", "checkAndMutate", "mutateRow", "increment", "append", "batch");

  // Fixed at construction.
  private final Connection connection;
  private final Connection real;

  private final List<Callable<?>> written = new ArrayList<>();
  private int left = Integer.MAX_VALUE;
  private boolean lastIsExecuted;
  private int untilAction;
  private Callable<?> meanwhile;

  /** Over a connection that works. */
  public FaultyConnection(Connection real) {
    this.real = real;
    connection = proxy(Connection.class, real, this::ofConnection);
  }

  /** How a call is answered. */
  public interface Answer {
    /** Makes the call, as often as it likes. */
    Object of(Callable<Object> call) throws Exception;
  }

  /** A connection whose tables answer calls of a name in another way. */
  public static Connection answering(Connection real, String name, Answer answer) {
    return proxy(
        Connection.class,
        real,
        (self, method, arguments) -> {
          Object result = invoke(real, method, arguments);
          return method.getName().equals("getTable")
              ? proxy(
                  Table.class,
                  (Table) result,
                  (table, call, given) ->
                      call.getName().equals(name)
                          ? answer.of(() -> again(result, call, given))
                          : invoke(result, call, given))
              : result;
        });
  }

  /** What the program under test gets. */
  public Connection connection() {
    return connection;
  }

  /**
   * Lets some calls that write pass, and no further call of any table.
   *
   * @param executed whether the first call that fails is executed all the same
   */
  public synchronized void dieBehind(int calls, boolean executed) {
    left = calls;
    lastIsExecuted = executed;
  }

  /** Lets some calls that write pass, and does something before the next one. */
  public synchronized void meanwhile(int calls, Callable<?> action) {
    untilAction = calls;
    meanwhile = action;
  }

  /** Lets all calls pass. */
  public synchronized void live() {
    left = Integer.MAX_VALUE;
  }

  /** All calls that wrote so far, to be executed again. */
  public synchronized List<Callable<?>> written() {
    return new ArrayList<>(written);
  }

  private Object ofConnection(Object proxy, Method method, Object[] arguments) throws Throwable {
    Object result = invoke(real, method, arguments);
    return method.getName().equals("getTable")
        ? proxy(Table.class, (Table) result, (self, call, given) -> ofTable(result, call, given))
        : result;
  }

  private Object ofTable(Object table, Method method, Object[] arguments) throws Throwable {
    if (method.getName().equals("close")) {
      return invoke(table, method, arguments); // which tells nobody anything
    }
    boolean writes = WRITES.contains(method.getName());
    if (writes) {
      actMeanwhile();
    }
    boolean executed;
    synchronized (this) {
      if (left < 0) {
        throw new IOException("the program is dead");
      }
      executed = !writes || left > 0 || lastIsExecuted;
      if (writes && left != Integer.MAX_VALUE) {
        left--;
      }
      if (writes && executed) {
        written.add(() -> again(table, method, arguments));
      }
      if (!executed) {
        throw new IOException("the program dies before a call");
      }
    }
    Object result = invoke(table, method, arguments);
    synchronized (this) {
      if (left < 0) {
        throw new IOException("the program dies behind a call");
      }
    }
    return result;
  }

  private void actMeanwhile() throws Exception {
    Callable<?> action = null;
    synchronized (this) {
      if (meanwhile != null && untilAction-- == 0) {
        action = meanwhile;
        meanwhile = null;
      }
    }
    if (action != null) {
      action.call();
    }
  }

  /** Whether there was no call before which to do what was to be done meanwhile. */
  public synchronized boolean isTooShort() {
    return meanwhile != null;
  }

  private static Object again(Object table, Method method, Object[] arguments) throws Exception {
    return method.invoke(table, arguments);
  }

  private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static <T> T proxy(Class<T> type, T target, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(target.getClass().getClassLoader(), new Class<?>[] {type}, handler));
  }
}
