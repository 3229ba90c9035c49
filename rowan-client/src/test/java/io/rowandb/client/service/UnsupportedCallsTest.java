package io.rowandb.client.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.client.Rowan;
import io.rowandb.client.hazard.HazardMode;
import io.rowandb.client.store.SharedStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos.AdminService;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ClientService;
import org.apache.hadoop.hbase.shaded.protobuf.generated.LockServiceProtos.LockService;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.HbckService;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.MasterService;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RegistryProtos.ClientMetaService;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.MethodDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.ServiceDescriptor;
import org.junit.jupiter.api.Test;

/**
 * The table of refused calls in docs/compatibility.md says what the services refuse; with {@code
 * -Drewrite=true} the test writes it.
 */
class UnsupportedCallsTest {
  private static final Path DOCUMENT = Path.of("../docs/compatibility.md");
  private static final int WIDEST_CELL = 120;
  private static final String HEAD = "| service | calls | why |\n|---|---|---|\n";
  private static final String HEAD_ELSEWHERE =
      "| service | calls of other versions | why |\n|---|---|---|\n";

  @Test
  void theDocumentListsWhatIsRefused() throws IOException {
    StringBuilder table = new StringBuilder(HEAD);
    StringBuilder elsewhere = new StringBuilder(HEAD_ELSEWHERE);
    Configuration conf = Rowan.configuration("mem:unsupported-calls");
    try (SharedStore store = SharedStore.acquire(conf)) {
      StoreServices services =
          StoreServices.open(
              store.database(),
              store.tableChanges(),
              store.server(),
              ServiceLimits.of(conf),
              HazardMode.OFF);
      for (ServiceDescriptor service :
          List.of(
              ClientService.getDescriptor(),
              AdminService.getDescriptor(),
              MasterService.getDescriptor(),
              ClientMetaService.getDescriptor(),
              HbckService.getDescriptor(),
              LockService.getDescriptor())) {
        append(services, service, table);
        appendElsewhere(services, service, elsewhere);
      }
      services.close();
    }
    assertThat(table).as("calls of the version we compile with").doesNotContain(RpcService.UNKNOWN);
    compareOrWrite(HEAD, table.toString());
    compareOrWrite(HEAD_ELSEWHERE, elsewhere.toString());
  }

  private static void compareOrWrite(String head, String table) throws IOException {
    String text = Files.readString(DOCUMENT);
    int start = text.indexOf(head);
    assertThat(start).as("%s has the table %s", DOCUMENT, head).isNotNegative();
    int end = text.indexOf("\n\n", start);
    if (Boolean.getBoolean("rewrite")) {
      Files.writeString(DOCUMENT, text.substring(0, start) + table + text.substring(end + 1));
    } else {
      assertThat(text.substring(start, end + 1)).isEqualTo(table);
    }
  }

  private static void append(
      StoreServices services, ServiceDescriptor service, StringBuilder table) {
    Map<String, List<String>> callsByReason = new LinkedHashMap<>();
    for (MethodDescriptor method : service.getMethods()) {
      String reason = services.refusal(method);
      if (reason != null) {
        callsByReason.computeIfAbsent(reason, r -> new ArrayList<>()).add(method.getName());
      }
    }
    appendRows(service, callsByReason, table);
  }

  private static void appendElsewhere(
      StoreServices services, ServiceDescriptor service, StringBuilder table) {
    Map<String, List<String>> callsByReason = new TreeMap<>();
    new TreeMap<>(services.refusalsElsewhere(service))
        .forEach(
            (call, reason) ->
                callsByReason.computeIfAbsent(reason, r -> new ArrayList<>()).add(call));
    appendRows(service, callsByReason, table);
  }

  private static void appendRows(
      ServiceDescriptor service, Map<String, List<String>> callsByReason, StringBuilder table) {
    callsByReason.forEach(
        (reason, calls) -> {
          for (String some : cells(calls)) {
            table.append("| ").append(service.getName()).append(" | ").append(some);
            table.append(" | ").append(reason).append(" |\n");
          }
        });
  }

  /** As many names in a cell as are easily read. */
  private static List<String> cells(List<String> calls) {
    List<String> cells = new ArrayList<>();
    for (String call : calls) {
      String last = cells.isEmpty() ? null : cells.get(cells.size() - 1) + ", " + call;
      if (last == null || last.length() >= WIDEST_CELL) {
        cells.add(call);
      } else {
        cells.set(cells.size() - 1, last);
      }
    }
    return cells;
  }
}
