package io.rowandb.cli.mcp;

/** A request that is refused; the code is one of JSON-RPC's. */
public final class McpException extends Exception {
  private static final long serialVersionUID = 1L;

  static final int BROKEN_JSON = -32700;
  static final int INVALID_REQUEST = -32600;
  static final int UNKNOWN_METHOD = -32601;
  static final int INVALID_PARAMETERS = -32602;
  static final int NO_RESOURCE = -32002;
  static final int INTERNAL = -32603;

  private final int code;

  McpException(int code, String message) {
    super(message);
    this.code = code;
  }

  /** Of arguments that are missing, of the wrong kind, or out of their range. */
  public static McpException ofArguments(String message) {
    return new McpException(INVALID_PARAMETERS, message);
  }

  int code() {
    return code;
  }
}
