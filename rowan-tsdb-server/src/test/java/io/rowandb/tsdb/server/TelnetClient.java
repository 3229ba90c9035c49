package io.rowandb.tsdb.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client that sends text. */
final class TelnetClient implements AutoCloseable {
  private final Socket socket;
  private final BufferedReader in;

  TelnetClient(int port) throws IOException {
    socket = new Socket("localhost", port);
    socket.setSoTimeout(60_000);
    in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  void send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  /** Null when the server has closed the connection. */
  String readLine() throws IOException {
    return in.readLine();
  }

  void endInput() throws IOException {
    socket.shutdownOutput();
  }

  String readAll() throws IOException {
    StringBuilder all = new StringBuilder();
    char[] piece = new char[8_192];
    for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
      all.append(piece, 0, count);
    }
    return all.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
