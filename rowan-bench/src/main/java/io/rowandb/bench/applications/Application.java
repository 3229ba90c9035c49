package io.rowandb.bench.applications;

import java.io.IOException;

/** An application's data and questions, of which the numbers tell all. Used by one thread. */
public interface Application extends AutoCloseable {
  /** Writes records of ascending numbers, from one to before another, in few calls. */
  void write(int from, int to) throws IOException;

  /** The answer to a question, which is the same however it is found. */
  String ask(int number) throws IOException;

  @Override
  void close() throws IOException;
}
