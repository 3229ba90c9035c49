package io.rowandb.gateway;

import io.rowandb.engine.io.FailureLog;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import javax.servlet.FilterChain;
import javax.servlet.ServletException;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpServletResponseWrapper;
import org.apache.hbase.thirdparty.javax.ws.rs.WebApplicationException;
import org.apache.hbase.thirdparty.org.eclipse.jetty.io.EofException;
import org.apache.hbase.thirdparty.org.eclipse.jetty.server.HttpChannel;
import org.apache.hbase.thirdparty.org.eclipse.jetty.server.Request;

/**
 * A response that never looks complete when it is not. The classes that write rows as JSON, XML and
 * protobuf, and Jersey, end a response normally even if a row cannot be read.
 *
 * <p>Invariants: 1. Once a row has failed, nothing more is written. 2. Then the client gets the
 * failure's message and code. If it has already received a part of the response, the connection is
 * closed before the end of the response; over HTTP/1.0, where closing means the end, it is reset.
 *
 * <p>Used by the answering thread.
 */
final class CheckedResponse extends HttpServletResponseWrapper {
  /** Of the first row that failed, or null. */
  private WebApplicationException failure;

  CheckedResponse(HttpServletResponse response) {
    super(response);
  }

  /** A row that belongs to the response is not there. */
  void fail(WebApplicationException why) {
    failure = failure == null ? why : failure;
  }

  /** Has a request answered. */
  void answer(HttpServletRequest request, FilterChain chain) throws IOException, ServletException {
    try {
      chain.doFilter(request, this);
    } catch (IOException | ServletException | RuntimeException e) {
      if (failure == null) {
        throw e;
      }
      // It follows from the failure.
    }
    if (failure != null && isCommitted()) {
      FailureLog.warning(CheckedResponse.class, "An answer was cut off", failure);
      cutOff(Request.getBaseRequest(request).getHttpChannel());
    } else if (failure != null) {
      sayFailure();
    }
  }

  private void cutOff(HttpChannel channel) throws IOException {
    if (channel.getEndPoint().getTransport() instanceof SocketChannel socket) {
      socket.setOption(StandardSocketOptions.SO_LINGER, 0);
    }
    channel.abort(failure);
    throw new EofException(failure);
  }

  private void sayFailure() throws IOException {
    byte[] words =
        String.valueOf(failure.getResponse().getEntity()).getBytes(StandardCharsets.UTF_8);
    resetBuffer();
    setStatus(failure.getResponse().getStatus());
    setContentType("text/plain");
    setContentLengthLong(words.length);
    getResponse().getOutputStream().write(words);
  }

  @Override
  public ServletOutputStream getOutputStream() throws IOException {
    return new Out(super.getOutputStream());
  }

  @Override
  public void flushBuffer() throws IOException {
    if (failure == null) {
      super.flushBuffer();
    }
  }

  @Override
  public void sendError(int status) throws IOException {
    if (failure == null) {
      super.sendError(status);
    }
  }

  @Override
  public void sendError(int status, String message) throws IOException {
    if (failure == null) {
      super.sendError(status, message);
    }
  }

  /** Drops what is written after the failure. */
  private final class Out extends ServletOutputStream {
    private final ServletOutputStream out;

    Out(ServletOutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (failure == null) {
        out.write(bytes, offset, length);
      }
    }

    @Override
    public void flush() throws IOException {
      if (failure == null) {
        out.flush();
      }
    }

    @Override
    public void close() throws IOException {
      if (failure == null) {
        out.close();
      }
    }

    @Override
    public boolean isReady() {
      return out.isReady();
    }

    @Override
    public void setWriteListener(WriteListener listener) {
      out.setWriteListener(listener);
    }
  }
}
