package io.rowandb.cli.shell;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.MemoryCompactionPolicy;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.IsolationLevel;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.quotas.QuotaScope;
import org.apache.hadoop.hbase.quotas.SpaceViolationPolicy;

/** What each command's arguments and options may be, for tab completion. No instances. */
final class CompletionSyntax {
  /** What is named by an argument. */
  enum Named {
    TABLE,
    SNAPSHOT,
    NAMESPACE,
    /** One of few words. */
    WORD,
    /** Nothing that is known. */
    OTHER
  }

  /** Arguments in their order; every other command begins with a table. */
  private static final Map<String, List<Named>> ARGUMENTS =
      Map.ofEntries(
          Map.entry("alter_namespace", List.of(Named.NAMESPACE)),
          Map.entry("balance_switch", List.of(Named.OTHER)),
          Map.entry("balancer_enabled", List.of(Named.OTHER)),
          Map.entry("clone_snapshot", List.of(Named.SNAPSHOT)),
          Map.entry("create_namespace", List.of(Named.OTHER)),
          Map.entry("delete_all_snapshot", List.of(Named.SNAPSHOT)),
          Map.entry("delete_snapshot", List.of(Named.SNAPSHOT)),
          Map.entry("delete_table_snapshots", List.of(Named.TABLE, Named.SNAPSHOT)),
          Map.entry("describe_namespace", List.of(Named.NAMESPACE)),
          Map.entry("drop_namespace", List.of(Named.NAMESPACE)),
          Map.entry("list_namespace", List.of(Named.NAMESPACE)),
          Map.entry("list_namespace_tables", List.of(Named.NAMESPACE)),
          Map.entry("list_quotas", List.of(Named.OTHER)),
          Map.entry("list_snapshots", List.of(Named.SNAPSHOT)),
          Map.entry("list_table_snapshots", List.of(Named.TABLE, Named.SNAPSHOT)),
          Map.entry("merge_region", List.of(Named.OTHER)),
          Map.entry("restore_snapshot", List.of(Named.SNAPSHOT)),
          Map.entry("set_quota", List.of(Named.OTHER)),
          Map.entry("show_filters", List.of(Named.OTHER)),
          Map.entry("status", List.of(Named.WORD)),
          Map.entry("version", List.of(Named.OTHER)),
          Map.entry("whoami", List.of(Named.OTHER)));

  private static final List<String> STATUS = List.of("detailed", "simple", "summary");

  /** Commands whose first argument is options. */
  private static final Set<String> OPTIONS_ALONE = Set.of("list_quotas", "set_quota");

  /** Options of the commands, in the order in which they are offered. */
  static final Map<String, List<String>> OPTIONS =
      Map.ofEntries(
          Map.entry(
              "scan",
              withReading(
                  "ALL_METRICS", "DESIGN", "FULL_SCAN", "INDEX", "METRICS", "ORDER", "WHERE")),
          Map.entry(
              "get",
              List.of(
                  "COLUMN",
                  "COLUMNS",
                  "DESIGN",
                  "FILTER",
                  "FORMATTER",
                  "MAXLENGTH",
                  "TIMERANGE",
                  "TIMESTAMP",
                  "VERSIONS")),
          Map.entry("explain", List.of("FULL_SCAN", "INDEX", "LIMIT", "ORDER", "WHERE")),
          Map.entry("count", withReading("INTERVAL")),
          Map.entry(
              "create", withAttributes("NAME", "NUMREGIONS", "SPLITALGO", "SPLITS", "SPLITS_FILE")),
          Map.entry("alter", withAttributes("METHOD", "NAME")),
          Map.entry("alter_async", withAttributes("METHOD", "NAME")),
          Map.entry("alter_namespace", List.of("METHOD", "NAME")),
          Map.entry("snapshot", List.of("SKIP_FLUSH", "TTL")),
          Map.entry("clone_snapshot", List.of("RESTORE_ACL")),
          Map.entry("restore_snapshot", List.of("RESTORE_ACL")),
          Map.entry("list_regions", List.of("LOCALITY_THRESHOLD", "SERVER_NAME")),
          Map.entry("list_quotas", List.of("LIMIT", "NAMESPACE", "TABLE", "USER")),
          Map.entry(
              "set_quota",
              List.of(
                  "GLOBAL_BYPASS",
                  "LIMIT",
                  "NAMESPACE",
                  "POLICY",
                  "REGIONSERVER",
                  "SCOPE",
                  "TABLE",
                  "THROTTLE_TYPE",
                  "TYPE",
                  "USER")));

  /** Options that are true or false. */
  private static final Set<String> FLAGS =
      Set.of(
          "ALLOW_PARTIAL_RESULTS",
          "ALL_METRICS",
          "BLOCKCACHE",
          "CACHE_BLOCKS",
          "CACHE_BLOOMS_ON_WRITE",
          "CACHE_DATA_ON_WRITE",
          "CACHE_INDEX_ON_WRITE",
          "COMPACTION_ENABLED",
          "COMPRESS_TAGS",
          "DESIGN",
          "EVICT_BLOCKS_ON_CLOSE",
          "FULL_SCAN",
          "GLOBAL_BYPASS",
          "IN_MEMORY",
          "IS_MOB",
          "MERGE_ENABLED",
          "NEW_VERSION_BEHAVIOR",
          "NORMALIZATION_ENABLED",
          "PREFETCH_BLOCKS_ON_OPEN",
          "RAW",
          "READONLY",
          "REGION_MEMSTORE_REPLICATION",
          "RESTORE_ACL",
          "REVERSED",
          "SKIP_FLUSH",
          "SPLIT_ENABLED");

  /** Options that have few values, which are offered in quotes. */
  private static final Map<String, List<String>> VALUES = new TreeMap<>();

  static {
    List<String> codecs = List.of("GZ", "LZ4", "LZO", "NONE", "SNAPPY", "ZSTD");
    VALUES.put("BLOOMFILTER", List.of("NONE", "ROW", "ROWCOL"));
    VALUES.put("COMPRESSION", codecs);
    VALUES.put("COMPRESSION_COMPACT", codecs);
    VALUES.put("CONSISTENCY", names(Consistency.values()));
    VALUES.put("DATA_BLOCK_ENCODING", names(DataBlockEncoding.values()));
    VALUES.put("DURABILITY", names(Durability.values()));
    VALUES.put("FORMATTER", ValueText.forms());
    VALUES.put("IN_MEMORY_COMPACTION", names(MemoryCompactionPolicy.values()));
    VALUES.put("ISOLATION_LEVEL", names(IsolationLevel.values()));
    VALUES.put("KEEP_DELETED_CELLS", names(KeepDeletedCells.values()));
    VALUES.put("METRICS", ScanFigures.known());
    VALUES.put("POLICY", names(SpaceViolationPolicy.values()));
    VALUES.put("READ_TYPE", names(Scan.ReadType.values()));
    VALUES.put("REGIONSERVER", List.of("all"));
    VALUES.put("SCOPE", names(QuotaScope.values()));
    VALUES.put("SPLITALGO", List.of("DecimalStringSplit", "HexStringSplit", "UniformSplit"));
    VALUES.put("THROTTLE_TYPE", List.of("READ", "REQUEST", "WRITE"));
    VALUES.put("TYPE", List.of("SPACE", "THROTTLE"));
  }

  /** Those of METHOD depend on the command. */
  private static final Map<String, List<String>> METHODS =
      Map.of(
          "alter_namespace",
          List.of("set", "unset"),
          "alter",
          AlterStatement.METHODS,
          "alter_async",
          AlterStatement.METHODS);

  private CompletionSyntax() {}

  /** What an argument of a command is, from 0 on. */
  static Named argument(String command, int argument) {
    List<Named> known = ARGUMENTS.getOrDefault(command, List.of(Named.TABLE));
    return argument < known.size() ? known.get(argument) : Named.OTHER;
  }

  /** The words that an argument of {@link Named#WORD} may be. */
  static List<String> words(String command) {
    return command.equals("status") ? STATUS : List.of();
  }

  /** The names of a command's options. */
  static List<String> options(String command) {
    return OPTIONS.getOrDefault(command, List.of());
  }

  /** Whether a command begins with options. */
  static boolean beginsWithOptions(String command) {
    return OPTIONS_ALONE.contains(command);
  }

  /** Whether an option is true or false. */
  static boolean isFlag(String option) {
    return FLAGS.contains(option);
  }

  /** The few values of a command's option; none of one that may have any. */
  static List<String> values(String command, String option) {
    return option.equals("METHOD")
        ? METHODS.getOrDefault(command, List.of())
        : VALUES.getOrDefault(option, List.of());
  }

  /** What an option names, of the commands about quotas. */
  static Named named(String command, String option) {
    if (!beginsWithOptions(command)) {
      return Named.OTHER;
    }
    return switch (option) {
      case "TABLE" -> Named.TABLE;
      case "NAMESPACE" -> Named.NAMESPACE;
      default -> Named.OTHER;
    };
  }

  private static List<String> names(Enum<?>[] constants) {
    return Arrays.stream(constants).map(Enum::name).sorted().toList();
  }

  private static List<String> withReading(String... own) {
    return Stream.concat(ScanRequest.OPTIONS.stream(), Stream.of(own)).sorted().toList();
  }

  /** Options of families, of tables, and of a command alone. */
  private static List<String> withAttributes(String... own) {
    return Stream.of(FamilyForm.names(), TableAttributeSyntax.names(), List.of(own))
        .flatMap(List::stream)
        .distinct()
        .sorted()
        .toList();
  }
}
