package io.rowandb.tsdb.uid;

import java.io.IOException;

/** All UIDs of a kind are assigned; only tables with wider UIDs can have more. */
public final class UidsFullException extends IOException {
  private static final long serialVersionUID = 1L;

  UidsFullException(String message) {
    super(message);
  }
}
