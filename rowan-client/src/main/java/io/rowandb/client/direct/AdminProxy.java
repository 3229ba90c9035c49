package io.rowandb.client.direct;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.client.Admin;

/**
 * HBase's {@code Admin} in two halves: {@link DirectAdmin} answers the methods that it has, and
 * HBase's own class answers all others over the complete door, which the first such call opens.
 *
 * <p>It is a proxy because the interface has nearly three hundred methods, which differ between
 * HBase versions. Safe for many threads.
 */
final class AdminProxy implements InvocationHandler {
  // Fixed at construction.
  private final DirectAdmin direct;
  private final RareCalls rareCalls;

  /** By the interface's method: ours, or itself when we have none. */
  private final Map<Method, Method> targets = new ConcurrentHashMap<>();

  @GuardedBy("this")
  private Admin complete;

  private AdminProxy(DirectAdmin direct, RareCalls rareCalls) {
    this.direct = direct;
    this.rareCalls = rareCalls;
  }

  /** An admin that asks {@code direct} first. */
  static Admin create(DirectAdmin direct, RareCalls rareCalls) {
    return (Admin)
        Proxy.newProxyInstance(
            Admin.class.getClassLoader(),
            new Class<?>[] {Admin.class},
            new AdminProxy(direct, rareCalls));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    if (method.getDeclaringClass() == Object.class) {
      return ofObject(proxy, method, arguments);
    }
    if (method.getName().equals("close")) {
      close();
      return null;
    }
    Method target = targets.computeIfAbsent(method, AdminProxy::target);
    try {
      return target.invoke(target.equals(method) ? complete() : direct, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static Method target(Method method) {
    for (Method ours : DirectAdmin.class.getDeclaredMethods()) {
      if (ours.getName().equals(method.getName())
          && Arrays.equals(ours.getParameterTypes(), method.getParameterTypes())) {
        return ours;
      }
    }
    return method;
  }

  private Object ofObject(Object proxy, Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "equals" -> isSame(proxy, arguments[0]);
      case "hashCode" -> System.identityHashCode(proxy);
      default -> "admin of " + direct.getConnection();
    };
  }

  private static boolean isSame(Object one, Object other) {
    return one == other;
  }

  private synchronized Admin complete() throws IOException {
    if (complete == null) {
      complete = rareCalls.connection().getAdmin();
    }
    return complete;
  }

  private synchronized void close() throws IOException {
    if (complete != null) {
      complete.close();
    }
  }
}
