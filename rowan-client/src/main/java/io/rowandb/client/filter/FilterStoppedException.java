package io.rowandb.client.filter;

import org.apache.hadoop.hbase.DoNotRetryIOException;

/**
 * A filter was not allowed to continue. It is unchecked because HBase's comparators cannot throw
 * checked exceptions; the caller of a filter converts it to one of HBase's exceptions for the
 * client.
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
