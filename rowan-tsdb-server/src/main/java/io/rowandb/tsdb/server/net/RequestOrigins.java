package io.rowandb.tsdb.server.net;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.rowandb.tsdb.server.api.ApiException;
import io.rowandb.tsdb.server.api.ApiRequest;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Checks requests against attacks by pages of other sites, which a browser on this machine may
 * show. A request is answered only
 *
 * <ol>
 *   <li>if its host is an address or a name of this server: the owner of another name can make it
 *       lead here (DNS rebinding), an address cannot;
 *   <li>if the page that sent it came from this server, or from a site that is allowed (CORS). A
 *       browser says so itself (Sec-Fetch-Site, Origin). Programs say nothing;
 *   <li>if it changes nothing, or is no GET or HEAD, or does not come from a browser, or that says
 *       that a page of this server sent it. A browser gets images of other sites by GET, without
 *       Origin, and for servers of other machines without Sec-Fetch-Site.
 * </ol>
 *
 * Immutable.
 */
public final class RequestOrigins {
  private static final int FORBIDDEN = 403;
  private static final Pattern ADDRESS =
      Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[[0-9a-f:.]+\\]");
  private static final Pattern HOST = Pattern.compile("(\\[[^\\]]*\\]|[^:]*)(:[0-9]{1,5})?");

  private static final Pattern SITE = Pattern.compile("https?://[^/?#]*");

  private final Set<String> names = new TreeSet<>(Set.of("localhost"));
  private final Set<String> sites = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

  /**
   * For a server.
   *
   * @param names of the server, beside localhost
   * @param sites that may ask it from a browser: {@code http://grafana.example}, or * for all
   * @throws IllegalArgumentException when * stands beside others
   */
  public RequestOrigins(Set<String> names, Set<String> sites) {
    if (sites.contains("*") && sites.size() > 1) {
      throw new IllegalArgumentException("all sites (*) or certain ones, but not both: " + sites);
    }
    names.forEach(each -> this.names.add(each.toLowerCase(Locale.ROOT)));
    this.sites.addAll(sites);
  }

  /** Whether pages of the site may ask. */
  boolean allows(String origin) {
    return origin != null && (sites.contains("*") || sites.contains(origin));
  }

  /**
   * Refuses a request.
   *
   * @throws ApiException with 403
   */
  void check(HttpHeaders headers, ApiRequest asked) {
    String host = headers.get(HttpHeaderNames.HOST);
    if (host == null || !isOwn(host)) {
      throw forbidden("Host " + host + " is no name of this server");
    }
    String origin = headers.get(HttpHeaderNames.ORIGIN);
    if (allows(origin)) {
      return;
    }
    if (origin != null && !isOrigin(origin, host)) {
      throw new ApiException(
          FORBIDDEN,
          "CORS domain not allowed",
          "The domain [" + origin + "] is not permitted access");
    }
    String site = headers.get("Sec-Fetch-Site");
    boolean own = site != null && (site.equals("same-origin") || site.equals("none"));
    boolean page =
        !asked.underApi() && asked.word(0).isEmpty(); // a link of any site may lead to it
    if (!page && site != null && !own) {
      throw forbidden("a page of another site may not ask for anything here");
    }
    if (changesByGet(asked)) {
      checkChange(headers, host, own && !(site.equals("none") && isOfPoints(asked)));
    }
  }

  private static boolean changesByGet(ApiRequest asked) {
    String word = asked.word(0).toLowerCase(Locale.ROOT);
    return (asked.method().equals("GET") || asked.method().equals("HEAD"))
        && (word.equals("uid") || word.equals("dropcaches") || asked.has("method_override"));
  }

  /** A link in a mail leads here as if it were typed, and deleted points do not come back. */
  private static boolean isOfPoints(ApiRequest asked) {
    return asked.word(0).equalsIgnoreCase("query");
  }

  private void checkChange(HttpHeaders headers, String host, boolean own) {
    String page = headers.get(HttpHeaderNames.REFERER);
    String agent = headers.get(HttpHeaderNames.USER_AGENT);
    boolean browser = agent != null && agent.startsWith("Mozilla/");
    if (page == null ? browser && !own : !isOfOwnPage(page, host)) {
      throw forbidden("a browser changes something by GET only from a page of this server");
    }
  }

  private boolean isOfOwnPage(String page, String host) {
    var site = SITE.matcher(page);
    return site.lookingAt() && (allows(site.group()) || isOrigin(site.group(), host));
  }

  private static ApiException forbidden(String message) {
    return new ApiException(FORBIDDEN, message, "");
  }

  private boolean isOwn(String host) {
    var parts = HOST.matcher(host.toLowerCase(Locale.ROOT));
    return parts.matches()
        && (names.contains(parts.group(1)) || ADDRESS.matcher(parts.group(1)).matches());
  }

  /** Behind a server that adds TLS, the scheme is another one. */
  private static boolean isOrigin(String origin, String host) {
    return origin.equalsIgnoreCase("http://" + host) || origin.equalsIgnoreCase("https://" + host);
  }
}
