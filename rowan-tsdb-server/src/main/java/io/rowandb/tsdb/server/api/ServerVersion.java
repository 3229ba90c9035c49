package io.rowandb.tsdb.server.api;

import java.util.LinkedHashMap;
import java.util.Map;

/** Which OpenTSDB this is to its clients, and what it really is. */
final class ServerVersion {
  /** That of OpenTSDB whose interfaces these are. */
  static final String API = "2.4.1";

  private ServerVersion() {}

  private static String own() {
    String version = ServerVersion.class.getPackage().getImplementationVersion();
    return "rowan-tsdb-server" + (version == null ? "" : " " + version);
  }

  /** For a telnet session. */
  static String lines() {
    return own() + " answers as net.opentsdb " + API + "\nBuilt from Rowan's sources\n";
  }

  /** For HTTP, with the members of OpenTSDB. */
  static Map<String, String> members() {
    Map<String, String> members = new LinkedHashMap<>();
    members.put("version", API);
    members.put("short_revision", "rowan");
    members.put("full_revision", own());
    members.put("timestamp", "0");
    members.put("repo_status", "MINT");
    members.put("user", "rowan");
    members.put("host", "localhost");
    members.put("repo", "rowan");
    members.put("branch", "main");
    return members;
  }
}
