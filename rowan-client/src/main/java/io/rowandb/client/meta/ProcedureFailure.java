package io.rowandb.client.meta;

import java.io.IOException;

/**
 * The failure of a change that HBase's master makes by a procedure. HBase's client gets such a
 * failure unchanged from the procedure's result; the failure of a call arrives as text.
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
