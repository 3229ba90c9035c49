package io.rowandb.gateway;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.function.Function;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;

/**
 * Makes the error messages for requests at which HBase's handler fails: Thrift itself says
 * "Internal error" for any exception that a call does not declare. No instances.
 */
final class ThriftFailures {
  private ThriftFailures() {}

  /**
   * A handler whose failures are told in words.
   *
   * @param calls the interface of both
   * @param illegal an exception that many calls declare for wrong arguments
   */
  static <T> T inWords(Class<T> calls, T handler, Function<String, TException> illegal) {
    Class<?> declared = illegal.apply("").getClass();
    Object told =
        Proxy.newProxyInstance(
            ThriftFailures.class.getClassLoader(),
            new Class<?>[] {calls},
            (self, method, arguments) -> {
              try {
                return method.invoke(handler, arguments);
              } catch (InvocationTargetException e) {
                if (e.getCause() instanceof RuntimeException failure) {
                  boolean isDeclared = Arrays.asList(method.getExceptionTypes()).contains(declared);
                  throw isDeclared && isOfRequest(failure)
                      ? illegal.apply(words(failure))
                      : new TApplicationException(
                          TApplicationException.INTERNAL_ERROR, words(failure));
                }
                throw e.getCause();
              }
            });
    return calls.cast(told);
  }

  private static boolean isOfRequest(RuntimeException failure) {
    return failure instanceof IllegalArgumentException
        || failure instanceof IndexOutOfBoundsException;
  }

  private static String words(RuntimeException failure) {
    return ErrorWords.withoutPlaces(failure.toString(), "\n");
  }
}
