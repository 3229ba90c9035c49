package io.rowandb.matrix.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.matrix.coverage.ClassShape.MethodShape;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.AdminService;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ClientService;
import org.apache.hadoop.hbase.shaded.protobuf.generated.LockServiceProtos.LockService;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.HbckService;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.MasterService;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RegistryProtos.ClientMetaService;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.MethodDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.ServiceDescriptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every method of HBase's client interfaces and services, of every version of the matrix, is
 * implemented or answered here, or docs/compatibility.md lists it with a reason.
 *
 * <p>HBase's interfaces are full of default methods that only throw: a class that compiles can
 * still be empty. And a point release adds methods to interfaces that are implemented already.
 */
class ApiCoverageTest {
  private static final String CLIENT = "org/apache/hadoop/hbase/client/";

  /** The shaded client has HBase 1's services as well, elsewhere. */
  private static final String SERVICES = "org/apache/hadoop/hbase/shaded/protobuf/generated/";

  /** The interfaces that Rowan's own classes implement, and these. */
  private static final Map<String, String> OURS =
      Map.of(
          CLIENT + "Connection",
          "io/rowandb/client/direct/DirectConnection",
          CLIENT + "Table",
          "io/rowandb/client/direct/DirectTable",
          CLIENT + "Table$CheckAndMutateBuilder",
          "io/rowandb/client/direct/ValueCheckBuilder",
          CLIENT + "Table$CheckAndMutateWithFilterBuilder",
          "io/rowandb/client/direct/FilterCheckBuilder",
          CLIENT + "TableBuilder",
          "io/rowandb/client/direct/DirectTableBuilder",
          CLIENT + "BufferedMutator",
          "io/rowandb/client/direct/DirectBufferedMutator",
          CLIENT + "RegionLocator",
          "io/rowandb/client/direct/DirectRegionLocator",
          CLIENT + "ResultScanner",
          "io/rowandb/client/direct/DirectScanner",
          CLIENT + "ConnectionRegistry",
          "io/rowandb/client/inprocess/InProcessRegistry",
          "org/apache/hadoop/hbase/ipc/RpcClient",
          "io/rowandb/client/inprocess/InProcessRpcClient");

  /**
   * The interfaces that HBase's own classes implement over Rowan's services: the first of these
   * that a version has.
   */
  private static final Map<String, List<String>> HBASES =
      Map.ofEntries(
          Map.entry(
              "Connection", List.of("ConnectionImplementation", "ConnectionOverAsyncConnection")),
          Map.entry("Table", List.of("HTable", "TableOverAsyncTable")),
          Map.entry("Admin", List.of("HBaseAdmin", "AdminOverAsyncAdmin")),
          Map.entry("Hbck", List.of("HBaseHbck")),
          Map.entry(
              "BufferedMutator",
              List.of("BufferedMutatorImpl", "BufferedMutatorOverAsyncBufferedMutator")),
          Map.entry(
              "RegionLocator",
              List.of("HRegionLocator", "RegionLocatorOverAsyncTableRegionLocator")),
          Map.entry("AsyncConnection", List.of("AsyncConnectionImpl")),
          Map.entry("AsyncTable", List.of("AsyncTableImpl")),
          Map.entry("AsyncTable$CheckAndMutateBuilder", List.of("AsyncTableImpl$1")),
          Map.entry("AsyncTable$CheckAndMutateWithFilterBuilder", List.of("AsyncTableImpl$2")),
          Map.entry("AsyncTableBuilder", List.of("AsyncConnectionImpl$2")),
          Map.entry("AsyncTableRegionLocator", List.of("AsyncTableRegionLocatorImpl")),
          Map.entry("AsyncAdmin", List.of("AsyncHBaseAdmin")),
          Map.entry("AsyncAdminBuilder", List.of("AsyncConnectionImpl$4")),
          Map.entry("AsyncBufferedMutator", List.of("AsyncBufferedMutatorImpl")),
          Map.entry("AsyncBufferedMutatorBuilder", List.of("AsyncBufferedMutatorBuilderImpl")));

  /** Left to the interface, because its default leads to methods that are implemented. */
  private static final Set<String> GOOD_DEFAULTS =
      Set.of(
          "Table.existsAll(List)",
          "Table.getTableDescriptor()",
          "Table.getRpcTimeout()",
          "Table.setRpcTimeout(int)",
          "Table.getReadRpcTimeout()",
          "Table.getWriteRpcTimeout()",
          "Table.getOperationTimeout()",
          "Connection.getTable(TableName)",
          "Connection.getTable(TableName,ExecutorService)",
          "Abortable.abort(String)",
          "Table.CheckAndMutateBuilder.ifEquals(byte[])",
          "BufferedMutator.setWriteBufferPeriodicFlush(long)",
          "BufferedMutator.disableWriteBufferPeriodicFlush()",
          "RegionLocator.getRegionLocation(byte[])",
          "RegionLocator.getRegionLocation(byte[],boolean)",
          "RegionLocator.getRegionLocation(byte[],int)",
          "RegionLocator.getRegionLocations(byte[])",
          "RegionLocator.getStartKeys()",
          "RegionLocator.getEndKeys()",
          "RegionLocator.getStartEndKeys()",
          "ResultScanner.iterator()",
          "ResultScanner.next(int)");

  /** The services that Rowan serves; each of their methods is answered or refused there. */
  private static final List<ServiceDescriptor> SERVED =
      List.of(
          ClientService.getDescriptor(),
          AdminService.getDescriptor(),
          MasterService.getDescriptor(),
          ClientMetaService.getDescriptor(),
          HbckService.getDescriptor(),
          LockService.getDescriptor());

  /** The endpoints that ClientService.ExecService answers. */
  private static final Map<String, Set<String>> ENDPOINTS =
      Map.of("MultiRowMutationService", Set.of("mutaterows"));

  static List<HBaseVersion> versions() throws IOException {
    return HBaseVersion.all();
  }

  @Test
  void theMatrixIsThere() throws IOException {
    assertThat(versions())
        .extracting(HBaseVersion::name)
        .contains("2.5.13-hadoop3", "2.6.1-hadoop3", "2.6.4-hadoop3", "3.0.0-beta-1");
  }

  @ParameterizedTest
  @MethodSource("versions")
  void methodsOfOurClassesAreImplementedOrListed(HBaseVersion version) throws IOException {
    CompatibilityPage page = CompatibilityPage.read();
    List<String> missing = new ArrayList<>();
    for (Map.Entry<String, String> pair : OURS.entrySet()) {
      List<MethodShape> ours = ourMethods(pair.getValue());
      callable(version, pair.getKey())
          .forEach(
              (method, owner) -> {
                String type = simple(owner);
                boolean there =
                    ours.stream().anyMatch(own -> own.answers(method))
                        || GOOD_DEFAULTS.contains(type + "." + method.signature())
                        || page.listsMethod(type, method.name(), version.name());
                if (!there) {
                  missing.add(type + "." + method.signature());
                }
              });
    }
    assertThat(missing).as("methods of %s", version).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("versions")
  void methodsOfHBasesClassesAreTheirs(HBaseVersion version) {
    List<String> missing = new ArrayList<>();
    for (Map.Entry<String, List<String>> pair : HBASES.entrySet()) {
      List<MethodShape> theirs = theirMethods(version, pair.getValue());
      callable(version, CLIENT + pair.getKey())
          .forEach(
              (method, owner) -> {
                boolean there =
                    !method.isAbstract() || theirs.stream().anyMatch(own -> own.answers(method));
                if (!there) {
                  missing.add(simple(owner) + "." + method.signature());
                }
              });
    }
    assertThat(missing).as("methods of %s", version).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("versions")
  void callsOfServicesAreAnsweredOrListed(HBaseVersion version) throws IOException {
    CompatibilityPage page = CompatibilityPage.read();
    Map<String, Set<String>> known = new HashMap<>(ENDPOINTS);
    SERVED.forEach(service -> known.put(service.getName(), calls(service)));
    List<String> missing = new ArrayList<>();
    List<String> interfaces = version.namesEnding("$BlockingInterface");
    assertThat(interfaces).as("services of %s", version).hasSizeGreaterThan(5);
    for (String blocking : interfaces) {
      String service =
          blocking.replaceFirst("\\$BlockingInterface$", "").replaceFirst("^.*\\$", "");
      if (!blocking.startsWith(SERVICES) || page.listsService(service)) {
        continue;
      }
      for (MethodShape method : version.find(blocking).methods()) {
        boolean there =
            known.getOrDefault(service, Set.of()).contains(method.name().toLowerCase(Locale.ROOT))
                || page.listsCall(service, method.name());
        if (!there) {
          missing.add(service + "." + method.name());
        }
      }
    }
    assertThat(missing).as("calls of %s", version).isEmpty();
  }

  private static Set<String> calls(ServiceDescriptor service) {
    return service.getMethods().stream()
        .map(MethodDescriptor::getName)
        .map(name -> name.toLowerCase(Locale.ROOT))
        .collect(Collectors.toSet());
  }

  /** The methods that can be called on an interface, with the interface that declares each. */
  private static Map<MethodShape, String> callable(HBaseVersion version, String type) {
    Map<MethodShape, String> methods = new LinkedHashMap<>();
    ClassShape shape = version.find(type);
    assertThat(shape).as("%s of %s", type, version).isNotNull();
    shape.methods().forEach(method -> methods.put(method, type));
    for (String above : shape.interfaces()) {
      if (version.find(above) != null) {
        callable(version, above).forEach(methods::putIfAbsent);
      }
    }
    return methods;
  }

  private static List<MethodShape> ourMethods(String name) throws IOException {
    List<MethodShape> methods = new ArrayList<>();
    for (String at = name; at.startsWith("io/rowandb/"); ) {
      try (InputStream bytes =
          ApiCoverageTest.class.getClassLoader().getResourceAsStream(at + ".class")) {
        assertThat(bytes).as(at).isNotNull();
        ClassShape shape = ClassShape.read(bytes);
        methods.addAll(shape.methods());
        at = shape.superName();
      }
    }
    return methods;
  }

  private static List<MethodShape> theirMethods(HBaseVersion version, List<String> candidates) {
    List<MethodShape> methods = new ArrayList<>();
    String first =
        candidates.stream()
            .map(CLIENT::concat)
            .filter(name -> version.find(name) != null)
            .findFirst()
            .orElseThrow(() -> new AssertionError(version + " has none of " + candidates));
    for (ClassShape at = version.find(first); at != null; at = version.find(at.superName())) {
      methods.addAll(at.methods());
    }
    return methods;
  }

  private static String simple(String internalName) {
    return internalName.substring(internalName.lastIndexOf('/') + 1).replace('$', '.');
  }
}
