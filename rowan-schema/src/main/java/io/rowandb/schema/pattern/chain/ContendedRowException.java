package io.rowandb.schema.pattern.chain;

import java.io.IOException;

/** A row was not written, because other clients wrote it again and again in the meantime. */
public final class ContendedRowException extends IOException {
  private static final long serialVersionUID = 1L;

  ContendedRowException(String message) {
    super(message);
  }
}
