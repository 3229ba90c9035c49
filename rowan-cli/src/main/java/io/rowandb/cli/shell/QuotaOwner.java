package io.rowandb.cli.shell;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.quotas.QuotaScope;
import org.apache.hadoop.hbase.quotas.QuotaSettings;
import org.apache.hadoop.hbase.quotas.QuotaSettingsFactory;
import org.apache.hadoop.hbase.quotas.ThrottleType;

/**
 * Whose requests a quota limits, and how HBase's client writes that down.
 *
 * @param limit makes a limit of one kind
 * @param free lifts all limits
 * @param freeOfType lifts the limit of one kind
 */
record QuotaOwner(
    Limit limit, Supplier<QuotaSettings> free, Function<ThrottleType, QuotaSettings> freeOfType) {
  /** The one name of region servers that HBase takes: the limit counts for each of them. */
  private static final String ALL_SERVERS = "all";

  /** Makes a limit. */
  interface Limit {
    /** So many requests, bytes or units of capacity in a unit of time. */
    QuotaSettings of(ThrottleType type, long amount, TimeUnit time, QuotaScope scope);
  }

  /**
   * The owner that options name: USER, also together with TABLE or NAMESPACE, or TABLE, NAMESPACE
   * or REGIONSERVER alone.
   *
   * @throws IllegalArgumentException when they name none, or several
   */
  static QuotaOwner of(Options options) {
    Optional<String> user = options.word("USER");
    Optional<TableName> table = options.word("TABLE").map(TableName::valueOf);
    Optional<String> namespace = options.word("NAMESPACE");
    Optional<String> server = options.word("REGIONSERVER");
    if (table.isPresent() && namespace.isPresent()) {
      throw new IllegalArgumentException(
          "TABLE and NAMESPACE contradict each other: leave out one");
    }
    if (server.isPresent()) {
      if (user.isPresent() || table.isPresent() || namespace.isPresent()) {
        throw new IllegalArgumentException("REGIONSERVER stands without USER, TABLE and NAMESPACE");
      }
      return ofServers(server.get());
    }
    if (user.isPresent()) {
      return table
          .map(each -> ofUser(user.get(), each))
          .or(() -> namespace.map(each -> ofUser(user.get(), each)))
          .orElseGet(() -> ofUser(user.get()));
    }
    return table
        .map(QuotaOwner::ofTable)
        .or(() -> namespace.map(QuotaOwner::ofNamespace))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "one of USER, TABLE, NAMESPACE and REGIONSERVER is to be given"));
  }

  private static QuotaOwner ofUser(String user) {
    return new QuotaOwner(
        (type, amount, time, scope) ->
            QuotaSettingsFactory.throttleUser(user, type, amount, time, scope),
        () -> QuotaSettingsFactory.unthrottleUser(user),
        type -> QuotaSettingsFactory.unthrottleUserByThrottleType(user, type));
  }

  private static QuotaOwner ofUser(String user, TableName table) {
    return new QuotaOwner(
        (type, amount, time, scope) ->
            QuotaSettingsFactory.throttleUser(user, table, type, amount, time, scope),
        () -> QuotaSettingsFactory.unthrottleUser(user, table),
        type -> QuotaSettingsFactory.unthrottleUserByThrottleType(user, table, type));
  }

  private static QuotaOwner ofUser(String user, String namespace) {
    return new QuotaOwner(
        (type, amount, time, scope) ->
            QuotaSettingsFactory.throttleUser(user, namespace, type, amount, time, scope),
        () -> QuotaSettingsFactory.unthrottleUser(user, namespace),
        type -> QuotaSettingsFactory.unthrottleUserByThrottleType(user, namespace, type));
  }

  private static QuotaOwner ofTable(TableName table) {
    return new QuotaOwner(
        (type, amount, time, scope) ->
            QuotaSettingsFactory.throttleTable(table, type, amount, time, scope),
        () -> QuotaSettingsFactory.unthrottleTable(table),
        type -> QuotaSettingsFactory.unthrottleTableByThrottleType(table, type));
  }

  private static QuotaOwner ofNamespace(String namespace) {
    return new QuotaOwner(
        (type, amount, time, scope) ->
            QuotaSettingsFactory.throttleNamespace(namespace, type, amount, time, scope),
        () -> QuotaSettingsFactory.unthrottleNamespace(namespace),
        type -> QuotaSettingsFactory.unthrottleNamespaceByThrottleType(namespace, type));
  }

  private static QuotaOwner ofServers(String name) {
    if (!name.equals(ALL_SERVERS)) {
      throw new IllegalArgumentException(
          "REGIONSERVER is 'all': a quota is for each server, and not for \"" + name + "\" alone");
    }
    return new QuotaOwner(
        (type, amount, time, scope) -> {
          if (scope != QuotaScope.MACHINE) {
            throw new IllegalArgumentException("SCOPE of a quota of region servers is MACHINE");
          }
          return QuotaSettingsFactory.throttleRegionServer(name, type, amount, time);
        },
        () -> QuotaSettingsFactory.unthrottleRegionServer(name),
        type -> QuotaSettingsFactory.unthrottleRegionServerByThrottleType(name, type));
  }
}
