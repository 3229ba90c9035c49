package io.rowandb.cli.shell;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.filter.ParseFilter;
import org.apache.hadoop.hbase.util.VersionInfo;

/** The commands about the whole store or cluster. */
final class ClusterVerbs {
  private ClusterVerbs() {}

  static List<Verb> all() {
    return List.of(
        new Verb(
            "status",
            "Prints what there is: servers, regions and load.",
            "status\nstatus 'summary'\nstatus 'simple'\nstatus 'detailed'",
            ClusterVerbs::status),
        new Verb(
            "version", "Prints the version of HBase's client.", "version", ClusterVerbs::version),
        new Verb("whoami", "Prints the account that you are.", "whoami", ClusterVerbs::account),
        new Verb(
            "balance_switch",
            "Turns the balancer on or off, and prints what it was.",
            "balance_switch true",
            ClusterVerbs::switchBalancer),
        new Verb(
            "balancer_enabled",
            "Prints whether the balancer is on.",
            "balancer_enabled",
            ClusterVerbs::balancer),
        new Verb(
            "show_filters",
            "Prints the names of filters that FILTER of scan, get and count knows.",
            "show_filters",
            ClusterVerbs::filters));
  }

  private static void status(Arguments arguments, Session session) throws IOException {
    String format = arguments.hasText() ? arguments.text("a format").toString() : "summary";
    if (format.equals("replication")) {
      throw new IllegalArgumentException("status 'replication' is not built: a store has none");
    }
    if (format.equals("tasks")) {
      throw new IllegalArgumentException("status 'tasks' is not built: a store tells of none");
    }
    arguments.end();
    try (Admin admin = session.connection().getAdmin()) {
      ClusterMetrics metrics = admin.getClusterMetrics();
      switch (format) {
        case "summary" -> printSummary(metrics, session.out());
        case "simple" -> printLoad(metrics, session.out());
        case "detailed" -> {
          printTransitions(metrics, session.out());
          printMaster(metrics, session.out());
          session.out().println("master coprocessors: " + metrics.getMasterCoprocessorNames());
          printServers(metrics, session.out(), /* regions= */ true);
        }
        default ->
            throw new IllegalArgumentException(
                "status is summary, simple or detailed, and not " + format);
      }
    }
  }

  private static void printSummary(ClusterMetrics metrics, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "1 active master, %d backup masters, %d servers, %d dead, %.4f average load%n",
        metrics.getBackupMasterNames().size(),
        metrics.getLiveServerMetrics().size(),
        metrics.getDeadServerNames().size(),
        metrics.getAverageLoad());
  }

  private static void printTransitions(ClusterMetrics metrics, PrintWriter out) {
    out.println("version " + metrics.getHBaseVersion());
    out.println(metrics.getRegionStatesInTransition().size() + " regionsInTransition");
    metrics.getRegionStatesInTransition().forEach(region -> out.println("    " + region));
  }

  private static void printMaster(ClusterMetrics metrics, PrintWriter out) {
    out.println("active master:  " + started(metrics.getMasterName()));
    out.println(metrics.getBackupMasterNames().size() + " backup masters");
    metrics.getBackupMasterNames().forEach(each -> out.println("    " + started(each)));
  }

  private static String started(ServerName server) {
    return server.getAddress() + " " + server.getStartCode();
  }

  private static void printLoad(ClusterMetrics metrics, PrintWriter out) {
    printMaster(metrics, out);
    printServers(metrics, out, /* regions= */ false);
    long load =
        metrics.getLiveServerMetrics().values().stream()
            .mapToLong(ServerMetrics::getRequestCountPerSecond)
            .sum();
    out.println("Aggregate load: " + load + ", regions: " + metrics.getRegionCount());
  }

  private static void printServers(ClusterMetrics metrics, PrintWriter out, boolean regions) {
    Map<ServerName, ServerMetrics> servers = new TreeMap<>(metrics.getLiveServerMetrics());
    out.println(servers.size() + " live servers");
    for (Map.Entry<ServerName, ServerMetrics> each : servers.entrySet()) {
      out.println("    " + started(each.getKey()));
      out.println("        " + each.getValue());
      if (regions) {
        each.getValue().getRegionMetrics().values().forEach(region -> print(region, out));
      }
    }
    out.println(metrics.getDeadServerNames().size() + " dead servers");
    metrics.getDeadServerNames().forEach(server -> out.println("    " + server));
  }

  private static void print(RegionMetrics region, PrintWriter out) {
    out.println("        \"" + region.getNameAsString() + "\"");
    out.println("            " + region);
  }

  private static void version(Arguments arguments, Session session) {
    arguments.end();
    session
        .out()
        .println(
            VersionInfo.getVersion()
                + ", r"
                + VersionInfo.getRevision()
                + ", "
                + VersionInfo.getDate());
  }

  private static void account(Arguments arguments, Session session) {
    arguments.end();
    session.out().println(System.getProperty("user.name"));
  }

  private static void switchBalancer(Arguments arguments, Session session) throws IOException {
    boolean on = arguments.requiredFlag();
    arguments.end();
    try (Admin admin = session.connection().getAdmin()) {
      boolean before = admin.balancerSwitch(on, /* synchronous= */ false);
      session.out().println("Previous balancer state : " + before);
    }
  }

  private static void filters(Arguments arguments, Session session) {
    arguments.end();
    new ParseFilter().getSupportedFilters().forEach(session.out()::println);
  }

  private static void balancer(Arguments arguments, Session session) throws IOException {
    arguments.end();
    try (Admin admin = session.connection().getAdmin()) {
      session.out().println(admin.isBalancerEnabled());
    }
  }
}
