package io.rowandb.cli.shell;

import java.util.List;

/**
 * A table as an object, as returned by {@code create} and {@code get_table} in HBase's shell:
 * {@code t.scan} is {@code scan} of that table. Nothing is open, and the table need not exist.
 *
 * @param name the table's
 */
record TableReference(Text name) {
  /** Commands that give one. */
  static final List<String> SOURCES = List.of("create", "get_table");

  /** Commands whose first argument is a table, which stands before the point instead. */
  static final List<String> METHODS =
      List.of(
          "alter",
          "alter_async",
          "alter_status",
          "append",
          "clone_table_schema",
          "compact",
          "compaction_state",
          "count",
          "delete",
          "deleteall",
          "desc",
          "describe",
          "disable",
          "drop",
          "enable",
          "exists",
          "explain",
          "flush",
          "get",
          "get_counter",
          "get_splits",
          "incr",
          "is_disabled",
          "is_enabled",
          "list_regions",
          "locate_region",
          "major_compact",
          "put",
          "scan",
          "snapshot",
          "split",
          "truncate",
          "truncate_preserve");

  /** For people. */
  @Override
  public String toString() {
    return "table " + name;
  }
}
