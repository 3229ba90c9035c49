package io.rowandb.client.meta;

import java.io.IOException;

/**
 * How a change ended that HBase's master makes by a procedure: its client gets the failure from the
 * procedure's result, as it is, where a call's failure comes as the text of it all.
 */
public final class ProcedureFailure extends IOException {
  private static final long serialVersionUID = 1L;

  private final IOException failure;

  /** Of one of HBase's exceptions. */
  public ProcedureFailure(IOException failure) {
    super(failure);
    this.failure = failure;
  }

  /** What the client gets. */
  public IOException failure() {
    return failure;
  }
}
