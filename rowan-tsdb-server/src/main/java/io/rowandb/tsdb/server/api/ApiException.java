package io.rowandb.tsdb.server.api;

/** A request is refused, in the words of OpenTSDB's error object. */
public final class ApiException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String details;

  /**
   * With details.
   *
   * @param status of HTTP
   * @param details empty for none
   */
  public ApiException(int status, String message, String details) {
    super(message);
    this.status = status;
    this.details = details;
  }

  /** A status of 400 without details. */
  public static ApiException badRequest(String message) {
    return new ApiException(400, message, "");
  }

  static ApiException badJson(Exception cause) {
    ApiException refused =
        new ApiException(400, "Unable to parse the given JSON", JsonTree.reason(cause));
    refused.initCause(cause);
    return refused;
  }

  static ApiException missingParameter(String name) {
    return badRequest("Missing parameter <code>" + name + "</code>");
  }

  static ApiException missingContent() {
    return new ApiException(
        400,
        "Missing message content",
        "Supply valid JSON formatted data in the body of your request");
  }

  /** A status of 405. */
  public static ApiException methodNotAllowed(String method) {
    return new ApiException(
        405,
        "Method not allowed",
        "The HTTP method [" + method + "] is not permitted for this endpoint");
  }

  static ApiException notImplemented(String what) {
    return new ApiException(501, "Not implemented", what);
  }

  /** Of HTTP. */
  public int status() {
    return status;
  }

  /** Empty for none. */
  public String details() {
    return details;
  }
}
