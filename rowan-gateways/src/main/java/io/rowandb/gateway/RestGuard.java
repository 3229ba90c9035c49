package io.rowandb.gateway;

import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipException;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.rest.RESTServer;
import org.apache.hbase.thirdparty.org.eclipse.jetty.io.EofException;
import org.apache.hbase.thirdparty.org.eclipse.jetty.server.Server;
import org.apache.hbase.thirdparty.org.eclipse.jetty.server.handler.ContextHandler;

/**
 * Checks every request to the REST gateway against cross-site attacks.
 *
 * <p>A page of any web site can send requests to this machine through a browser that runs on it. So
 * a request is answered only
 *
 * <ol>
 *   <li>if its host is an address or a name of this machine: a foreign name can be made to resolve
 *       to this machine (DNS rebinding), an address cannot;
 *   <li>if the page that sent it, if it names one, came from this gateway.
 * </ol>
 *
 * Safe for many threads; HBase's server makes it by name.
 */
public final class RestGuard implements Filter {
  /** More names that requests may ask for this gateway by, with commas between. */
  static final String HOSTS_KEY = "rowan.rest.hosts";

  /** Where pages may come from that send requests, as {@code https://name:port}. */
  static final String ORIGINS_KEY = "rowan.rest.origins";

  /** The host that the gateway listens at, as HBase calls it. */
  static final String LISTENS_AT_KEY = "hbase.rest.host";

  private static final Pattern ADDRESS =
      Pattern.compile("[0-9]+(\\.[0-9]+){3}|\\[[0-9a-fA-F:.%]+\\]");

  // Fixed by init.
  private Set<String> hosts;
  private Set<String> origins;

  @Override
  public void init(FilterConfig config) {
    Configuration conf = RESTServer.conf;
    hosts = words(conf, HOSTS_KEY);
    hosts.add("localhost");
    hosts.add(conf.get(LISTENS_AT_KEY, "localhost").toLowerCase(Locale.ROOT));
    origins = words(conf, ORIGINS_KEY);
    Server server =
        ((ContextHandler.Context) config.getServletContext()).getContextHandler().getServer();
    server.getErrorHandler().setShowStacks(false);
  }

  private static Set<String> words(Configuration conf, String key) {
    return Arrays.stream(conf.getTrimmedStrings(key))
        .map(each -> each.toLowerCase(Locale.ROOT))
        .collect(Collectors.toSet());
  }

  @Override
  public void doFilter(ServletRequest asked, ServletResponse answered, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest request = (HttpServletRequest) asked;
    HttpServletResponse response = (HttpServletResponse) answered;
    String host = request.getServerName().toLowerCase(Locale.ROOT);
    String origin = request.getHeader("Origin");
    if (!hosts.contains(host) && !ADDRESS.matcher(host).matches()) {
      refuse(response, "Host " + host + " is no name of this gateway", HOSTS_KEY);
    } else if (origin != null && !isOwn(origin, request)) {
      refuse(response, "Pages of " + origin + " may not send requests", ORIGINS_KEY);
    } else {
      answer(request, response, chain);
    }
  }

  /** A body that should unpack and does not fails before anybody knows words for it. */
  private static void answer(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    try {
      chain.doFilter(request, response);
    } catch (ZipException | EOFException e) {
      if (response.isCommitted() || e instanceof EofException) { // the client is gone
        throw e;
      }
      String reason = e instanceof ZipException ? e.getMessage() : "it ends too early";
      say(response, HttpServletResponse.SC_BAD_REQUEST, "The body cannot be unpacked: " + reason);
    }
  }

  private boolean isOwn(String origin, HttpServletRequest request) {
    String lower = origin.toLowerCase(Locale.ROOT);
    String own = request.getScheme() + "://" + request.getHeader("Host");
    return origins.contains(lower) || lower.equals(own.toLowerCase(Locale.ROOT));
  }

  private static void refuse(HttpServletResponse response, String reason, String key)
      throws IOException {
    say(response, HttpServletResponse.SC_FORBIDDEN, reason + "; " + key + " can allow it");
  }

  private static void say(HttpServletResponse response, int status, String words)
      throws IOException {
    response.setStatus(status);
    response.setContentType("text/plain;charset=utf-8");
    response.getWriter().println(words);
  }

  @Override
  public void destroy() {
    // Holds nothing.
  }
}
