package io.rowandb.client.direct;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * HBase's interfaces are full of default methods that only throw: a class that compiles can still
 * be empty. So every method is implemented here, or stands in a list of those whose default says
 * the right thing.
 */
class InterfaceCoverageTest {
  /** Defaults that lead to methods we have. */
  private static final Set<String> GOOD_DEFAULTS =
      Set.of(
          // Table: in terms of others.
          "Table.existsAll(List)",
          "Table.getTableDescriptor()",
          "Table.getRpcTimeout()",
          "Table.setRpcTimeout(int)",
          "Table.getReadRpcTimeout()",
          "Table.getWriteRpcTimeout()",
          "Table.getOperationTimeout()",
          // Connection: in terms of getTableBuilder.
          "Connection.getTable(TableName)",
          "Connection.getTable(TableName,ExecutorService)",
          // BufferedMutator: in terms of setWriteBufferPeriodicFlush(timeout, tick).
          "BufferedMutator.setWriteBufferPeriodicFlush(long)",
          "BufferedMutator.disableWriteBufferPeriodicFlush()",
          // RegionLocator: in terms of the two that have every parameter.
          "RegionLocator.getRegionLocation(byte[])",
          "RegionLocator.getRegionLocation(byte[],boolean)",
          "RegionLocator.getRegionLocation(byte[],int)",
          "RegionLocator.getRegionLocations(byte[])",
          "RegionLocator.getStartKeys()",
          "RegionLocator.getEndKeys()",
          "RegionLocator.getStartEndKeys()",
          // ResultScanner: in terms of next().
          "ResultScanner.iterator()",
          "ResultScanner.next(int)",
          "Iterable.forEach(Consumer)",
          "Iterable.spliterator()",
          "Abortable.abort(String)");

  static List<Arguments> pairs() {
    return List.of(
        Arguments.of(Table.class, DirectTable.class),
        Arguments.of(Connection.class, DirectConnection.class),
        Arguments.of(BufferedMutator.class, DirectBufferedMutator.class),
        Arguments.of(RegionLocator.class, DirectRegionLocator.class),
        Arguments.of(ResultScanner.class, DirectScanner.class),
        Arguments.of(TableBuilder.class, DirectTableBuilder.class));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void noMethodIsLeftToADefaultThatThrows(Class<?> api, Class<?> ours) throws Exception {
    List<String> left = new ArrayList<>();
    for (Method method : api.getMethods()) {
      if (Modifier.isStatic(method.getModifiers())) {
        continue;
      }
      Method found = ours.getMethod(method.getName(), method.getParameterTypes());
      if (found.getDeclaringClass().isInterface() && !GOOD_DEFAULTS.contains(name(found))) {
        left.add(name(found));
      }
    }
    assertThat(left).isEmpty();
  }

  private static String name(Method method) {
    StringBuilder parameters = new StringBuilder();
    for (Class<?> type : method.getParameterTypes()) {
      parameters.append(parameters.length() == 0 ? "" : ",").append(type.getSimpleName());
    }
    return method.getDeclaringClass().getSimpleName()
        + "."
        + method.getName()
        + "("
        + parameters
        + ")";
  }
}
