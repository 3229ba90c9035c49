package io.rowandb.gateway;

import java.io.EOFException;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletInputStream;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletRequestWrapper;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.hbase.rest.RESTServer;
import org.apache.hbase.thirdparty.javax.ws.rs.WebApplicationException;
import org.apache.hbase.thirdparty.javax.ws.rs.core.Response;
import org.apache.hbase.thirdparty.javax.ws.rs.core.Response.Status;

/**
 * Limits the bodies of requests to the REST gateway: the size of each and of all being read,
 * whatever length they claim, and the time in which they arrive. Compressed bodies count with their
 * unpacked size. Also limits the memory of answers, {@link RestAnswer}. Safe for many threads;
 * HBase's server makes it by name, after the filter that unpacks.
 */
public final class RestBodyLimit implements Filter {
  /** How long the rest of a refused body is read, so that its sender reads the answer. */
  private static final int DROP_MILLIS = 10_000;

  /** How long a scanner that others need the room of is kept for its client. */
  private static final int UNUSED_MILLIS = 10_000;

  /**
   * A body is there as it came, as the model it was parsed to, and as HBase's requests; what its
   * elements take beside that is their {@link BodyWeight}.
   */
  private static final int COPIES = 4;

  // Fixed by init.
  private GatewayLimits limits;
  private GatewayMemory memory;
  private RestScanners scanners;
  private RestScannerCache kept;

  /** Those that are being answered. */
  private final Set<Limited> underWay = ConcurrentHashMap.newKeySet();

  @Override
  public void init(FilterConfig config) {
    limits = GatewayLimits.of(RESTServer.conf);
    memory = new GatewayMemory(limits.totalBytes());
    scanners = new RestScanners(memory, UNUSED_MILLIS);
    kept = RestScannerCache.of(RESTServer.conf);
    memory.atLack(missing -> scanners.closeOneUnused() || closeLongRead(missing));
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse answered, FilterChain chain)
      throws IOException, ServletException {
    CheckedResponse response = new CheckedResponse((HttpServletResponse) answered);
    Limited limited = new Limited((HttpServletRequest) request);
    underWay.add(limited);
    try {
      RestAnswer.<ServletException>to(
          response, limited, limits, scanners, kept, () -> response.answer(limited, chain));
      if (limited.refused) {
        response.flushBuffer();
        limited.giveAllBack();
        limited.dropTheRest();
      }
    } finally {
      underWay.remove(limited);
      limited.giveAllBack();
    }
  }

  /**
   * Closes connections whose clients have been reading an answer for longer than they may, the
   * longest first, until their answers hold what others lack; none if all of them do not.
   *
   * @return false: their threads give that back only when they have seen it
   */
  private boolean closeLongRead(long missing) {
    long mayNanos = TimeUnit.MILLISECONDS.toNanos(limits.requestMillis());
    List<Limited> readers =
        underWay.stream()
            .filter(each -> each.taken.get() > 0 && each.client.readingNanos() > mayNanos)
            .sorted(
                Comparator.comparingLong((Limited each) -> each.client.readingNanos()).reversed())
            .toList();
    long left = missing;
    int count = 0;
    while (left > 0 && count < readers.size()) {
      left -= readers.get(count).taken.get();
      count++;
    }
    if (left <= 0) {
      readers.subList(0, count).forEach(each -> each.client.close());
    }
    return false;
  }

  @Override
  public void destroy() {
    // Holds nothing.
  }

  /** A request, whose body is counted while it is read. Used by one thread at a time. */
  private final class Limited extends HttpServletRequestWrapper implements RequestAccount {
    private final long begunNanos = System.nanoTime();
    private long all;

    /** Changed by its thread; others look at whether there is something. */
    private final AtomicLong taken = new AtomicLong();

    private boolean refused;
    private final BodyWeight weight;
    private final RestClient client;

    Limited(HttpServletRequest request) {
      super(request);
      this.client = (RestClient) request.getAttribute(RestPace.CLIENT);
      this.weight = BodyWeight.ofType(request.getContentType());
    }

    void giveAllBack() {
      giveBack(taken.get());
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
      return new Counted(super.getInputStream(), this);
    }

    @Override
    public void take(long bytes) throws RefusedRequestException {
      memory.take(bytes, taken.get());
      taken.addAndGet(bytes);
    }

    /** As it is unpacked, with what names the request. */
    @Override
    public long requestBytes() {
      String query = getQueryString();
      return all + (query == null ? 0 : query.length());
    }

    @Override
    public boolean isScarce() {
      return memory.isScarce();
    }

    @Override
    public boolean hasLeft() {
      return client.hasLeft();
    }

    @Override
    public void giveBack(long bytes) {
      memory.giveBack(bytes);
      taken.addAndGet(-bytes);
    }

    /** More bytes of the body were read. */
    void read(byte[] bytes, int offset, int more) {
      all += more;
      if (all > limits.requestBytes()) {
        throw refused(
            Status.REQUEST_ENTITY_TOO_LARGE,
            "The body is longer than %s allows: %d bytes"
                .formatted(GatewayLimits.REQUEST_BYTES_KEY, limits.requestBytes()));
      }
      if (millisSince(begunNanos) > limits.requestMillis()) {
        throw refused(
            Status.REQUEST_TIMEOUT,
            "The body did not arrive within %d ms: %s"
                .formatted(limits.requestMillis(), GatewayLimits.REQUEST_MILLIS_KEY));
      }
      try {
        take((long) COPIES * more + weight.of(bytes, offset, more));
      } catch (RefusedRequestException e) {
        throw refused(Status.SERVICE_UNAVAILABLE, e.getMessage());
      }
    }

    /**
     * Reads on, up to the same amount and for a while: closing a connection with unread bytes would
     * discard the answer.
     */
    void dropTheRest() throws IOException {
      long begun = System.nanoTime();
      ServletInputStream rest = super.getInputStream();
      byte[] dropped = new byte[1 << 16];
      long left = limits.requestBytes();
      int bytes = rest.read(dropped);
      while (bytes >= 0 && left > 0 && millisSince(begun) < DROP_MILLIS) {
        left -= bytes;
        bytes = rest.read(dropped);
      }
    }

    /** A body that does not come, or is not what it is said to be. */
    WebApplicationException unread(IOException failure) {
      if (failure.getCause() instanceof TimeoutException) {
        return answer(
            Status.REQUEST_TIMEOUT,
            "Nothing of the body came for so long that the request is given up: "
                + failure.getCause().getMessage());
      }
      String reason =
          failure instanceof EOFException && failure.getMessage() == null
              ? "it ends too early"
              : failure.getMessage();
      return answer(Status.BAD_REQUEST, "The body cannot be read: " + reason);
    }

    private WebApplicationException refused(Status status, String reason) {
      refused = true;
      return answer(status, reason);
    }

    private static WebApplicationException answer(Status status, String reason) {
      return new WebApplicationException(
          reason, Response.status(status).type("text/plain").entity(reason + "\r\n").build());
    }
  }

  private static long millisSince(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
  }

  private static final class Counted extends ForwardingBody {
    private final Limited request;

    Counted(ServletInputStream body, Limited request) {
      super(body);
      this.request = request;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int bytes;
      try {
        bytes = body.read(into, offset, length);
      } catch (IOException e) {
        throw request.unread(e);
      }
      if (bytes > 0) {
        request.read(into, offset, bytes);
      }
      return bytes;
    }

    @Override
    public void close() throws IOException {
      if (!request.refused) {
        body.close();
      }
    }
  }
}
