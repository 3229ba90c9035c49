package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncAdminBuilder;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncBufferedMutatorBuilder;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Hbck;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The suite calls every method of the interfaces by which a program meets HBase, or
 * docs/compatibility.md lists it as refused.
 *
 * <p>Read from the compiled tests, so it proves that a call stands there; that it is asserted is
 * the test's business.
 */
class ApiCallsTest {
  @SuppressWarnings("deprecation") // What is deprecated can still be called.
  static List<Class<?>> interfaces() {
    return List.of(
        Connection.class,
        Table.class,
        Table.CheckAndMutateBuilder.class,
        Table.CheckAndMutateWithFilterBuilder.class,
        TableBuilder.class,
        BufferedMutator.class,
        RegionLocator.class,
        ResultScanner.class,
        Admin.class,
        Hbck.class,
        AsyncConnection.class,
        AsyncTable.class,
        AsyncTable.CheckAndMutateBuilder.class,
        AsyncTable.CheckAndMutateWithFilterBuilder.class,
        AsyncTable.CoprocessorServiceBuilder.class,
        AsyncTableBuilder.class,
        AsyncTableRegionLocator.class,
        AsyncBufferedMutator.class,
        AsyncBufferedMutatorBuilder.class,
        AsyncAdmin.class,
        AsyncAdminBuilder.class,
        AdvancedScanResultConsumer.ScanController.class,
        AdvancedScanResultConsumer.ScanResumer.class);
  }

  @ParameterizedTest
  @MethodSource("interfaces")
  void everyMethodIsCalledOrListedAsRefused(Class<?> type) throws Exception {
    CalledMethods called = CalledMethods.of(suite());
    List<String> missing = new ArrayList<>();
    for (Method method : type.getMethods()) {
      if (!Modifier.isStatic(method.getModifiers())
          && !called.contains(type, method)
          && !RefusedMethods.lists(type, method)) {
        missing.add(signature(method));
      }
    }
    assertThat(missing).as("methods of %s", type.getSimpleName()).isEmpty();
  }

  private static Path suite() throws Exception {
    return Path.of(ApiCallsTest.class.getProtectionDomain().getCodeSource().getLocation().toURI())
        .resolve(ApiCallsTest.class.getPackageName().replace('.', '/'));
  }

  private static String signature(Method method) {
    return Arrays.stream(method.getParameterTypes())
        .map(Class::getSimpleName)
        .collect(Collectors.joining(",", method.getName() + "(", ")"));
  }
}
