package io.rowandb.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rowandb.cli.CommandProcess;
import io.rowandb.cli.FatalEnd;
import io.rowandb.client.Rowan;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the gateways start, fail to start, and end. */
@Tag("slow")
class GatewayProcessTest {
  @TempDir private Path directory;

  @Test
  void closesTheStoreWhenRestIsTerminated() throws Exception {
    Path store = directory.resolve("the store");
    try (GatewayProcess gateway = GatewayProcess.start("rest", "--port=0", "--path=" + store)) {
      int port = gateway.port();
      put(port, "/pages/schema", "application/json", "{\"ColumnSchema\":[{\"name\":\"f\"}]}");
      put(port, "/pages/r1/f:a", "application/octet-stream", "hello");
      gateway.signal("TERM");
      assertThat(gateway.readToEnd())
          .contains("Serving " + store + " at http://localhost:" + port)
          .contains("kill " + gateway.pid())
          .contains("Stopped; the store is closed.")
          .doesNotContain("\tat ", "Exception");
      assertThat(gateway.code()).isEqualTo(GatewayProcess.SIGTERM_CODE);
    }
    try (Connection connection =
            ConnectionFactory.createConnection(Rowan.configuration(store.toString()));
        Table table = connection.getTable(TableName.valueOf("pages"))) {
      byte[] value =
          table.get(new Get(Bytes.toBytes("r1"))).getValue(Bytes.toBytes("f"), Bytes.toBytes("a"));
      assertThat(value).asString().isEqualTo("hello");
    }
  }

  /** A client that keeps its connection open and says nothing does not hold the gateway. */
  @Test
  void closesTheStoreWhenThriftIsInterrupted() throws Exception {
    try (GatewayProcess gateway =
            GatewayProcess.start(
                "thrift", "--port=0", "--path", directory.resolve("s").toString());
        TSocket idle = new TSocket("localhost", gateway.port())) {
      idle.open();
      TBinaryProtocol protocol = new TBinaryProtocol(idle);
      assertThat(new org.apache.hadoop.hbase.thrift.generated.Hbase.Client(protocol))
          .satisfies(client -> assertThat(client.getTableNames()).isEmpty());
      gateway.signal("INT");
      assertThat(gateway.readToEnd()).contains("Stopped; the store is closed.");
      assertThat(gateway.code()).isEqualTo(GatewayProcess.SIGINT_CODE);
    }
  }

  /** The record of the owner is gone, so that another process could take the store. */
  @Test
  void endsWhenTheStoreIsLost() throws Exception {
    Path store = directory.resolve("s");
    try (GatewayProcess gateway = GatewayProcess.start("thrift", "--port=0", "--path=" + store)) {
      assertThat(gateway.port()).isPositive();
      Files.delete(store.resolve("OWNER"));
      assertThat(gateway.readToEnd())
          .contains("rowan: ended at once: the store at " + store + " is lost");
      assertThat(gateway.code()).isEqualTo(FatalEnd.CODE);
    }
  }

  @Test
  void saysWhatIsInUse() throws Exception {
    String path = "--path=" + directory.resolve("s");
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("localhost"));
        GatewayProcess rest =
            GatewayProcess.start("rest", "--port=" + taken.getLocalPort(), path)) {
      assertThat(rest.readToEnd())
          .startsWith("rowan: cannot listen at localhost:" + taken.getLocalPort())
          .contains("in use", "--port")
          .hasLineCount(1);
      assertThat(rest.code()).isEqualTo(1);
      try (GatewayProcess thrift =
          GatewayProcess.start("thrift", "--port=" + taken.getLocalPort(), path)) {
        assertThat(thrift.readToEnd())
            .startsWith("rowan: cannot listen at localhost:" + taken.getLocalPort())
            .hasLineCount(1);
        assertThat(thrift.code()).isEqualTo(1);
      }
    }
    try (GatewayProcess first = GatewayProcess.start("rest", "--port=0", path)) {
      first.port();
      try (GatewayProcess second = GatewayProcess.start("thrift", "--port=0", path)) {
        assertThat(second.readToEnd())
            .startsWith("rowan: ")
            .contains("is in use by process " + first.pid())
            .hasLineCount(1);
        assertThat(second.code()).isEqualTo(1);
      }
    }
  }

  /** Nobody would know where it serves. */
  @Test
  void endsWhenItCannotSayWhereItServes() throws Exception {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "Linux's file that is always full");
    for (List<String> arguments :
        List.of(
            List.of("rest", "--port=0", "--create", "--path=" + directory.resolve("s")),
            List.of("thrift", "--port=0", "--path=" + directory.resolve("s")),
            List.of("rest", "--help"))) {
      try (CommandProcess gateway = CommandProcess.startInto(full, Gateways.class, arguments)) {
        assertThat(gateway.readToEnd())
            .isEqualTo("rowan: standard output: No space left on device\n");
        assertThat(gateway.code()).isEqualTo(1);
      }
    }
  }

  @Test
  void refusesAStoreInNoDirectory() throws Exception {
    Path nowhere = directory.resolve("missing").resolve("store");
    try (GatewayProcess gateway = GatewayProcess.start("rest", "--port=0", "--path=" + nowhere)) {
      assertThat(gateway.readToEnd())
          .startsWith("rowan: ")
          .contains(nowhere.toString(), "does not exist")
          .hasLineCount(1);
      assertThat(gateway.code()).isEqualTo(1);
    }
  }

  private static void put(int port, String path, String type, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
            .header("Content-Type", type)
            .PUT(BodyPublishers.ofString(body))
            .build();
    int status = HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode();
    assertThat(status).isBetween(200, 201);
  }
}
