package io.rowandb.cli.shell;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.quotas.QuotaFilter;
import org.apache.hadoop.hbase.quotas.QuotaSettings;

/** The commands about quotas: how many requests or bytes a table, namespace or user may have. */
final class QuotaVerbs {
  private QuotaVerbs() {}

  static List<Verb> all() {
    return List.of(
        new Verb(
            "set_quota",
            "Limits what is asked of a table or namespace, or by a user, or lifts it.",
            """
            set_quota TYPE => THROTTLE, TABLE => 't', LIMIT => '100req/sec'
            set_quota TYPE => THROTTLE, NAMESPACE => 'ns', LIMIT => '10M/min'
            set_quota TYPE => THROTTLE, USER => 'u', LIMIT => '1G/day'
            set_quota TYPE => THROTTLE, USER => 'u', TABLE => 't', LIMIT => '5K/min'
            set_quota TYPE => THROTTLE, USER => 'u', NAMESPACE => 'n', LIMIT => '9req/sec'
            set_quota TYPE => THROTTLE, REGIONSERVER => 'all', LIMIT => '3req/sec'
            Of reads or writes alone; over all servers of a cluster; without limit again:
            set_quota TYPE => THROTTLE, THROTTLE_TYPE => WRITE, TABLE => 't', LIMIT => '9M/sec'
            set_quota TYPE => THROTTLE, TABLE => 't', SCOPE => CLUSTER, LIMIT => '9req/sec'
            set_quota TYPE => THROTTLE, TABLE => 't', LIMIT => NONE
            set_quota TYPE => THROTTLE, THROTTLE_TYPE => WRITE_SIZE, TABLE => 't', LIMIT => NONE
            A user whom the limits of tables, namespaces and servers do not hold:
            set_quota USER => 'u', GLOBAL_BYPASS => true
            How much may be stored, where that is built, as on a cluster:
            set_quota TYPE => SPACE, TABLE => 't', LIMIT => '1G', POLICY => NO_INSERTS""",
            QuotaVerbs::set),
        new Verb(
            "list_quotas",
            "Prints all limits, or those of the tables, namespaces or users of some names.",
            """
            list_quotas
            list_quotas TABLE => 't.*'
            list_quotas USER => 'u.*', NAMESPACE => 'n.*', LIMIT => 10""",
            QuotaVerbs::list));
  }

  private static void set(Arguments arguments, Session session) throws IOException {
    Options options = arguments.requiredOptions("TYPE => THROTTLE, TABLE => 't', LIMIT => ...,");
    arguments.end();
    QuotaSettings settings = QuotaRequest.of(options);
    try (Admin admin = session.connection().getAdmin()) {
      admin.setQuota(settings);
    }
  }

  private static void list(Arguments arguments, Session session) throws IOException {
    Options options = arguments.options();
    arguments.end();
    QuotaFilter filter = new QuotaFilter();
    options.word("TABLE").ifPresent(filter::setTableFilter);
    options.word("NAMESPACE").ifPresent(filter::setNamespaceFilter);
    options.word("USER").ifPresent(filter::setUserFilter);
    int most = options.positive("LIMIT").orElse(Integer.MAX_VALUE);
    options.end();
    try (Admin admin = session.connection().getAdmin()) {
      List<QuotaSettings> all = admin.getQuota(filter).stream().limit(most).toList();
      session.out().printf("%-21s %s%n", "OWNER", "QUOTAS");
      for (QuotaSettings each : all) {
        session.out().printf(" %-20s %s%n", owner(each), each);
      }
      session.out().println(all.size() + " row(s)");
    }
  }

  private static String owner(QuotaSettings settings) {
    Map<String, Object> names = new LinkedHashMap<>();
    names.put("USER", settings.getUserName());
    names.put("TABLE", settings.getTableName());
    names.put("NAMESPACE", settings.getNamespace());
    names.put("REGIONSERVER", settings.getRegionServer());
    names.values().removeIf(Objects::isNull);
    return names.entrySet().stream()
        .map(each -> each.getKey() + " => " + each.getValue())
        .collect(Collectors.joining(", "));
  }
}
