package io.rowandb.design.plan;

import java.io.IOException;

/** A design file that cannot be read, or says what no table can be; the message has the line. */
public final class PlanException extends IOException {
  private static final long serialVersionUID = 1L;

  /** With a message that names file, line, value and rule. */
  public PlanException(String message) {
    super(message);
  }
}
