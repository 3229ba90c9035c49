package io.rowandb.cli.mcp;

import io.rowandb.cli.terminal.JsonText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Serves one client: requests come from one stream, answers go to another, and nothing else does.
 * Broken messages are answered by errors. The end of the input ends it, with the answers that are
 * ready within a second, and so does the end of the output. Answers come in the order in which they
 * are ready.
 */
public final class McpServer {
  /** The protocol's versions, the latest first. */
  private static final List<String> VERSIONS =
      List.of("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");

  /** For calls that still run when the input ends; clients kill a server that takes two seconds. */
  private static final long LAST_MILLIS = 1000;

  // Fixed at construction.
  private final String name;
  private final String version;
  private final String instructions;
  private final Map<String, McpTool> tools = new LinkedHashMap<>();
  private final Map<String, McpResource> resources = new LinkedHashMap<>();
  private final OutputStream out;
  private final McpCalls calls;
  private final long lastMillis;

  /** Of one thread. */
  private boolean isInitialized;

  /** Under the lock of {@code out}. */
  private IOException broken;

  /**
   * A server.
   *
   * @param name of the server, and its version
   * @param instructions what the tools are for
   * @param mostSeconds that one call may take, the wait for others before it included
   */
  public McpServer(
      String name,
      String version,
      String instructions,
      List<? extends McpTool> tools,
      List<McpResource> resources,
      OutputStream out,
      long mostSeconds) {
    this(name, version, instructions, tools, resources, out, mostSeconds, LAST_MILLIS);
  }

  /**
   * The same.
   *
   * @param lastMillis for calls that run when the input ends, 0 or more
   */
  McpServer(
      String name,
      String version,
      String instructions,
      List<? extends McpTool> tools,
      List<McpResource> resources,
      OutputStream out,
      long mostSeconds,
      long lastMillis) {
    this.name = name;
    this.version = version;
    this.instructions = instructions;
    tools.forEach(each -> this.tools.put(each.name(), each));
    resources.forEach(each -> this.resources.put(each.uri(), each));
    this.out = out;
    this.lastMillis = lastMillis;
    this.calls =
        new McpCalls(
            new McpCalls.Answers() {
              @Override
              public void result(Object id, Map<String, Object> result) {
                send(id, "result", result);
              }

              @Override
              public void error(Object id, McpException error) {
                sendError(id, error);
              }
            },
            mostSeconds);
  }

  /**
   * Serves until the input ends. Calls that are not over a second later are given up.
   *
   * @throws IOException when the input cannot be read, or the output not be written
   */
  public void serve(InputStream in) throws IOException {
    McpLines lines = new McpLines(in);
    try {
      while (!isBroken()) {
        try {
          Optional<String> line = lines.next();
          if (line.isEmpty()) {
            calls.finish(lastMillis);
            break;
          }
          if (!line.get().isBlank()) {
            message(line.get());
          }
        } catch (McpException e) {
          sendError(null, e);
        }
      }
    } finally {
      calls.abandon();
    }
    synchronized (out) {
      if (broken != null) {
        throw broken;
      }
    }
  }

  private boolean isBroken() {
    synchronized (out) {
      return broken != null;
    }
  }

  private void message(String line) throws McpException {
    Object read;
    try {
      read = McpJson.read(line);
    } catch (IOException e) {
      String why = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      throw new McpException(McpException.BROKEN_JSON, "a message is no JSON: " + why);
    }
    if (read instanceof List<?>) {
      throw new McpException(
          McpException.INVALID_REQUEST,
          "a batch is refused: the protocol has none since 2025-06-18; send each message by itself");
    }
    if (!(read instanceof Map<?, ?> object)
        || !"2.0".equals(object.get("jsonrpc"))
        || !isId(object.get("id"))) {
      throw new McpException(
          McpException.INVALID_REQUEST,
          "a message is one object with \"jsonrpc\": \"2.0\"; an id is a text or a whole number");
    }
    Map<String, Object> message = object(object);
    if (message.get("method") instanceof String method) {
      request(message, method);
    } else if (!message.containsKey("result") && !message.containsKey("error")) {
      throw new McpException(McpException.INVALID_REQUEST, "a request has a method");
    } // else it answers what was never asked
  }

  private static boolean isId(Object id) {
    return id == null
        || id instanceof String
        || id instanceof Integer
        || id instanceof Long
        || id instanceof java.math.BigInteger;
  }

  @SuppressWarnings("unchecked") // McpJson makes objects with texts as names
  private static Map<String, Object> object(Object read) {
    return (Map<String, Object>) read;
  }

  private void request(Map<String, Object> message, String method) {
    Object id = message.get("id");
    try {
      Object given = message.getOrDefault("params", Map.of());
      if (!(given instanceof Map<?, ?>)) {
        throw McpException.ofArguments("\"params\" is no object");
      }
      Map<String, Object> parameters = object(given);
      if (!message.containsKey("id")) {
        notice(method, parameters);
      } else if (id == null) {
        throw new McpException(McpException.INVALID_REQUEST, "a request has an id");
      } else if (method.equals("tools/call")) {
        requireInitialized(method);
        calls.begin(id, tool(parameters), arguments(parameters));
      } else {
        send(id, "result", answer(method, parameters));
      }
    } catch (McpException e) {
      refuse(message, e);
    } catch (RuntimeException e) {
      refuse(message, new McpException(McpException.INTERNAL, "the server failed: " + e));
    }
  }

  /** Notices are not answered. */
  private void refuse(Map<String, Object> message, McpException why) {
    if (message.containsKey("id")) {
      sendError(message.get("id"), why);
    }
  }

  private void notice(String method, Map<String, Object> parameters) {
    if (method.equals("notifications/cancelled")) {
      calls.cancel(parameters.get("requestId"));
    }
  }

  private void requireInitialized(String method) throws McpException {
    if (!isInitialized) {
      throw new McpException(McpException.INVALID_REQUEST, method + " comes after initialize");
    }
  }

  private Map<String, Object> answer(String method, Map<String, Object> parameters)
      throws McpException {
    if (method.equals("ping")) {
      return Map.of();
    }
    if (method.equals("initialize")) {
      isInitialized = true;
      return initialized(parameters.get("protocolVersion"));
    }
    requireInitialized(method);
    return switch (method) {
      case "tools/list" ->
          Map.of("tools", tools.values().stream().map(McpServer::described).toList());
      case "resources/list" ->
          Map.of("resources", resources.values().stream().map(McpServer::described).toList());
      case "resources/templates/list" -> Map.of("resourceTemplates", List.of());
      case "resources/read" -> resource(parameters.get("uri"));
      default ->
          throw new McpException(McpException.UNKNOWN_METHOD, "there is no method " + method);
    };
  }

  private Map<String, Object> initialized(Object asked) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put(
        "protocolVersion", asked != null && VERSIONS.contains(asked) ? asked : VERSIONS.get(0));
    result.put("capabilities", Map.of("tools", Map.of(), "resources", Map.of()));
    result.put("serverInfo", Map.of("name", name, "version", version));
    result.put("instructions", instructions);
    return result;
  }

  private static Map<String, Object> described(McpTool tool) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("name", tool.name());
    described.put("description", tool.description());
    described.put("inputSchema", tool.arguments());
    described.put("annotations", Map.of("readOnlyHint", true, "openWorldHint", false));
    return described;
  }

  private static Map<String, Object> described(McpResource resource) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("uri", resource.uri());
    described.put("name", resource.title());
    described.put("mimeType", resource.type());
    return described;
  }

  private Map<String, Object> resource(Object uri) throws McpException {
    McpResource found = uri instanceof String ? resources.get(uri) : null;
    if (found == null) {
      throw new McpException(McpException.NO_RESOURCE, "there is no resource " + uri);
    }
    return Map.of(
        "contents",
        List.of(Map.of("uri", found.uri(), "mimeType", found.type(), "text", found.text())));
  }

  private McpTool tool(Map<String, Object> parameters) throws McpException {
    Object wanted = parameters.get("name");
    McpTool tool = wanted instanceof String ? tools.get(wanted) : null;
    if (tool == null) {
      throw McpException.ofArguments(
          "there is no tool " + wanted + "; those are " + String.join(", ", tools.keySet()));
    }
    return tool;
  }

  private static Map<String, Object> arguments(Map<String, Object> parameters) throws McpException {
    Object given = parameters.getOrDefault("arguments", Map.of());
    if (!(given instanceof Map<?, ?>)) {
      throw McpException.ofArguments("\"arguments\" is no object");
    }
    return object(given);
  }

  private void sendError(Object id, McpException error) {
    send(id, "error", Map.of("code", error.code(), "message", error.getMessage()));
  }

  private void send(Object id, String what, Map<String, Object> content) {
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("jsonrpc", "2.0");
    message.put("id", id);
    message.put(what, content);
    byte[] line = (JsonText.line(message) + "\n").getBytes(StandardCharsets.UTF_8);
    synchronized (out) {
      try {
        out.write(line);
        out.flush();
      } catch (IOException e) {
        broken = broken == null ? e : broken; // told by serve
      }
    }
  }
}
