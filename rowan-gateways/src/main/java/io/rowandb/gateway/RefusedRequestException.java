package io.rowandb.gateway;

import org.apache.thrift.transport.TTransportException;

/**
 * A request exceeded a limit. It passes through Thrift like the failure of a connection, since the
 * start of the next request is unknown; {@link RequestProcessor} tells the client.
 */
final class RefusedRequestException extends TTransportException {
  private static final long serialVersionUID = 1L;

  RefusedRequestException(String message) {
    super(CORRUPTED_DATA, message);
  }
}
