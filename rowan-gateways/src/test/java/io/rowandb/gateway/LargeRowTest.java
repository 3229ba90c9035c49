package io.rowandb.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.thrift2.generated.TAppend;
import org.apache.hadoop.hbase.thrift2.generated.TColumn;
import org.apache.hadoop.hbase.thrift2.generated.TColumnFamilyDescriptor;
import org.apache.hadoop.hbase.thrift2.generated.TColumnValue;
import org.apache.hadoop.hbase.thrift2.generated.TGet;
import org.apache.hadoop.hbase.thrift2.generated.THBaseService;
import org.apache.hadoop.hbase.thrift2.generated.TIOError;
import org.apache.hadoop.hbase.thrift2.generated.TPut;
import org.apache.hadoop.hbase.thrift2.generated.TScan;
import org.apache.hadoop.hbase.thrift2.generated.TTableDescriptor;
import org.apache.hadoop.hbase.thrift2.generated.TTableName;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TSocket;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A row that has no room in a gateway's memory, put there value by value. */
@Tag("slow")
class LargeRowTest {
  private static final int VALUES = 60;
  private static final int VALUE_BYTES = 4 << 20;
  private static final List<String> HEAP = List.of("-Xmx256m");
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @Test
  void overThriftItIsRefused(@TempDir Path directory) throws Exception {
    try (GatewayProcess gateway =
            GatewayProcess.startWith(HEAP, "thrift", "--v2", "--port=0", "--path=" + directory);
        TSocket socket = new TSocket("localhost", gateway.port())) {
      socket.open();
      THBaseService.Client client = new THBaseService.Client(new TBinaryProtocol(socket));
      client.createTable(
          new TTableDescriptor()
              .setTableName(new TTableName(buffer("t")))
              .setColumns(List.of(new TColumnFamilyDescriptor(buffer("f")))),
          List.of());
      put(client, "small", 0, 10);
      for (int i = 0; i < VALUES; i++) {
        put(client, "large", i, VALUE_BYTES);
      }
      TAppend append = new TAppend(buffer("large"), new ArrayList<>());
      for (int i = 0; i < VALUES; i++) {
        append.addToColumns(value(i, 1));
      }
      int scanner = client.openScanner(buffer("t"), new TScan());
      TScan judged =
          new TScan().setFilterString(buffer("SingleColumnValueFilter('f','1',!=,'binary:1')"));
      for (int i = 0; i < 3; i++) {
        assertRefused(() -> client.get(buffer("t"), new TGet(buffer("large"))));
        assertRefused(() -> client.getMultiple(buffer("t"), List.of(new TGet(buffer("large")))));
        assertRefused(() -> client.getScannerResults(buffer("t"), new TScan(), 10));
        assertRefused(() -> client.getScannerResults(buffer("t"), judged, 10));
        assertRefused(() -> client.append(buffer("t"), append));
      }
      assertRefused(() -> client.getScannerRows(scanner, 10));

      // Nothing of them is kept.
      List<TGet> each = new ArrayList<>();
      for (int i = 0; i < 2 * VALUES; i++) {
        each.add(new TGet(buffer("large")).setColumns(List.of(column(i % VALUES))));
      }
      assertThat(client.existsAll(buffer("t"), each)).hasSize(2 * VALUES).containsOnly(true);

      TGet one = new TGet(buffer("large")).setColumns(List.of(column(7)));
      assertThat(client.get(buffer("t"), one).getColumnValues()).hasSize(1);
      assertThat(client.get(buffer("t"), new TGet(buffer("small"))).getColumnValues()).hasSize(1);
    }
  }

  @Test
  void overHttpItIsRefused(@TempDir Path directory) throws Exception {
    try (GatewayProcess gateway =
        GatewayProcess.startWith(HEAP, "rest", "--port=0", "--path=" + directory)) {
      String address = "http://localhost:" + gateway.port();
      String schema = "{\"ColumnSchema\":[{\"name\":\"f\"}]}";
      assertThat(send(address + "/t/schema", "PUT", "application/json", bytes(schema)))
          .isEqualTo("201 ");
      String binary = "application/octet-stream";
      assertThat(send(address + "/t/small/f:0", "PUT", binary, new byte[10])).isEqualTo("200 ");
      for (int i = 0; i < VALUES; i++) {
        assertThat(send(address + "/t/large/f:" + i, "PUT", binary, new byte[VALUE_BYTES]))
            .isEqualTo("200 ");
      }
      for (int i = 0; i < 3; i++) {
        for (String path : List.of("/t/large", "/t/multiget?row=small&row=large")) {
          assertThat(send(address + path, "GET", "text/xml", new byte[0]))
              .startsWith("503 ")
              .contains("The row is not read", GatewayLimits.TOTAL_BYTES_KEY);
        }
        assertThat(send(address + "/t/*", "GET", "text/xml", new byte[0])).startsWith("503 ");
      }
      assertThat(send(address + "/t/large/f:7", "GET", "text/xml", new byte[0])).startsWith("200 ");
      assertThat(send(address + "/t/small", "GET", "text/xml", new byte[0])).startsWith("200 ");
    }
  }

  private static void assertRefused(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            TIOError.class,
            e ->
                assertThat(e.getMessage())
                    .contains("The row is not read", GatewayLimits.TOTAL_BYTES_KEY));
  }

  private static void put(THBaseService.Client client, String row, int column, int valueBytes)
      throws Exception {
    client.put(buffer("t"), new TPut(buffer(row), List.of(value(column, valueBytes))));
  }

  private static TColumnValue value(int column, int bytes) {
    return new TColumnValue(buffer("f"), buffer("" + column), ByteBuffer.allocate(bytes));
  }

  private static TColumn column(int qualifier) {
    return new TColumn(buffer("f")).setQualifier(bytes("" + qualifier));
  }

  /** The code of the answer, and what it says unless it is all right. */
  private static String send(String url, String method, String type, byte[] body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url))
            .header(body.length == 0 ? "Accept" : "Content-Type", type)
            .method(method, BodyPublishers.ofByteArray(body))
            .build();
    HttpResponse<String> answer = CLIENT.send(request, BodyHandlers.ofString());
    boolean failed = answer.statusCode() >= 400;
    return answer.statusCode() + " " + (failed ? answer.body() : "");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static ByteBuffer buffer(String text) {
    return ByteBuffer.wrap(bytes(text));
  }
}
