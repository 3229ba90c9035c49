package io.rowandb.gateway;

import java.net.InetAddress;

/** One client's connection. Its methods may be called by all threads. */
interface GatewayClient {
  /** What a connection is at. */
  enum Stage {
    /** Nothing of a request has come. */
    WAITING,
    READING,
    /** The request is there, and the answer is not. */
    WORKING,
    WRITING
  }

  /** What it is at. */
  Stage stage();

  /** When it last began to wait for its client, or to be asked, by {@link System#nanoTime}. */
  long since();

  InetAddress address();

  /** Where its connection goes from and to, as the system knows it. */
  TcpTable.Ends ends();

  /** Its client has closed the connection: what is under way for it may end. */
  void leave();

  /** Closes it at once, whatever it is at. */
  void close();
}
