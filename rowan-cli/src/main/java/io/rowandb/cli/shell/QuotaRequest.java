package io.rowandb.cli.shell;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.quotas.QuotaScope;
import org.apache.hadoop.hbase.quotas.QuotaSettings;
import org.apache.hadoop.hbase.quotas.QuotaSettingsFactory;
import org.apache.hadoop.hbase.quotas.SpaceViolationPolicy;
import org.apache.hadoop.hbase.quotas.ThrottleType;

/**
 * The options of {@code set_quota} in HBase's shell. Which quotas there are is for the store or
 * cluster to say: what it has not built it refuses. No instances.
 */
final class QuotaRequest {
  private static final Pattern RATE =
      Pattern.compile("(?i)([0-9]+)(req|cu|[bkmgtp])/(sec|min|hour|day)");

  private static final Pattern SPACE = Pattern.compile("(?i)([0-9]+)([bkmgtp]?)");

  private static final Map<String, TimeUnit> UNITS =
      Map.of(
          "sec", TimeUnit.SECONDS,
          "min", TimeUnit.MINUTES,
          "hour", TimeUnit.HOURS,
          "day", TimeUnit.DAYS);

  /** Each is 1,024 of the one before. */
  private static final String SIZES = "bkmgtp";

  private static final int BITS_OF_SIZE = 10;

  /** As LIMIT it lifts a quota. */
  private static final String NONE = "NONE";

  private QuotaRequest() {}

  /**
   * What the options ask for.
   *
   * @throws IllegalArgumentException naming the option and the rule
   */
  static QuotaSettings of(Options options) {
    Optional<String> type = options.word("TYPE");
    QuotaSettings settings;
    if (type.isEmpty()) {
      settings = bypass(options);
    } else {
      settings =
          switch (type.get()) {
            case "THROTTLE" -> throttle(options);
            case "SPACE" -> space(options);
            default ->
                throw new IllegalArgumentException(
                    "TYPE is THROTTLE or SPACE, and not \"" + type.get() + "\"");
          };
    }
    options.end();
    return settings;
  }

  /** Whether a user is exempt from the limits of tables, namespaces and servers. */
  private static QuotaSettings bypass(Options options) {
    if (!options.has("GLOBAL_BYPASS")) {
      throw new IllegalArgumentException(
          "TYPE is missing: THROTTLE or SPACE, or without it USER and GLOBAL_BYPASS");
    }
    boolean exempt = options.flag("GLOBAL_BYPASS", false);
    String user =
        options
            .word("USER")
            .orElseThrow(
                () -> new IllegalArgumentException("GLOBAL_BYPASS is of a USER, who is missing"));
    return QuotaSettingsFactory.bypassGlobals(user, exempt);
  }

  private static QuotaSettings throttle(Options options) {
    QuotaOwner owner = QuotaOwner.of(options);
    Optional<String> kind = options.word("THROTTLE_TYPE");
    String limit = limit(options);
    if (limit.equals(NONE)) {
      return kind.map(QuotaRequest::typeByName)
          .map(owner.freeOfType())
          .orElseGet(() -> owner.free().get());
    }
    QuotaScope scope =
        options
            .word("SCOPE")
            .map(name -> constant(QuotaScope.class, "SCOPE", name.toUpperCase(Locale.ROOT)))
            .orElse(QuotaScope.MACHINE);
    Matcher matcher = RATE.matcher(limit);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "LIMIT is as in 100req/sec or 10M/min, or NONE, and not " + limit);
    }
    String unit = matcher.group(2).toLowerCase(Locale.ROOT);
    long amount = amount(matcher.group(1), unit, limit);
    TimeUnit time = UNITS.get(matcher.group(3).toLowerCase(Locale.ROOT));
    return owner.limit().of(type(kind.orElse("REQUEST"), unit), amount, time, scope);
  }

  private static QuotaSettings space(Options options) {
    Optional<TableName> table = options.word("TABLE").map(TableName::valueOf);
    Optional<String> namespace = options.word("NAMESPACE");
    if (table.isPresent() == namespace.isPresent()) {
      throw new IllegalArgumentException("one of TABLE and NAMESPACE is to be given");
    }
    String limit = limit(options);
    if (limit.equals(NONE)) {
      return table
          .map(QuotaSettingsFactory::removeTableSpaceLimit)
          .orElseGet(() -> QuotaSettingsFactory.removeNamespaceSpaceLimit(namespace.get()));
    }
    Matcher matcher = SPACE.matcher(limit);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("LIMIT is as in 10G or 1024, or NONE, and not " + limit);
    }
    long bytes = amount(matcher.group(1), matcher.group(2).toLowerCase(Locale.ROOT), limit);
    SpaceViolationPolicy policy =
        options
            .word("POLICY")
            .map(name -> constant(SpaceViolationPolicy.class, "POLICY", name))
            .orElseThrow(() -> new IllegalArgumentException("POLICY is missing"));
    return table
        .map(each -> QuotaSettingsFactory.limitTableSpace(each, bytes, policy))
        .orElseGet(() -> QuotaSettingsFactory.limitNamespaceSpace(namespace.get(), bytes, policy));
  }

  private static String limit(Options options) {
    return options
        .word("LIMIT")
        .orElseThrow(() -> new IllegalArgumentException("LIMIT is missing"));
  }

  private static long amount(String digits, String unit, String limit) {
    long amount;
    try {
      int size = Math.max(SIZES.indexOf(unit), 0);
      amount = Math.multiplyExact(Long.parseLong(digits), 1L << (BITS_OF_SIZE * size));
    } catch (ArithmeticException | NumberFormatException e) {
      throw new IllegalArgumentException("LIMIT is at most 2^63 - 1, and not " + limit, e);
    }
    if (amount < 1) {
      throw new IllegalArgumentException("LIMIT is greater than 0, and not " + limit);
    }
    return amount;
  }

  /** HBase has a type for requests, bytes and units of capacity, of reads, of writes, of both. */
  private static ThrottleType type(String kind, String unit) {
    if (!List.of("REQUEST", "READ", "WRITE").contains(kind)) {
      throw new IllegalArgumentException(
          "THROTTLE_TYPE is REQUEST, READ or WRITE, and not " + kind);
    }
    return ThrottleType.valueOf(
        kind
            + switch (unit) {
              case "req" -> "_NUMBER";
              case "cu" -> "_CAPACITY_UNIT";
              default -> "_SIZE";
            });
  }

  /** Which of the limits is lifted, by the name that list_quotas prints. */
  private static ThrottleType typeByName(String name) {
    return constant(ThrottleType.class, "THROTTLE_TYPE with LIMIT => NONE", name);
  }

  private static <E extends Enum<E>> E constant(Class<E> type, String option, String name) {
    return Arrays.stream(type.getEnumConstants())
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    option
                        + " is one of "
                        + List.of(type.getEnumConstants())
                        + ", and not "
                        + name));
  }
}
