package io.rowandb.cli.shell;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.quotas.QuotaFilter;
import org.apache.hadoop.hbase.quotas.QuotaSettings;
import org.apache.hadoop.hbase.quotas.QuotaSettingsFactory;
import org.apache.hadoop.hbase.quotas.ThrottleType;

/** The commands about quotas: how many requests or bytes a table, namespace or user may have. */
final class QuotaVerbs {
  private static final Pattern LIMIT =
      Pattern.compile("(?i)([0-9]+)(req|cu|[bkmgtp])/(sec|min|hour|day)");

  private static final Map<String, TimeUnit> UNITS =
      Map.of(
          "sec", TimeUnit.SECONDS,
          "min", TimeUnit.MINUTES,
          "hour", TimeUnit.HOURS,
          "day", TimeUnit.DAYS);

  /** Each is 1,024 of the one before. */
  private static final String SIZES = "bkmgtp";

  private static final int BITS_OF_SIZE = 10;

  private QuotaVerbs() {}

  static List<Verb> all() {
    return List.of(
        new Verb(
            "set_quota",
            "Limits what a table, a namespace or a user may ask, or lifts the limit.",
            """
set_quota TYPE => THROTTLE, TABLE => 't', LIMIT => '100req/sec'
set_quota TYPE => THROTTLE, THROTTLE_TYPE => WRITE, NAMESPACE => 'ns', LIMIT => '10M/sec'
set_quota TYPE => THROTTLE, TABLE => 't', LIMIT => NONE""",
            QuotaVerbs::set),
        new Verb(
            "list_quotas",
            "Prints all limits, or those of the tables, namespaces or users of some names.",
            "list_quotas\nlist_quotas TABLE => 't.*'\nlist_quotas USER => 'u.*', LIMIT => 10",
            QuotaVerbs::list));
  }

  private static void set(Arguments arguments, Session session) throws IOException {
    Options options = arguments.requiredOptions("TYPE => THROTTLE, TABLE => 't', LIMIT => ...,");
    arguments.end();
    String type = options.word("TYPE").orElse("");
    if (!type.equals("THROTTLE")) {
      throw new IllegalArgumentException("TYPE is THROTTLE, and not \"" + type + "\"");
    }
    Optional<String> table = options.word("TABLE");
    Optional<String> namespace = options.word("NAMESPACE");
    Optional<String> user = options.word("USER");
    if ((table.isPresent() ? 1 : 0) + (namespace.isPresent() ? 1 : 0) + (user.isPresent() ? 1 : 0)
        != 1) {
      throw new IllegalArgumentException("one of TABLE, NAMESPACE and USER is to be given");
    }
    String kind = options.word("THROTTLE_TYPE").orElse("REQUEST");
    String limit =
        options.word("LIMIT").orElseThrow(() -> new IllegalArgumentException("LIMIT is missing"));
    options.end();
    QuotaSettings settings =
        limit.equals("NONE")
            ? unthrottled(table, namespace, user)
            : throttled(table, namespace, user, kind, limit);
    try (Admin admin = session.connection().getAdmin()) {
      admin.setQuota(settings);
    }
  }

  private static QuotaSettings unthrottled(
      Optional<String> table, Optional<String> namespace, Optional<String> user) {
    if (table.isPresent()) {
      return QuotaSettingsFactory.unthrottleTable(TableName.valueOf(table.get()));
    }
    return namespace.isPresent()
        ? QuotaSettingsFactory.unthrottleNamespace(namespace.get())
        : QuotaSettingsFactory.unthrottleUser(user.orElseThrow());
  }

  private static QuotaSettings throttled(
      Optional<String> table,
      Optional<String> namespace,
      Optional<String> user,
      String kind,
      String limit) {
    Matcher matcher = LIMIT.matcher(limit);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "LIMIT is as in 100req/sec or 10M/min, or NONE, and not " + limit);
    }
    String unit = matcher.group(2).toLowerCase(Locale.ROOT);
    ThrottleType type = type(kind, unit);
    long count = Long.parseLong(matcher.group(1));
    int size = SIZES.indexOf(unit);
    long amount = size < 0 ? count : Math.multiplyExact(count, 1L << (BITS_OF_SIZE * size));
    TimeUnit time = UNITS.get(matcher.group(3).toLowerCase(Locale.ROOT));
    if (table.isPresent()) {
      return QuotaSettingsFactory.throttleTable(TableName.valueOf(table.get()), type, amount, time);
    }
    return namespace.isPresent()
        ? QuotaSettingsFactory.throttleNamespace(namespace.get(), type, amount, time)
        : QuotaSettingsFactory.throttleUser(user.orElseThrow(), type, amount, time);
  }

  /** HBase has a type for requests, bytes and units of capacity, of reads, of writes, of both. */
  private static ThrottleType type(String kind, String unit) {
    String of =
        switch (kind) {
          case "REQUEST" -> "REQUEST";
          case "READ", "WRITE" -> kind;
          default ->
              throw new IllegalArgumentException(
                  "THROTTLE_TYPE is REQUEST, READ or WRITE, and not " + kind);
        };
    return switch (unit) {
      case "req" -> ThrottleType.valueOf(of + "_NUMBER");
      case "cu" -> ThrottleType.valueOf(of + "_CAPACITY_UNIT");
      default -> ThrottleType.valueOf(of + "_SIZE");
    };
  }

  private static void list(Arguments arguments, Session session) throws IOException {
    Options options = arguments.options();
    arguments.end();
    QuotaFilter filter = new QuotaFilter();
    options.word("TABLE").ifPresent(filter::setTableFilter);
    options.word("NAMESPACE").ifPresent(filter::setNamespaceFilter);
    options.word("USER").ifPresent(filter::setUserFilter);
    int most = options.count("LIMIT").orElse(Integer.MAX_VALUE);
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
    if (settings.getTableName() != null) {
      return "TABLE => " + settings.getTableName();
    }
    return settings.getNamespace() != null
        ? "NAMESPACE => " + settings.getNamespace()
        : "USER => " + settings.getUserName();
  }
}
