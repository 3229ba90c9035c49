package io.rowandb.client.filter;

import org.apache.hadoop.hbase.DoNotRetryIOException;

/**
 * A filter was not allowed to go on. Unchecked, since HBase's comparators can throw nothing else;
 * whoever calls a filter tells its client in an exception of HBase's.
 */
public final class FilterStoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  FilterStoppedException(String message) {
    super(message);
  }

  /** What its client is told; no retry can cure it. */
  public DoNotRetryIOException failure() {
    return new DoNotRetryIOException(getMessage(), this);
  }
}
