package io.rowandb.bench.systems;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A worked system with made-up data in an empty store. After {@link #load}, one thread may write
 * while others ask.
 */
interface MeasuredSystem extends AutoCloseable {
  /** What is loaded, in the plural. */
  String loaded();

  /**
   * Loads it as the system's own command does.
   *
   * @param count how many
   * @return how many the system took
   */
  long load(long count) throws IOException;

  /** Writes one more, by the call that an application uses. */
  void write() throws IOException;

  /** What users ask. */
  List<Question> questions() throws IOException;

  @Override
  void close() throws IOException;

  /**
   * A question.
   *
   * @param name as the table shows it
   * @param answer asks it about something that the random numbers choose
   */
  record Question(String name, Answer answer) {}

  /** Asks a question. */
  @FunctionalInterface
  interface Answer {
    /** How many records, places or numbers above 0 came back. */
    long ask(SplittableRandom random) throws IOException;
  }
}
