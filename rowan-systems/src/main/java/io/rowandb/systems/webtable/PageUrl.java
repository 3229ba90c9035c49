package io.rowandb.systems.webtable;

import java.util.Comparator;

/**
 * The address of a page in its one canonical form, so that an address that is written in another
 * way is the same page: {@code HTTP://Bücher.Example:80/a/../%7eb#top} is {@code
 * http://xn--bcher-kva.example/~b}.
 *
 * <ul>
 *   <li>Scheme and host are in lower case, names of other letters in punycode; a dot at the end of
 *       the host is dropped. The letters ß, ẞ and ς and the two joiners, of which programs make
 *       different hosts, are refused: their labels are to be given in punycode. An IPv4 address has
 *       four decimal numbers; IPv6 is refused.
 *   <li>The port of the scheme is not written: 80, or 443.
 *   <li>In the path {@code .} and {@code ..} are resolved. What need not be escaped is not, and the
 *       rest is, in upper case: {@code %C3%BC}. A query stays as it is, but for that.
 *   <li>The fragment is dropped. Another scheme, a user name, a control character, a space or a
 *       backslash is refused.
 * </ul>
 *
 * <p>Sorted as the rows of the table: a domain, and behind it its subdomains. Immutable.
 *
 * @param secure whether it is of https
 * @param host in lower case, without a dot at the end
 * @param port from 1 to 65,535
 * @param path begins with a slash; with the query
 */
public record PageUrl(boolean secure, String host, int port, String path)
    implements Comparable<PageUrl> {
  /** Characters that an address has at most. */
  public static final int MOST_CHARACTERS = 4_000;

  private static final int HTTP = 80;
  private static final int HTTPS = 443;
  private static final int LAST_PORT = 0xFFFF;
  private static final int LONGEST_PORT = ":65535".length();
  private static final String PLAIN = "http://";
  private static final String SECURE = "https://";

  private static final Comparator<PageUrl> ORDER =
      Comparator.comparing(PageUrl::site)
          .thenComparing(PageUrl::port)
          .thenComparing(PageUrl::secure)
          .thenComparing(PageUrl::path);

  /**
   * Checks that the parts are canonical.
   *
   * @throws IllegalArgumentException naming the part that is not
   */
  public PageUrl {
    if (!UrlText.host(host).equals(host)) {
      throw new IllegalArgumentException("host \"" + host + "\" is not canonical");
    }
    if (port < 1 || port > LAST_PORT) {
      throw new IllegalArgumentException("port " + port + " is not from 1 to " + LAST_PORT);
    }
    if (!UrlText.path(path).equals(path)) {
      throw new IllegalArgumentException("path " + UrlText.shown(path) + " is not canonical");
    }
    int characters = SECURE.length() + host.length() + LONGEST_PORT + path.length();
    if (characters > MOST_CHARACTERS) {
      throw new IllegalArgumentException(
          "an address has " + characters + " characters, and at most " + MOST_CHARACTERS);
    }
  }

  /**
   * The address that a text is.
   *
   * @throws IllegalArgumentException naming the text and the rule that it breaks
   */
  public static PageUrl of(String text) {
    try {
      UrlText.checkCharacters(text);
      boolean secure = text.regionMatches(true, 0, SECURE, 0, SECURE.length());
      if (!secure && !text.regionMatches(true, 0, PLAIN, 0, PLAIN.length())) {
        throw new IllegalArgumentException("is not of http or https");
      }
      int begin = secure ? SECURE.length() : PLAIN.length();
      int hash = text.indexOf('#');
      String whole = hash < 0 ? text.substring(begin) : text.substring(begin, hash);
      int end = UrlText.authorityEnd(whole);
      String authority = whole.substring(0, end);
      int colon = authority.indexOf(':');
      String host = UrlText.host(colon < 0 ? authority : authority.substring(0, colon));
      int port = colon < 0 ? 0 : port(authority.substring(colon + 1));
      return new PageUrl(
          secure, host, port == 0 ? defaultPort(secure) : port, UrlText.path(whole.substring(end)));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("url " + UrlText.shown(text) + ": " + e.getMessage(), e);
    }
  }

  /** 0 for none: {@code http://a.com:/} has none. */
  private static int port(String text) {
    if (text.chars().anyMatch(each -> each < '0' || each > '9')) {
      throw new IllegalArgumentException("port \"" + text + "\" is no number");
    }
    String digits = text.replaceFirst("^0+(?=.)", "");
    int port =
        digits.length() > 5 ? LAST_PORT + 1 : digits.isEmpty() ? 0 : Integer.parseInt(digits);
    if (port > LAST_PORT || (port == 0 && !text.isEmpty())) {
      throw new IllegalArgumentException("port " + text + " is not from 1 to " + LAST_PORT);
    }
    return port;
  }

  private static int defaultPort(boolean secure) {
    return secure ? HTTPS : HTTP;
  }

  /**
   * The host as the row keys begin: its labels reversed, and a dot behind the last, which keeps
   * {@code com.cnn.} apart from {@code com.cnnfoo.}; an IP address in brackets, {@code
   * [192.0.2.1]}, since it has no subdomains.
   */
  String site() {
    return UrlText.site(host);
  }

  @Override
  public int compareTo(PageUrl other) {
    return ORDER.compare(this, other);
  }

  /** The address, from which {@link #of} makes the same again. */
  @Override
  public String toString() {
    return (secure ? SECURE : PLAIN)
        + host
        + (port == defaultPort(secure) ? "" : ":" + port)
        + path;
  }
}
