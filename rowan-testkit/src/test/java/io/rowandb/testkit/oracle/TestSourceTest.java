package io.rowandb.testkit.oracle;

import static org.apache.hadoop.hbase.util.Bytes.toBytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A history that fails is printed as a test that compiles and fails in the same way. */
@Tag("slow")
class TestSourceTest {
  private static final int OPERATIONS = 80;
  private static final TableDescriptor TABLE =
      TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
          .setColumnFamily(
              ColumnFamilyDescriptorBuilder.newBuilder(toBytes("f"))
                  .setMaxVersions(3)
                  .setKeepDeletedCells(KeepDeletedCells.TTL)
                  .build())
          .build();

  @TempDir Path directory;

  @Test
  void printsAHistory() throws IOException {
    History history =
        new History(
            "seed 7",
            TABLE,
            List.of(
                new Operation.Call(
                    new Put(toBytes("a"))
                        .addColumn(toBytes("f"), toBytes("q"), 3000, toBytes("say \"v\""))
                        .addColumn(toBytes("f"), new byte[] {(byte) 0xff}, toBytes(-1L))
                        .setTTL(2000)),
                new Operation.Flush(),
                new Operation.Tick(1000),
                new Operation.Read(
                    new Scan().withStopRow(toBytes("b"), true).setFilter(new PageFilter(2)))));
    assertThat(TestSource.of(history, "run(history)"))
        .startsWith("package io.rowandb.testkit.oracle;\n")
        .endsWith(
            """
            class ReducedHistoryTest {
              @TempDir Path directory;

              @Test
              void givesHBasesAnswers() throws Exception {
                TableDescriptor table =
                    TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
                        .setColumnFamily(ColumnFamilyDescriptorBuilder.newBuilder(toBytes("f"))\
            .setMaxVersions(3).setMinVersions(0).setTimeToLive(2147483647)\
            .setNewVersionBehavior(false).setKeepDeletedCells(KeepDeletedCells.TTL)\
            .setBloomFilterType(BloomType.ROW).setBlocksize(65536)\
            .setDataBlockEncoding(DataBlockEncoding.NONE).build())
                        .build();
                List<Operation> operations =
                    List.of(
                        new Operation.Call(new Put(toBytes("a"))\
            .addColumn(toBytes("f"), toBytes("q"), 3000L, toBytes("say \\"v\\""))\
            .addColumn(toBytes("f"), toBytesBinary("\\\\xFF"), toBytes(-1L)).setTTL(2000L)),
                        new Operation.Flush(),
                        new Operation.Tick(1000),
                        new Operation.Read(new Scan().withStopRow(toBytes("b"), true)\
            .setFilter(new PageFilter(2L))));
                History history = new History("seed 7", table, operations);
                run(history);
              }
            }
            """);
  }

  @Test
  void printsEveryRequestAsItIs() throws Exception {
    List<Operation> printed = new ArrayList<>();
    List<Operation> compiled = new ArrayList<>();
    List<String> names = new ArrayList<>();
    List<String> sources = new ArrayList<>();
    for (Scope scope : Scope.values()) {
      for (int seed = 1; seed <= 3; seed++) {
        List<Operation> operations = History.of(seed, OPERATIONS, scope).operations();
        printed.addAll(operations);
        names.add("Printed" + names.size());
        sources.add(listOf(names.get(names.size() - 1), operations));
      }
    }
    for (Class<?> type : define(names, sources)) {
      for (Object operation : (List<?>) type.getDeclaredMethod("operations").invoke(null)) {
        compiled.add((Operation) operation);
      }
    }
    assertThat(compiled).hasSameSizeAs(printed);
    for (int i = 0; i < printed.size(); i++) {
      assertThat(all(compiled.get(i))).isEqualTo(all(printed.get(i)));
    }
  }

  @Test
  void printedTestFailsInTheSameWay() throws Exception {
    History history =
        History.of(1, 200, Scope.ROOMS)
            .with(
                List.of(
                    new Operation.Call(put("a")),
                    new Operation.Call(put("b")),
                    new Operation.Call(new Delete(toBytes("b"))),
                    new Operation.Read(new Scan())));
    Difference first =
        catchThrowableOfType(Difference.class, () -> forgetful(directory).run(history));
    String source = first.getMessage().substring(first.getMessage().indexOf("package "));
    assertThat(source).doesNotContain("Operation.Call(" + RequestSource.of(put("a")));
    Class<?> test = define(List.of("ReducedHistoryTest"), List.of(source)).get(0);
    Object instance = test.getDeclaredConstructor().newInstance();
    test.getDeclaredField("directory").set(instance, directory);
    assertThatThrownBy(() -> test.getDeclaredMethod("givesHBasesAnswers").invoke(instance))
        .cause()
        .isInstanceOf(Difference.class)
        .hasMessage(first.getMessage());
  }

  /** HBase beside something that does not know of deletes. */
  static Comparison forgetful(Path directory) {
    return Comparison.withRegion(
        "TestSourceTest.forgetful(directory).run(history)",
        (table, clock, place) -> forgetful(new RoomsRegionDriver(table, clock)),
        directory);
  }

  private static RegionDriver forgetful(RegionDriver driver) {
    return (RegionDriver)
        Proxy.newProxyInstance(
            RegionDriver.class.getClassLoader(),
            new Class<?>[] {RegionDriver.class},
            (proxy, method, arguments) ->
                arguments != null && arguments[0] instanceof Delete
                    ? List.of()
                    : method.invoke(driver, arguments));
  }

  private static Put put(String row) {
    return new Put(toBytes(row)).addColumn(toBytes("f"), toBytes("q"), 3000, toBytes("v"));
  }

  /** All that a server would learn from it, and what a client decides by itself. */
  private static String all(Operation operation) throws IOException {
    String sent = "";
    if (operation instanceof Operation.Read read) {
      sent = ProtobufUtil.toScan(read.scan()).toString();
    } else if (operation instanceof Operation.Hold hold) {
      sent = ProtobufUtil.toScan(hold.scan()).toString();
    } else if (operation instanceof Operation.Call call) {
      sent = sent(call.action());
    } else if (operation instanceof Operation.Batch batch) {
      for (Row action : batch.actions()) {
        sent += sent(action);
      }
    }
    return TestSource.of(operation) + sent;
  }

  private static String sent(Row action) throws IOException {
    if (action instanceof Get get) {
      return ProtobufUtil.toGet(get).toString();
    }
    boolean filtered = action instanceof CheckAndMutate check && check.hasFilter();
    return filtered ? ProtobufUtil.toFilter(((CheckAndMutate) action).getFilter()).toString() : "";
  }

  private static String listOf(String className, List<Operation> operations) throws IOException {
    List<String> expressions = new ArrayList<>();
    for (Operation operation : operations) {
      expressions.add(TestSource.of(operation));
    }
    return TestSource.HEAD
        + "final class "
        + className
        + " {\n  static List<Operation> operations() throws Exception {\n    return List.of(\n"
        + Literals.lines("        ", expressions)
        + ");\n  }\n}\n";
  }

  /** Compiles classes of this package and loads them beside it, in the order of their sources. */
  private List<Class<?>> define(List<String> names, List<String> sources) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("-proc:none", "-nowarn"));
    arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
    arguments.addAll(List.of("-d", directory.toString()));
    for (int i = 0; i < names.size(); i++) {
      Path file = directory.resolve(names.get(i) + ".java");
      arguments.add(Files.writeString(file, sources.get(i)).toString());
    }
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(code).isZero();
    Path classes = directory.resolve(getClass().getPackageName().replace('.', '/'));
    List<Class<?>> defined = new ArrayList<>();
    for (String name : names) {
      byte[] bytes = Files.readAllBytes(classes.resolve(name + ".class"));
      defined.add(MethodHandles.lookup().defineClass(bytes));
    }
    return defined;
  }
}
