package io.rowandb.testkit.oracle;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;

/** How failures are compared: by the class that a program can catch. */
final class Failures {
  private Failures() {}

  /** A failure as one line. */
  static String line(Throwable failure) {
    return "! " + failure.getClass().getName();
  }

  /** A failure as an answer. */
  static List<List<String>> answer(Throwable failure) {
    return List.of(List.of(line(failure)));
  }

  /**
   * What the region says, without the wrapping of HBase's client: changes of several columns as one
   * travel as a batch, so that their failure is a batch's.
   */
  static IOException bare(IOException failure) {
    return failure instanceof RetriesExhaustedWithDetailsException batch
            && batch.getCause(0) instanceof IOException cause
        ? cause
        : failure;
  }

  /** Whether HBase's server failed by itself: its client takes that for a passing trouble. */
  static boolean isInternal(IOException failure) {
    return failure.getClass() == RetriesExhaustedException.class;
  }
}
