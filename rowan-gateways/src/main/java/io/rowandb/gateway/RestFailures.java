package io.rowandb.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.rowandb.engine.io.FailureLog;
import org.apache.hbase.thirdparty.javax.ws.rs.WebApplicationException;
import org.apache.hbase.thirdparty.javax.ws.rs.core.Response;
import org.apache.hbase.thirdparty.javax.ws.rs.core.Response.Status;
import org.apache.hbase.thirdparty.javax.ws.rs.ext.ExceptionMapper;

/**
 * The answers to requests in which HBase's classes failed, or those that read bodies, which put the
 * reason into failures of their own. Without state.
 */
public final class RestFailures implements ExceptionMapper<Throwable> {
  @Override
  public Response toResponse(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof WebApplicationException answered) {
        return answered.getResponse();
      }
      if (each instanceof OutOfMemoryError) {
        throw FatalEnd.now("a request used up the memory of this process", each);
      }
    }
    if (failure instanceof JsonProcessingException unread) {
      return text(Status.BAD_REQUEST, "Bad request\r\n" + unread.getOriginalMessage());
    }
    FailureLog.error(RestFailures.class, "A request to the REST gateway failed", failure);
    return text(Status.INTERNAL_SERVER_ERROR, "Internal error");
  }

  private static Response text(Status status, String words) {
    return Response.status(status).type("text/plain").entity(words + "\r\n").build();
  }
}
