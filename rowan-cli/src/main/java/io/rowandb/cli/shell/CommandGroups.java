package io.rowandb.cli.shell;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The groups in which HBase's shell lists its commands, as far as they are here. No instances. */
final class CommandGroups {
  /** Those that have commands here, and these, in ascending order. */
  private static final Map<String, List<String>> PRESENT =
      new TreeMap<>(
          Map.of(
              "ddl",
              List.of(
                  "alter",
                  "alter_async",
                  "alter_status",
                  "clone_table_schema",
                  "create",
                  "describe",
                  "disable",
                  "disable_all",
                  "drop",
                  "drop_all",
                  "enable",
                  "enable_all",
                  "exists",
                  "get_table",
                  "is_disabled",
                  "is_enabled",
                  "list",
                  "list_regions",
                  "locate_region",
                  "show_filters"),
              "dml",
              List.of(
                  "append",
                  "count",
                  "delete",
                  "deleteall",
                  "explain",
                  "get",
                  "get_counter",
                  "get_splits",
                  "incr",
                  "put",
                  "scan",
                  "truncate",
                  "truncate_preserve"),
              "general",
              List.of("status", "version", "whoami"),
              "namespace",
              List.of(
                  "alter_namespace",
                  "create_namespace",
                  "describe_namespace",
                  "drop_namespace",
                  "list_namespace",
                  "list_namespace_tables"),
              "quotas",
              List.of("list_quotas", "set_quota"),
              "snapshots",
              List.of(
                  "clone_snapshot",
                  "delete_all_snapshot",
                  "delete_snapshot",
                  "delete_table_snapshots",
                  "list_snapshots",
                  "list_table_snapshots",
                  "restore_snapshot",
                  "snapshot"),
              "tools",
              List.of(
                  "balance_switch",
                  "balancer_enabled",
                  "compact",
                  "compaction_state",
                  "flush",
                  "major_compact",
                  "merge_region",
                  "split")));

  /** Those that have none here, each with one command that is missing for the reason of all. */
  private static final Map<String, String> ABSENT =
      Map.of(
          "configuration", "update_config",
          "procedures", "list_procedures",
          "replication", "add_peer",
          "rsgroup", "add_rsgroup",
          "security", "grant",
          "visibility labels", "add_labels");

  private CommandGroups() {}

  /** The names of those that have commands here, in ascending order. */
  static Set<String> names() {
    return PRESENT.keySet();
  }

  /** The commands of one, in ascending order. */
  static List<String> of(String group) {
    return PRESENT.get(group);
  }

  /** Why a group of HBase's shell has no command here; empty when it has, or there is none. */
  static Optional<String> absence(String group) {
    return Optional.ofNullable(ABSENT.get(group))
        .flatMap(AbsentCommands::reason)
        .map(
            reason ->
                group + " is a group of commands of HBase's shell that is not here: " + reason);
  }
}
