package io.rowandb.cli.demo;

import java.util.Locale;

/**
 * A web address split into the parts of a row key: {@code http://www.apache.org:8080/a?b#c} is the
 * host {@code www.apache.org}, the port 8080 and the path {@code /a?b}.
 *
 * <ol>
 *   <li>The scheme, a user name and the fragment are not part of it: they do not change the page.
 *   <li>The host is in lower case; the path stays as it is.
 *   <li>An address without a host is all path: nothing is refused, since real links are not always
 *       valid.
 * </ol>
 *
 * @param host without its port
 * @param port 0 for none
 * @param path including the query; empty for none
 */
record WebAddress(String host, int port, String path) {
  private static final int MAX_PORT = 0xFFFF;
  private static final int PORT_DIGITS = 5;

  /** The parts of an address, or of a bare host name. */
  static WebAddress of(String address) {
    int schemeEnd = address.indexOf("://");
    String rest = schemeEnd < 0 ? address : address.substring(schemeEnd + 3);
    int hash = rest.indexOf('#');
    String page = hash < 0 ? rest : rest.substring(0, hash);
    int authorityEnd = authorityEnd(page);
    String authority = page.substring(0, authorityEnd);
    String path = page.substring(authorityEnd);
    String hostAndPort = authority.substring(authority.lastIndexOf('@') + 1);
    int colon = hostAndPort.lastIndexOf(':');
    int port = colon < 0 ? 0 : port(hostAndPort.substring(colon + 1));
    String host = port == 0 ? hostAndPort : hostAndPort.substring(0, colon);
    return host.isEmpty() || colon == 0
        ? new WebAddress("", 0, address)
        : new WebAddress(host.toLowerCase(Locale.ROOT), port, path);
  }

  private static int authorityEnd(String page) {
    for (int i = 0; i < page.length(); i++) {
      if (page.charAt(i) == '/' || page.charAt(i) == '?') {
        return i;
      }
    }
    return page.length();
  }

  /** 0 for what is no port: it stays in the host's name, so that nothing is lost. */
  private static int port(String text) {
    boolean isNumber = !text.isEmpty() && text.length() <= PORT_DIGITS && text.charAt(0) != '0';
    for (int i = 0; i < text.length(); i++) {
      isNumber &= text.charAt(i) >= '0' && text.charAt(i) <= '9';
    }
    int port = isNumber ? Integer.parseInt(text) : 0;
    return port <= MAX_PORT ? port : 0;
  }
}
