package io.rowandb.schema.pattern.chain;

import java.io.IOException;

/** Others wrote a row again and again while this client tried to, which has not written it. */
public final class ContendedRowException extends IOException {
  private static final long serialVersionUID = 1L;

  ContendedRowException(String message) {
    super(message);
  }
}
