package io.rowandb.systems.web;

import java.util.function.Supplier;

/** A request cannot be answered: why, for its client, in English. */
public final class WebException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** The request is wrong. */
  public static final int WRONG = 400;

  /** There is no such thing. */
  public static final int ABSENT = 404;

  /** Not now, as something else is there or at work. */
  public static final int IN_CONFLICT = 409;

  /** Not now, but perhaps later, or elsewhere. */
  public static final int UNAVAILABLE = 503;

  private final int status;

  /**
   * Of an HTTP status.
   *
   * @param status from 400 to 599
   * @param message names the value and the rule
   */
  public WebException(int status, String message) {
    super(message);
    this.status = status;
  }

  /** Of a request that is wrong. */
  public static WebException wrong(String message) {
    return new WebException(WRONG, message);
  }

  /** Makes something of a request's values; what refuses them is told to the client. */
  public static <T> T checked(Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
  }

  /** The HTTP status. */
  public int status() {
    return status;
  }
}
