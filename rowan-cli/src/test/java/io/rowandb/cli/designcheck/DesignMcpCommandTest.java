package io.rowandb.cli.designcheck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.rowandb.cli.mcp.McpJson;
import io.rowandb.cli.program.RowanCommand;
import io.rowandb.cli.terminal.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The server in a process of its own, with the client of the protocol's official Java library. */
class DesignMcpCommandTest {
  private static final Path DESIGNS = Path.of("..", "examples", "designs");

  @TempDir private static Path directory;

  private static McpSyncClient client;

  @BeforeAll
  static void start() throws IOException {
    Path root = Files.createDirectory(directory.resolve("root"));
    for (String each : new String[] {"calls.yaml", "calls-month-first.yaml", "calls.csv"}) {
      Files.copy(DESIGNS.resolve(each), root.resolve(each));
    }
    Files.writeString(directory.resolve("secret.yaml"), "table: secret\n");
    Files.createSymbolicLink(root.resolve("link.yaml"), directory.resolve("secret.yaml"));
    ServerParameters process =
        ServerParameters.builder(Path.of(System.getProperty("java.home"), "bin", "java").toString())
            .args(
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                RowanCommand.class.getName(),
                "design",
                "mcp",
                "--root",
                root.toString())
            .build();
    client =
        McpClient.sync(new StdioClientTransport(process, McpJsonMapper.getDefault()))
            .requestTimeout(Duration.ofMinutes(5))
            .initializationTimeout(Duration.ofMinutes(2))
            .build();
    client.initialize();
  }

  @AfterAll
  static void stop() {
    client.closeGracefully();
  }

  private static CallToolResult call(String tool, Map<String, Object> arguments) {
    return client.callTool(new CallToolRequest(tool, arguments));
  }

  private static String text(CallToolResult result) {
    return ((TextContent) result.content().get(0)).text();
  }

  private static final Map<String, Object> FILES =
      Map.of("design_file", "calls-month-first.yaml", "sample_file", "calls.csv");

  @Tag("slow")
  @Test
  void toolsAreListedAndCalled() {
    assertThat(client.getServerInfo().name()).isEqualTo("rowan-design");
    assertThat(client.listTools().tools())
        .extracting(Tool::name)
        .containsExactly("check", "estimate", "simulate", "measure", "fit", "advise");
    Map<String, String> members =
        Map.of(
            "check", "findings",
            "estimate", "files",
            "simulate", "spans",
            "measure", "patterns",
            "fit", "verdict",
            "advise", "better");
    members.forEach(
        (tool, member) -> {
          CallToolResult result = call(tool, FILES);
          assertThat(result.isError()).as(tool).isFalse();
          assertThat(((Map<?, ?>) result.structuredContent()).containsKey(member))
              .as(tool)
              .isTrue();
          assertThat(text(result)).as(tool).contains("calls");
        });
    assertThat(text(call("check", FILES))).contains("ERROR hot-region", "2,000 rows");
  }

  @Test
  void textsInsteadOfFiles() throws IOException {
    Map<String, Object> texts =
        Map.of(
            "design",
            Files.readString(DESIGNS.resolve("calls.yaml")),
            "sample",
            Files.readString(DESIGNS.resolve("calls.csv")),
            "limit",
            300);
    assertThat(text(call("check", texts))).contains("300 rows of a sample", "Nothing found.");
    CallToolResult broken = call("check", Map.of("design", "table: [", "sample", "a\n1\n"));
    assertThat(broken.isError()).isTrue();
    assertThat(text(broken)).contains("design is no YAML");
    CallToolResult other =
        call("check", Map.of("design", texts.get("design"), "sample", "a,a\n1,2\n"));
    assertThat(text(other)).startsWith("sample, line 1: ");
  }

  @Test
  void resourcesAreRead() throws IOException {
    assertThat(client.listResources().resources())
        .extracting(Resource::uri)
        .contains("rowan://design/schema", "rowan://design/examples/stream.yaml")
        .hasSize(8);
    for (String each : new String[] {"calls", "series"}) {
      assertThat(resource("rowan://design/examples/" + each + ".yaml"))
          .isEqualTo(Files.readString(DESIGNS.resolve(each + ".yaml")));
    }
    Schema schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(resource("rowan://design/schema"), InputFormat.JSON);
    for (Resource each : client.listResources().resources()) {
      if (each.uri().endsWith(".yaml")) {
        assertThat(schema.validate(json(resource(each.uri())), InputFormat.JSON))
            .as(each.uri())
            .isEmpty();
      }
    }
    assertThat(schema.validate("{\"table\":\"t\",\"kee\":[]}", InputFormat.JSON)).isNotEmpty();
    assertThatThrownBy(() -> resource("file:///etc/passwd")).isInstanceOf(McpError.class);
  }

  private static String resource(String uri) {
    return ((TextResourceContents)
            client.readResource(new ReadResourceRequest(uri)).contents().get(0))
        .text();
  }

  @SuppressWarnings("unchecked") // a design is an object
  private static String json(String yaml) throws IOException {
    Object read = new Load(LoadSettings.builder().build()).loadFromString(yaml);
    String json = JsonText.line((Map<String, ?>) read);
    assertThat(McpJson.read(json)).isInstanceOf(Map.class);
    return json;
  }

  @Test
  void nothingOutsideTheRootIsRead() {
    for (String each :
        new String[] {
          "../secret.yaml",
          "link.yaml",
          directory.resolve("secret.yaml").toString(),
          ".",
          "",
          "/etc/passwd",
          "no.yaml",
          "a\0b",
          "calls.yaml/../../secret.yaml"
        }) {
      assertThatThrownBy(() -> call("check", Map.of("design_file", each)))
          .as(each)
          .isInstanceOf(McpError.class)
          .hasMessageContaining("is no file below the root");
    }
  }

  @Test
  void wrongArgumentsAreRefused() {
    for (Map<String, Object> each :
        java.util.List.<Map<String, Object>>of(
            Map.of(),
            Map.of("design", "table: t", "design_file", "calls.yaml"),
            Map.of("design", 7),
            Map.of("design_file", "calls.yaml", "servers", 3),
            Map.of("design_file", "calls.yaml", "sample_file", "calls.csv", "limit", 0),
            Map.of("design_file", "calls.yaml", "sample_file", "calls.csv", "limit", "9"),
            Map.of("design_file", "calls.yaml", "sample", "a", "sample_format", "xml"),
            Map.of("design_file", "calls.yaml", "sample", "a", "sample_file", "calls.csv"))) {
      assertThatThrownBy(() -> call("check", each)).as("%s", each).isInstanceOf(McpError.class);
    }
    assertThatThrownBy(() -> call("simulate", Map.of("design_file", "calls.yaml")))
        .hasMessageContaining("\"sample\"");
    assertThatThrownBy(() -> call("count", Map.of())).hasMessageContaining("no tool count");
    client.ping();
  }
}
