package io.rowandb.client.store;

import java.security.CodeSource;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.util.VersionInfo;

/**
 * Checks which HBase client is on the class path. One that is too old lacks classes that Rowan
 * needs, and would fail only at the first call that needs one, so the check is made when a store
 * opens. This class refers to nothing that an old client lacks.
 */
final class ClientVersion {
  private static final int OLDEST_MAJOR = 2;
  private static final int OLDEST_MINOR = 5;
  private static final Pattern NUMBERS = Pattern.compile("(\\d+)\\.(\\d+).*", Pattern.DOTALL);

  private ClientVersion() {}

  /** Why Rowan cannot run with the client that is there, or null. */
  static String refusal() {
    CodeSource source = Connection.class.getProtectionDomain().getCodeSource();
    return refusal(found(), source == null ? "unknown" : String.valueOf(source.getLocation()));
  }

  /**
   * Why Rowan cannot run with a client, or null; also for a version that is no number.
   *
   * @param place where the client's classes come from
   */
  static String refusal(String version, String place) {
    Matcher numbers = NUMBERS.matcher(version);
    if (!numbers.matches()) {
      return null;
    }
    int major = Integer.parseInt(numbers.group(1));
    int minor = Integer.parseInt(numbers.group(2));
    boolean known = major > OLDEST_MAJOR || (major == OLDEST_MAJOR && minor >= OLDEST_MINOR);
    return known
        ? null
        : "Rowan needs hbase-client "
            + OLDEST_MAJOR
            + "."
            + OLDEST_MINOR
            + " or later; on the class path is "
            + version
            + " ("
            + place
            + ")";
  }

  /** The client's own version; where its jar does not say, that of what it shares with servers. */
  private static String found() {
    String version = Connection.class.getPackage().getImplementationVersion();
    return version == null ? VersionInfo.getVersion() : version;
  }
}
