package io.rowandb.systems.web;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where a server listens.
 *
 * @param host a name or an address of this machine
 * @param port from 1 to 65,535, or 0 for any free one
 * @param names by which browsers may ask for it, besides the host, localhost, and addresses
 */
public record ListenAddress(String host, int port, Set<String> names) {
  /** Copies the names. */
  public ListenAddress {
    names = Set.copyOf(names);
  }

  /** All names, in small letters. */
  Set<String> allNames() {
    Set<String> all = new TreeSet<>(Set.of("localhost"));
    all.add(host.toLowerCase(Locale.ROOT));
    names.forEach(each -> all.add(each.toLowerCase(Locale.ROOT)));
    return all;
  }

  /** As in a URL, where an address with colons stands in brackets. */
  String urlHost() {
    return host.indexOf(':') >= 0 ? "[" + host + "]" : host;
  }
}
