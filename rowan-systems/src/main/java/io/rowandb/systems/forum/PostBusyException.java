package io.rowandb.systems.forum;

import java.io.IOException;

/** Others changed a post before each of many attempts: the call may be made again, later. */
public final class PostBusyException extends IOException {
  private static final long serialVersionUID = 1;

  /** With the post, and how often it was tried. */
  public PostBusyException(String message) {
    super(message);
  }
}
