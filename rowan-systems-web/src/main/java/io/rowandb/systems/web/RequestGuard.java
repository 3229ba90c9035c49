package io.rowandb.systems.web;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Checks each request against attacks by pages of other sites, which a browser on this machine may
 * show. So a request is answered only
 *
 * <ol>
 *   <li>if its host is an address or a name of this server: the owner of another name can make it
 *       lead to this machine (DNS rebinding), an address cannot;
 *   <li>if it reads a page, which a link of another site may lead to, or the page that sent it came
 *       from this server. A browser says so itself (Sec-Fetch-Site, Origin). Programs need not, but
 *       for forms, which a page of any site can send in the user's name without a question.
 * </ol>
 *
 * Immutable.
 */
final class RequestGuard {
  private static final int FORBIDDEN = 403;

  private static final Pattern ADDRESS =
      Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[[0-9a-f:.]+\\]");

  private static final Pattern HOST = Pattern.compile("(\\[[^\\]]*\\]|[^:]*)(:[0-9]{1,5})?");

  private static final Set<HandlerType> READS =
      Set.of(HandlerType.GET, HandlerType.HEAD, HandlerType.OPTIONS, HandlerType.TRACE);

  /** Only what comes from here is loaded, and nothing runs. */
  private static final String CONTENT_POLICY =
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self';"
          + " base-uri 'none'; frame-ancestors 'none'";

  /** A same-origin referrer, as without one browsers say "null" for the origin of their forms. */
  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy", CONTENT_POLICY,
          "X-Content-Type-Options", "nosniff",
          "X-Frame-Options", "DENY",
          "Referrer-Policy", "same-origin",
          "Cross-Origin-Opener-Policy", "same-origin",
          "Cross-Origin-Resource-Policy", "same-origin",
          "Cache-Control", "no-store",
          "Vary", "Accept-Language, Cookie");

  private final Set<String> names;

  /**
   * For a server.
   *
   * @param names in small letters
   */
  RequestGuard(Set<String> names) {
    this.names = Set.copyOf(names);
  }

  /** Refuses a request by a WebException; the answer has all headers then, too. */
  void check(Context context) {
    HEADERS.forEach(context::header);
    String host = context.header("Host");
    if (host == null || !isOwn(host)) {
      throw new WebException(
          FORBIDDEN, "Host " + host + " is no name of this server; --name can add it");
    }
    if (!READS.contains(context.method())) {
      checkWrite(context, host);
    } else if (context.path().startsWith("/api/") && isOfAnotherSite(context)) {
      throw new WebException(FORBIDDEN, "a page of another site may not ask for anything here");
    }
  }

  private boolean isOwn(String host) {
    var parts = HOST.matcher(host.toLowerCase(Locale.ROOT));
    return parts.matches()
        && (names.contains(parts.group(1)) || ADDRESS.matcher(parts.group(1)).matches());
  }

  private static void checkWrite(Context context, String host) {
    String site = context.header("Sec-Fetch-Site");
    String origin = context.header("Origin");
    if (isOfAnotherSite(context)) {
      throw new WebException(FORBIDDEN, "a page of another site may not change anything here");
    }
    if (origin != null && !isOrigin(origin, host)) {
      throw new WebException(FORBIDDEN, "pages of " + origin + " may not change anything here");
    }
    if (site == null && origin == null && isOfForms(WebRequest.type(context))) {
      throw new WebException(
          FORBIDDEN, "a form needs an Origin; programs send application/json, or text/csv");
    }
  }

  private static boolean isOfAnotherSite(Context context) {
    String site = context.header("Sec-Fetch-Site");
    return site != null && !site.equals("same-origin") && !site.equals("none");
  }

  /** Behind a server that adds TLS, the scheme is another one. */
  private static boolean isOrigin(String origin, String host) {
    return origin.equalsIgnoreCase("http://" + host) || origin.equalsIgnoreCase("https://" + host);
  }

  /** What a browser sends to another site without asking that first. */
  private static boolean isOfForms(String type) {
    return Set.of("", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data")
        .contains(type);
  }
}
