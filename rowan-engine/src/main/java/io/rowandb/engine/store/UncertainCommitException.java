package io.rowandb.engine.store;

import java.io.IOException;

/**
 * It is unknown whether a change of file lists is durable: all files that it adds or removes must
 * be kept. The next opening finds out.
 */
public final class UncertainCommitException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Wraps the failure of the manifest. */
  public UncertainCommitException(IOException cause) {
    super(cause.getMessage(), cause);
  }
}
