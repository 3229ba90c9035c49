package io.rowandb.design.sample;

import java.io.IOException;

/** A sample that cannot be read; the message names the file and, where there is one, the line. */
public final class SampleException extends IOException {
  private static final long serialVersionUID = 1L;

  /** With a message for people. */
  public SampleException(String message) {
    super(message);
  }
}
