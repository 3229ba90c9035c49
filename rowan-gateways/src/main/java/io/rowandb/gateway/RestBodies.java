package io.rowandb.gateway;

import java.io.IOException;
import org.apache.hadoop.hbase.rest.model.ScannerModel;
import org.apache.hbase.thirdparty.javax.ws.rs.WebApplicationException;
import org.apache.hbase.thirdparty.javax.ws.rs.core.Response;
import org.apache.hbase.thirdparty.javax.ws.rs.core.Response.Status;
import org.apache.hbase.thirdparty.javax.ws.rs.ext.ReaderInterceptor;
import org.apache.hbase.thirdparty.javax.ws.rs.ext.ReaderInterceptorContext;

/**
 * Checks the bodies of requests to the REST gateway after they are read, for content that HBase's
 * classes refuse without a reason or fail at. Stateless.
 */
public final class RestBodies implements ReaderInterceptor {
  @Override
  public Object aroundReadFrom(ReaderInterceptorContext context) throws IOException {
    Object body = context.proceed();
    if (body == null) {
      throw refused("The body is empty");
    }
    if (!context.getType().isInstance(body)) {
      throw refused(
          "The body is a "
              + body.getClass().getSimpleName()
              + ", and must be a "
              + context.getType().getSimpleName());
    }
    if (body instanceof ScannerModel scanner && scanner.getFilter() != null) {
      checkFilter(scanner.getFilter());
    }
    return body;
  }

  private static void checkFilter(String filter) {
    try {
      ScannerModel.buildFilter(filter);
    } catch (Exception e) {
      throw refused("The filter cannot be read: " + e.getMessage());
    }
  }

  private static WebApplicationException refused(String reason) {
    String words = "Bad request\r\n" + ErrorWords.asWebText(reason);
    return new WebApplicationException(
        reason, Response.status(Status.BAD_REQUEST).type("text/plain").entity(words).build());
  }
}
