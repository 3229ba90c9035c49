package io.rowandb.cli.demo;

import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;

/**
 * A question about the data of a table.
 *
 * @param text the question
 * @param source the source lines of the method that answers it
 * @param asker runs that method
 */
record DemoQuestion(String text, List<String> source, Asker asker) {
  /** Opens the table, asks, and decodes what comes back. */
  @FunctionalInterface
  interface Asker {
    /** The answer of a store. */
    Answer ask(Connection connection) throws IOException;
  }

  /**
   * A method that answers a question, given as a reference to it, so that its source can be found.
   *
   * @param <T> an open table
   * @param <A> what the method answers
   */
  @FunctionalInterface
  interface Call<T, A> extends Serializable {
    /** The answer. */
    A ask(T table) throws IOException;
  }
}
