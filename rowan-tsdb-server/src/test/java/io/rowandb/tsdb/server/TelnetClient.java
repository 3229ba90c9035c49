package io.rowandb.tsdb.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client that sends text. */
final class TelnetClient implements AutoCloseable {
  private final Socket socket;
  private final BufferedReader in;

  TelnetClient(int port) throws IOException {
    this(new Socket("localhost", port));
  }

  private TelnetClient(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(60_000);
    in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  /** With a small buffer, so that what is not read stays with the server. */
  static TelnetClient reluctant(int port) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4_096);
    socket.connect(new InetSocketAddress("localhost", port));
    return new TelnetClient(socket);
  }

  /** Ends the connection as one does whose machine is lost. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
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

  /** Reads so many letters, or fewer at the end, and drops them. */
  void skip(int letters) throws IOException {
    in.skip(letters);
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
