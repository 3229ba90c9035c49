package io.rowandb.cli.shell;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.SnapshotDescription;
import org.apache.hadoop.hbase.client.SnapshotType;

/** The commands about snapshots. */
final class SnapshotVerbs {
  private SnapshotVerbs() {}

  static List<Verb> all() {
    return List.of(
        new Verb(
            "snapshot",
            "Keeps a table as it is now, under a name.",
            """
            snapshot 't', 's'
            snapshot 't', 's', {SKIP_FLUSH => true}     without what no file has""",
            SnapshotVerbs::snapshot),
        new Verb(
            "clone_snapshot",
            "Makes a new table of a snapshot.",
            "clone_snapshot 's', 'u'",
            SnapshotVerbs::cloneSnapshot),
        new Verb(
            "restore_snapshot",
            "Makes a disabled table what it was in a snapshot.",
            "restore_snapshot 's'",
            (arguments, session) -> onSnapshot(arguments, session, Admin::restoreSnapshot)),
        new Verb(
            "list_snapshots",
            "Prints the snapshots.",
            "list_snapshots\nlist_snapshots 's.*'",
            SnapshotVerbs::list),
        new Verb(
            "list_table_snapshots",
            "Prints the snapshots of some tables.",
            "list_table_snapshots 't.*'\nlist_table_snapshots 't.*', 's.*'",
            SnapshotVerbs::listOfTables),
        new Verb(
            "delete_snapshot",
            "Deletes a snapshot.",
            "delete_snapshot 's'",
            (arguments, session) -> onSnapshot(arguments, session, Admin::deleteSnapshot)),
        new Verb(
            "delete_all_snapshot",
            "Deletes the snapshots of some names, once you say y.",
            "delete_all_snapshot 's.*'",
            SnapshotVerbs::deleteAll));
  }

  private static void snapshot(Arguments arguments, Session session) throws IOException {
    TableName table = arguments.table();
    String name = arguments.text("the name of a snapshot").toString();
    Options options = arguments.options();
    arguments.end();
    boolean withoutFlush = options.flag("SKIP_FLUSH", false);
    Map<String, Object> properties = new HashMap<>();
    Optional<Long> ttl = options.number("TTL");
    ttl.ifPresent(seconds -> properties.put("TTL", seconds));
    options.end();
    try (Admin admin = session.connection().getAdmin()) {
      admin.snapshot(
          new SnapshotDescription(
              name, table, withoutFlush ? SnapshotType.SKIPFLUSH : SnapshotType.FLUSH, properties));
    }
  }

  private static void cloneSnapshot(Arguments arguments, Session session) throws IOException {
    String name = arguments.text("the name of a snapshot").toString();
    TableName table = arguments.table();
    arguments.end();
    try (Admin admin = session.connection().getAdmin()) {
      admin.cloneSnapshot(name, table);
    }
  }

  private interface SnapshotAction {
    void run(Admin admin, String name) throws IOException;
  }

  private static void onSnapshot(Arguments arguments, Session session, SnapshotAction action)
      throws IOException {
    String name = arguments.text("the name of a snapshot").toString();
    arguments.end();
    try (Admin admin = session.connection().getAdmin()) {
      action.run(admin, name);
    }
  }

  private static void list(Arguments arguments, Session session) throws IOException {
    Pattern names = arguments.pattern(".*");
    arguments.end();
    print(session, Pattern.compile(".*"), names);
  }

  private static void listOfTables(Arguments arguments, Session session) throws IOException {
    Pattern tables = arguments.requiredPattern("a pattern of tables' names");
    Pattern names = arguments.pattern(".*");
    arguments.end();
    print(session, tables, names);
  }

  private static void print(Session session, Pattern tables, Pattern names) throws IOException {
    List<SnapshotDescription> found = find(session, tables, names);
    session.out().printf("%-21s %s%n", "SNAPSHOT", "TABLE + CREATION TIME");
    for (SnapshotDescription snapshot : found) {
      session
          .out()
          .printf(
              " %-20s %s (%s)%n",
              snapshot.getName(),
              snapshot.getTableNameAsString(),
              Instant.ofEpochMilli(snapshot.getCreationTime())
                  .atZone(ZoneId.systemDefault())
                  .toLocalDateTime());
    }
    session.out().println(found.size() + " row(s)");
  }

  private static List<SnapshotDescription> find(Session session, Pattern tables, Pattern names)
      throws IOException {
    try (Admin admin = session.connection().getAdmin()) {
      return admin.listSnapshots(names).stream()
          .filter(each -> tables.matcher(each.getTableNameAsString()).matches())
          .sorted(Comparator.comparing(SnapshotDescription::getName))
          .toList();
    }
  }

  private static void deleteAll(Arguments arguments, Session session) throws IOException {
    Pattern names = arguments.requiredPattern("a pattern of snapshots' names");
    arguments.end();
    List<String> found =
        find(session, Pattern.compile(".*"), names).stream()
            .map(SnapshotDescription::getName)
            .toList();
    if (session.agreesTo("Delete", found, "snapshots")) {
      try (Admin admin = session.connection().getAdmin()) {
        for (String name : found) {
          admin.deleteSnapshot(name);
        }
      }
      session.out().println(found.size() + " snapshots successfully deleted.");
    }
  }
}
