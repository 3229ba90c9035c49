package io.rowandb.gateway;

import org.apache.thrift.transport.TTransportException;

/**
 * A request that goes beyond a limit. It passes through Thrift as the failure of a connection does,
 * since nobody knows where the next request begins; {@link RequestProcessor} tells the client.
 */
final class RefusedRequestException extends TTransportException {
  private static final long serialVersionUID = 1L;

  RefusedRequestException(String message) {
    super(CORRUPTED_DATA, message);
  }
}
