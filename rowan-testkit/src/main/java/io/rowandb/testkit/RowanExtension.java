package io.rowandb.testkit;

import java.io.IOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Parameter;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * The JUnit 5 extension for a {@link TestStore}: {@link RowanTest} registers it and describes what
 * it does. Stateless, so one instance can serve tests that run in parallel.
 */
public final class RowanExtension implements ParameterResolver {
  private static final List<Class<?>> TYPES =
      List.of(
          Connection.class,
          AsyncConnection.class,
          Admin.class,
          Table.class,
          Configuration.class,
          TestStore.class,
          TestClock.class);

  /** For JUnit. */
  public RowanExtension() {}

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.isAnnotated(OfTable.class)
        || TYPES.contains(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Parameter target = parameter.getParameter();
    Class<?> type = target.getType();
    if (parameter.isAnnotated(OfTable.class) && type != Table.class) {
      throw new ParameterResolutionException(
          "@OfTable is for parameters of type Table, not " + type.getName() + ": " + target);
    }
    TestStore store =
        TestStores.of(context)
            .orElseThrow(
                () ->
                    new ParameterResolutionException(
                        "There is no store yet for "
                            + target
                            + " of "
                            + parameter.getDeclaringExecutable()
                            + ": each test method has its own, and a constructor, @BeforeAll or"
                            + " @AfterAll method belongs to none. Inject it into @BeforeEach, or say"
                            + " @RowanTest(lifetime = CLASS) or FORK."));
    try {
      return type == Table.class ? table(parameter, context, store) : value(type, store);
    } catch (IOException e) {
      throw new ParameterResolutionException("Cannot make a " + type.getSimpleName(), e);
    }
  }

  private static Object value(Class<?> type, TestStore store) throws IOException {
    if (type == Connection.class) {
      return store.connection();
    }
    if (type == AsyncConnection.class) {
      return store.asyncConnection();
    }
    if (type == Admin.class) {
      return store.admin();
    }
    if (type == Configuration.class) {
      return store.configuration();
    }
    return type == TestClock.class ? store.clock() : store;
  }

  private static Table table(ParameterContext parameter, ExtensionContext context, TestStore store)
      throws IOException {
    String name =
        parameter
            .findAnnotation(OfTable.class)
            .map(OfTable::value)
            .orElseGet(() -> only(parameter, context));
    return store.table(name);
  }

  private static String only(ParameterContext parameter, ExtensionContext context) {
    Executable executable = parameter.getDeclaringExecutable();
    List<String> declared = TestStores.tablesAround(executable, context);
    if (declared.size() == 1) {
      return declared.get(0);
    }
    throw new ParameterResolutionException(
        "Which table "
            + parameter.getParameter()
            + " of "
            + executable
            + " is, @OfTable must say, unless one @WithTable stands on the method or on its class;"
            + " there are "
            + declared);
  }
}
