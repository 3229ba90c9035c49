package io.rowandb.client.hazard;

import java.io.Serial;
import org.apache.hadoop.hbase.DoNotRetryIOException;

/**
 * A program's result depends on a trap, and {@link HazardMode#FAIL} is set. The request itself was
 * carried out: what it wrote is written.
 */
public final class HazardException extends DoNotRetryIOException {
  @Serial private static final long serialVersionUID = 1;

  /** With a hazard's report; the constructor by which HBase's client makes it again. */
  public HazardException(String report) {
    super(report);
  }
}
