package io.rowandb.systems.messages;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** Messages, as a design that may be right or wrong keeps them. Used by one thread. */
interface Mailing extends Closeable {
  void send(Message message) throws IOException;

  void read(String user, Message message) throws IOException;

  /** How many messages the user has not read. */
  long unread(String user) throws IOException;

  /** The texts of the newest messages that the user received. */
  List<String> inbox(String user, int size) throws IOException;

  /** The texts of the newest messages that the user sent. */
  List<String> sent(String user, int size) throws IOException;

  /** Whether the user finds the message among those received. */
  boolean received(String user, Message message) throws IOException;

  /** Whether its sender finds the message among those sent. */
  boolean sent(Message message) throws IOException;

  /** Ends what dead clients left, if the design can. */
  default void repair() throws IOException {}
}
