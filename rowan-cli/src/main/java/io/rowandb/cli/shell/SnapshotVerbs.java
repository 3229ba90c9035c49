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
  /** HBase's key: whether a restore takes a snapshot first, for the case that it fails. */
  private static final String FAIL_SAFE = "hbase.snapshot.restore.take.failsafe.snapshot";

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
            "clone_snapshot 's', 'u'\nclone_snapshot 's', 'u', {RESTORE_ACL => true}",
            SnapshotVerbs::cloneSnapshot),
        new Verb(
            "restore_snapshot",
            "Makes a disabled table what it was in a snapshot.",
            "restore_snapshot 's'\nrestore_snapshot 's', {RESTORE_ACL => true}",
            SnapshotVerbs::restore),
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
            "delete_snapshot", "Deletes a snapshot.", "delete_snapshot 's'", SnapshotVerbs::delete),
        new Verb(
            "delete_all_snapshot",
            "Deletes the snapshots of some names, once you say y.",
            "delete_all_snapshot 's.*'",
            SnapshotVerbs::deleteAll),
        new Verb(
            "delete_table_snapshots",
            "Deletes the snapshots of some tables, once you say y.",
            "delete_table_snapshots 't.*'\ndelete_table_snapshots 't.*', 's.*'",
            SnapshotVerbs::deleteOfTables));
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
    boolean withRights = withRights(arguments);
    arguments.end();
    try (Admin admin = session.connection().getAdmin()) {
      admin.cloneSnapshot(name, table, withRights);
    }
  }

  private static void restore(Arguments arguments, Session session) throws IOException {
    String name = arguments.text("the name of a snapshot").toString();
    boolean withRights = withRights(arguments);
    arguments.end();
    boolean keepsWhatWas =
        session.connection().getConfiguration().getBoolean(FAIL_SAFE, /* defaultValue= */ false);
    try (Admin admin = session.connection().getAdmin()) {
      admin.restoreSnapshot(name, keepsWhatWas, withRights);
    }
  }

  /** Whether the table gets the rights that it had; where nobody has rights there are none. */
  private static boolean withRights(Arguments arguments) {
    Options options = arguments.options();
    boolean withRights = options.flag("RESTORE_ACL", false);
    options.end();
    return withRights;
  }

  private static void delete(Arguments arguments, Session session) throws IOException {
    String name = arguments.text("the name of a snapshot").toString();
    arguments.end();
    try (Admin admin = session.connection().getAdmin()) {
      admin.deleteSnapshot(name);
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
    heading(session);
    found.forEach(snapshot -> session.out().println(line(snapshot)));
    session.out().println(found.size() + " row(s)");
  }

  private static void heading(Session session) {
    session.out().printf("%-21s %s%n", "SNAPSHOT", "TABLE + CREATION TIME");
  }

  private static String line(SnapshotDescription snapshot) {
    return String.format(
        " %-20s %s (%s)",
        snapshot.getName(),
        snapshot.getTableNameAsString(),
        Instant.ofEpochMilli(snapshot.getCreationTime())
            .atZone(ZoneId.systemDefault())
            .toLocalDateTime());
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
    List<SnapshotDescription> found = find(session, Pattern.compile(".*"), names);
    if (agrees(session, found, "the regex " + names)) {
      delete(session, found);
      session.out().println(found.size() + " snapshots successfully deleted.");
    }
  }

  private static void deleteOfTables(Arguments arguments, Session session) throws IOException {
    Pattern tables = arguments.requiredPattern("a pattern of tables' names");
    Pattern names = arguments.pattern(".*");
    arguments.end();
    List<SnapshotDescription> found = find(session, tables, names);
    String patterns =
        "the table name regular expression "
            + tables
            + " and the snapshot name regular expression "
            + names;
    if (agrees(session, found, patterns)) {
      delete(session, found);
      found.forEach(
          each -> session.out().println("Successfully deleted snapshot: " + each.getName()));
    }
  }

  private static boolean agrees(Session session, List<SnapshotDescription> found, String pattern)
      throws IOException {
    heading(session);
    List<String> lines = found.stream().map(SnapshotVerbs::line).toList();
    return session.agreesTo("Delete", lines, "snapshots", pattern);
  }

  private static void delete(Session session, List<SnapshotDescription> found) throws IOException {
    try (Admin admin = session.connection().getAdmin()) {
      for (SnapshotDescription each : found) {
        admin.deleteSnapshot(each.getName());
      }
    }
  }
}
