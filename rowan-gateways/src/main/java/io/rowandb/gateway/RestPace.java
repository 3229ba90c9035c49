package io.rowandb.gateway;

import io.rowandb.gateway.GatewayClient.Stage;
import java.io.IOException;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletInputStream;
import javax.servlet.ServletOutputStream;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.WriteListener;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletRequestWrapper;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpServletResponseWrapper;
import org.apache.hadoop.hbase.rest.RESTServer;
import org.apache.hbase.thirdparty.org.eclipse.jetty.server.HttpChannel;
import org.apache.hbase.thirdparty.org.eclipse.jetty.server.Request;
import org.apache.hbase.thirdparty.org.eclipse.jetty.server.handler.ContextHandler;

/**
 * Tells {@link RestClients} what the requests to the REST gateway wait for. Safe for many threads;
 * HBase's server makes it by name, before the filters that pack and unpack.
 */
public final class RestPace implements Filter {
  /** The attribute of a request that has its {@link RestClient}. */
  static final String CLIENT = RestClient.class.getName();

  // Fixed by init.
  private RestClients clients;

  @Override
  public void init(FilterConfig config) {
    ContextHandler.Context context = (ContextHandler.Context) config.getServletContext();
    clients = RestClients.of(context.getContextHandler().getServer(), RESTServer.conf);
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpChannel channel = Request.getBaseRequest(request).getHttpChannel();
    RestClient client = clients.on(channel.getConnection());
    if (client == null) {
      throw new IOException("The connection was closed, to make room for others");
    }
    client.beginRequest();
    request.setAttribute(CLIENT, client);
    if (clients.areShortOfThreads() && client.hasHadItsShare()) {
      ((HttpServletResponse) response).setHeader("Connection", "close");
    }
    try {
      chain.doFilter(
          new TimedRequest((HttpServletRequest) request, client),
          new TimedResponse((HttpServletResponse) response, client));
      client.beginWait(Stage.WRITING);
      try {
        channel.getResponse().closeOutput(); // or Jetty would write the rest, without being watched
      } finally {
        client.endWait(0);
      }
      client.endAnswer();
    } finally {
      if (!response.isCommitted()) {
        client.endAnswer(); // the client gets an error's words
      }
      client.endRequest();
    }
  }

  @Override
  public void destroy() {
    // Holds nothing.
  }

  private static final class TimedRequest extends HttpServletRequestWrapper {
    private final RestClient client;

    TimedRequest(HttpServletRequest request, RestClient client) {
      super(request);
      this.client = client;
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
      return new TimedInput(super.getInputStream(), client);
    }
  }

  private static final class TimedResponse extends HttpServletResponseWrapper {
    private final RestClient client;

    TimedResponse(HttpServletResponse response, RestClient client) {
      super(response);
      this.client = client;
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
      return new TimedOutput(super.getOutputStream(), client);
    }
  }

  private static final class TimedInput extends ForwardingBody {
    private final RestClient client;

    TimedInput(ServletInputStream body, RestClient client) {
      super(body);
      this.client = client;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      client.beginWait(Stage.READING);
      int got = 0;
      try {
        got = body.read(into, offset, length);
        return got;
      } finally {
        client.endWait(got);
      }
    }
  }

  private static final class TimedOutput extends ServletOutputStream {
    private final ServletOutputStream out;
    private final RestClient client;

    TimedOutput(ServletOutputStream out, RestClient client) {
      this.out = out;
      this.client = client;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      client.beginWait(Stage.WRITING);
      try {
        out.write(bytes, offset, length);
      } finally {
        client.endWait(length);
      }
    }

    @Override
    public void flush() throws IOException {
      client.beginWait(Stage.WRITING);
      try {
        out.flush();
      } finally {
        client.endWait(0);
      }
    }

    @Override
    public void close() throws IOException {
      client.beginWait(Stage.WRITING);
      try {
        out.close();
      } finally {
        client.endWait(0);
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
