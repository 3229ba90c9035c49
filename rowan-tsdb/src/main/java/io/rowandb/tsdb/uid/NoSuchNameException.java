package io.rowandb.tsdb.uid;

import java.io.IOException;

/** No UID was assigned to a name, or no name has a UID. */
public final class NoSuchNameException extends IOException {
  private static final long serialVersionUID = 1L;

  NoSuchNameException(String message) {
    super(message);
  }
}
