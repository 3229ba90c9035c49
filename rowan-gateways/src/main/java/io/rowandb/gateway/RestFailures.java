package io.rowandb.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.rowandb.cli.FatalEnd;
import io.rowandb.engine.io.FailureLog;
import org.apache.hadoop.hbase.NamespaceNotFoundException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.apache.hbase.thirdparty.javax.ws.rs.WebApplicationException;
import org.apache.hbase.thirdparty.javax.ws.rs.core.Response;
import org.apache.hbase.thirdparty.javax.ws.rs.core.Response.Status;
import org.apache.hbase.thirdparty.javax.ws.rs.ext.ExceptionMapper;

/**
 * Makes the answers to requests in which HBase's classes failed, or the classes that read bodies,
 * which wrap the cause in their own exceptions. Stateless.
 */
public final class RestFailures implements ExceptionMapper<Throwable> {
  private static final int BAD_REQUEST = Status.BAD_REQUEST.getStatusCode();

  @Override
  public Response toResponse(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof WebApplicationException answered && !isAbsent(each.getCause())) {
        return inWords(answered);
      }
      if (isAbsent(each)) {
        return text(Status.NOT_FOUND, "Not found\r\n" + each.getMessage());
      }
      if (each instanceof OutOfMemoryError) {
        throw FatalEnd.now("a request used up the memory of this process", each);
      }
    }
    if (failure instanceof JsonProcessingException unread) {
      return text(Status.BAD_REQUEST, "Bad request\r\n" + unread.getOriginalMessage());
    }
    if (isOfRequest(failure)) {
      return text(Status.BAD_REQUEST, "Bad request\r\n" + failure.getMessage());
    }
    FailureLog.error(RestFailures.class, "A request to the REST gateway failed", failure);
    return text(Status.INTERNAL_SERVER_ERROR, "Internal error" + ownWords(failure));
  }

  /**
   * The message of HBase's gateway when it fails; other kinds of failures are not reported to
   * clients.
   */
  private static String ownWords(Throwable failure) {
    boolean told = failure.getClass() == RuntimeException.class && failure.getCause() == null;
    return told ? "\r\n" + failure.getMessage() : "";
  }

  /** Whether what was asked for is not there. */
  static boolean isAbsent(Throwable failure) {
    return failure instanceof TableNotFoundException
        || failure instanceof NamespaceNotFoundException
        || failure instanceof NoSuchColumnFamilyException;
  }

  /** Whether HBase's classes, or those that read bodies, fail so at what they were sent. */
  private static boolean isOfRequest(Throwable failure) {
    return failure instanceof InvalidProtocolBufferException
        || failure instanceof IllegalArgumentException
        || failure instanceof IndexOutOfBoundsException;
  }

  /** An answer that Jersey makes of a body it cannot read says nothing, but its cause does. */
  private static Response inWords(WebApplicationException answered) {
    Response response = answered.getResponse();
    Throwable cause = answered.getCause();
    if (response.hasEntity() || response.getStatus() != BAD_REQUEST || cause == null) {
      return response;
    }
    Throwable reason =
        cause.getMessage() == null && cause.getCause() != null ? cause.getCause() : cause;
    return text(Status.BAD_REQUEST, "Bad request\r\n" + reason.getMessage());
  }

  private static Response text(Status status, String words) {
    return Response.status(status).type("text/plain").entity(words + "\r\n").build();
  }
}
