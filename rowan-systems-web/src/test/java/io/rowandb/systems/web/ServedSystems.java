package io.rowandb.systems.web;

import io.rowandb.client.Rowan;
import io.rowandb.systems.web.program.PluggedSystems;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** A server on a store, at a free port, and what a client does. Used by any number of threads. */
public final class ServedSystems implements AutoCloseable {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final Connection connection;
  private final SystemsServer server;

  private ServedSystems(Connection connection, SystemsServer server) {
    this.connection = connection;
    this.server = server;
  }

  /** The systems that are always served, on a store in memory. */
  public static ServedSystems inMemory() throws IOException {
    return at("mem:web", PluggedSystems.ALL);
  }

  static ServedSystems at(String path, List<SystemPages.Plug> plugs) throws IOException {
    Connection connection = ConnectionFactory.createConnection(Rowan.configuration(path));
    ListenAddress address = new ListenAddress("localhost", 0, Set.of("calls.example"));
    return new ServedSystems(connection, SystemsServer.start(connection, address, plugs));
  }

  /** That of the server; its store is the same for both. */
  public Connection connection() {
    return connection;
  }

  int port() {
    return server.port();
  }

  String origin() {
    return "http://localhost:" + server.port();
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(origin() + path));
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
    return CLIENT.send(request.build(), BodyHandlers.ofString());
  }

  /** Asks. */
  public HttpResponse<String> get(String path, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = request(path);
    return send(headers.length == 0 ? request : request.headers(headers));
  }

  /** Sends a body, as a program does. */
  public HttpResponse<String> post(String path, String type, String body)
      throws IOException, InterruptedException {
    return send(request(path).header("Content-Type", type).POST(BodyPublishers.ofString(body)));
  }

  /** Sends a form, as a browser does from a page of this server. */
  public HttpResponse<String> postForm(String path, String fields)
      throws IOException, InterruptedException {
    return send(
        request(path)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("Origin", origin())
            .header("Sec-Fetch-Site", "same-origin")
            .POST(BodyPublishers.ofString(fields)));
  }

  /** Sends these lines as they are, and reads until the server closes the connection. */
  String raw(String... lines) throws IOException {
    try (Socket socket = new Socket("localhost", server.port())) {
      String text = String.join("\r\n", lines) + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Override
  public void close() throws IOException {
    try (connection) {
      server.close();
    }
  }
}
