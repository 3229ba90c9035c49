package io.rowandb.cli.demo;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Web addresses as row keys: {@code http://www.apache.org:8080/a?b#c} is {@code
 * org.apache.www:8080/a?b}. Pages of a host lie together, and hosts of a domain too, whoever else
 * has names that start alike.
 *
 * <ol>
 *   <li>The scheme, a user name and the fragment are not part of the key: they do not change the
 *       page.
 *   <li>The host is in lower case; the path stays as it is.
 *   <li>What has no host is its own key: nothing is refused, links in the wild are not all sound.
 * </ol>
 */
final class ReversedDomain {
  private static final Pattern IPV4 = Pattern.compile("[0-9]+(\\.[0-9]+){3}");

  private ReversedDomain() {}

  /** The key of a web address, or of a bare host name. */
  static String key(String address) {
    int schemeEnd = address.indexOf("://");
    String rest = schemeEnd < 0 ? address : address.substring(schemeEnd + 3);
    int hash = rest.indexOf('#');
    String page = hash < 0 ? rest : rest.substring(0, hash);
    int authorityEnd = indexOfAny(page, "/?");
    String authority = page.substring(0, authorityEnd);
    String path = page.substring(authorityEnd);
    String hostAndPort = authority.substring(authority.lastIndexOf('@') + 1);
    int colon = hostAndPort.lastIndexOf(':');
    String host = colon < 0 ? hostAndPort : hostAndPort.substring(0, colon);
    String port = colon < 0 ? "" : hostAndPort.substring(colon);
    return host.isEmpty() ? address : reverse(host.toLowerCase(Locale.ROOT)) + port + path;
  }

  /** {@code www.apache.org} as {@code org.apache.www}, and back; an IPv4 address stays. */
  static String reverse(String host) {
    if (IPV4.matcher(host).matches()) {
      return host;
    }
    List<String> labels = Arrays.asList(host.split("\\.", -1));
    Collections.reverse(labels);
    return String.join(".", labels);
  }

  /** The host that {@link #key} began with, a port with it. */
  static String host(String key) {
    String hostAndPort = key.substring(0, indexOfAny(key, "/?"));
    int colon = hostAndPort.indexOf(':');
    return colon < 0
        ? reverse(hostAndPort)
        : reverse(hostAndPort.substring(0, colon)) + hostAndPort.substring(colon);
  }

  private static int indexOfAny(String text, String characters) {
    for (int i = 0; i < text.length(); i++) {
      if (characters.indexOf(text.charAt(i)) >= 0) {
        return i;
      }
    }
    return text.length();
  }
}
