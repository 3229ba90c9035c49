package io.rowandb.schema.backend;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.security.AccessDeniedException;

/** A connection of somebody who may not see descriptors, and writes by any design all the same. */
public final class BlindConnection {
  private BlindConnection() {}

  /** To the same store. */
  public static Connection of(Connection connection) {
    return proxy(
        Connection.class,
        (self, method, arguments) -> {
          Object result = made(connection, method, arguments);
          return result instanceof Admin admin ? blind(admin) : result;
        });
  }

  private static Admin blind(Admin admin) {
    return proxy(
        Admin.class,
        (self, method, arguments) -> {
          if (method.getName().equals("getDescriptor")) {
            throw new AccessDeniedException("descriptor of " + arguments[0]);
          }
          return made(admin, method, arguments);
        });
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Object made(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
