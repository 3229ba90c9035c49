package io.rowandb.tsdb.server;

import io.rowandb.tsdb.server.net.ServerBounds;
import io.rowandb.tsdb.store.ReadLimits;
import java.util.Objects;
import java.util.Set;

/**
 * What a server goes by.
 *
 * @param host a name or an address of this machine to listen at
 * @param port from 1 to 65,535, or 0 for any free one
 * @param names more names by which clients may ask for it, beside its host and addresses
 * @param sites whose pages may ask it from a browser (CORS): {@code http://grafana.example}, * for
 *     all, usually none
 * @param bounds of what clients send and wait for
 * @param limits of each question
 * @param allowsDelete whether questions may remove the points that they ask for, as OpenTSDB's do
 *     with {@code tsd.http.query.allow_delete}
 */
public record TsdbServerSettings(
    String host,
    int port,
    Set<String> names,
    Set<String> sites,
    ServerBounds bounds,
    ReadLimits limits,
    boolean allowsDelete) {
  /** OpenTSDB's port. */
  public static final int DEFAULT_PORT = 4242;

  private static final int MAX_PORT = 65_535;

  /** This machine alone, at any free port. */
  public static final TsdbServerSettings LOCAL =
      new TsdbServerSettings(
          "localhost", 0, Set.of(), Set.of(), ServerBounds.DEFAULT, ReadLimits.DEFAULT, false);

  /** Checks them. */
  public TsdbServerSettings {
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(bounds, "bounds");
    Objects.requireNonNull(limits, "limits");
    if (port < 0 || port > MAX_PORT) {
      throw new IllegalArgumentException("port " + port + " is not 0 to " + MAX_PORT);
    }
    names = Set.copyOf(names);
    sites = Set.copyOf(sites);
  }

  /** At another address. */
  public TsdbServerSettings at(String otherHost, int otherPort) {
    return new TsdbServerSettings(otherHost, otherPort, names, sites, bounds, limits, allowsDelete);
  }

  /** With pages of sites that may ask it. */
  public TsdbServerSettings withSites(Set<String> others) {
    return new TsdbServerSettings(host, port, names, others, bounds, limits, allowsDelete);
  }

  /** With more names. */
  public TsdbServerSettings withNames(Set<String> others) {
    return new TsdbServerSettings(host, port, others, sites, bounds, limits, allowsDelete);
  }

  /** With other bounds. */
  public TsdbServerSettings withBounds(ServerBounds other) {
    return new TsdbServerSettings(host, port, names, sites, other, limits, allowsDelete);
  }

  /** With other limits. */
  public TsdbServerSettings withLimits(ReadLimits other) {
    return new TsdbServerSettings(host, port, names, sites, bounds, other, allowsDelete);
  }

  /** With questions that may remove points, or not. */
  public TsdbServerSettings withDelete(boolean allowed) {
    return new TsdbServerSettings(host, port, names, sites, bounds, limits, allowed);
  }
}
