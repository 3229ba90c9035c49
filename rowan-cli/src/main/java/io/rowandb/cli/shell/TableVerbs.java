package io.rowandb.cli.shell;

import io.rowandb.cli.design.RowForms;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** The commands about whole tables. */
final class TableVerbs {
  private TableVerbs() {}

  static List<Verb> all() {
    return List.of(
        new Verb("list", "Prints the tables' names.", "list\nlist 'tw.*'", TableVerbs::list),
        new Verb(
            "describe",
            "Prints a table's families with all attributes, and its design if one is given.",
            "describe 't'\ndesc 't'",
            TableVerbs::describe),
        new Verb(
            "create",
            "Makes a table; without families, by its design, with the tables of its indexes.",
            """
            create 't', 'f', 'g'
            create 't', {NAME => 'f', VERSIONS => 3, TTL => 86400}, SPLITS => ['b', 'm']
            create 'twits'     by a design""",
            (arguments, session) -> TableCreation.of(arguments, session).run()),
        new Verb("exists", "Says whether a table is there.", "exists 't'", TableVerbs::exists),
        new Verb(
            "is_enabled",
            "Prints whether a table is open.",
            "is_enabled 't'",
            (arguments, session) -> print(arguments, session, Admin::isTableEnabled)),
        new Verb(
            "is_disabled",
            "Prints whether a table is closed.",
            "is_disabled 't'",
            (arguments, session) -> print(arguments, session, Admin::isTableDisabled)),
        new Verb(
            "disable",
            "Closes a table, so that it can be dropped.",
            "disable 't'",
            (arguments, session) -> onTable(arguments, session, Admin::disableTable)),
        new Verb(
            "enable",
            "Opens a table that was disabled.",
            "enable 't'",
            (arguments, session) -> onTable(arguments, session, Admin::enableTable)),
        new Verb(
            "drop",
            "Removes a disabled table and all that is in it.",
            "drop 't'",
            (arguments, session) -> onTable(arguments, session, Admin::deleteTable)),
        new Verb(
            "truncate",
            "Removes all rows of a table; its regions become one.",
            "truncate 't'",
            (arguments, session) -> truncate(arguments, session, /* regionsStay= */ false)),
        new Verb(
            "truncate_preserve",
            "Removes all rows of a table; its regions stay.",
            "truncate_preserve 't'",
            (arguments, session) -> truncate(arguments, session, /* regionsStay= */ true)),
        new Verb(
            "flush",
            "Writes what is in memory of a table to files.",
            "flush 't'",
            (arguments, session) -> onTable(arguments, session, Admin::flush)));
  }

  private interface TableAction {
    void run(Admin admin, TableName table) throws IOException;
  }

  private static void onTable(Arguments arguments, Session session, TableAction action)
      throws IOException {
    TableName table = arguments.table();
    arguments.end();
    try (Admin admin = session.connection().getAdmin()) {
      action.run(admin, table);
    }
  }

  private interface TableQuestion {
    boolean ask(Admin admin, TableName table) throws IOException;
  }

  private static void print(Arguments arguments, Session session, TableQuestion question)
      throws IOException {
    onTable(
        arguments, session, (admin, table) -> session.out().println(question.ask(admin, table)));
  }

  private static void truncate(Arguments arguments, Session session, boolean regionsStay)
      throws IOException {
    onTable(
        arguments,
        session,
        (admin, table) -> {
          PrintWriter out = session.out();
          out.println("Truncating '" + table + "' table (it may take a while):");
          if (admin.isTableEnabled(table)) {
            out.println("Disabling table...");
            admin.disableTable(table);
          }
          out.println("Truncating table...");
          admin.truncateTable(table, regionsStay);
        });
  }

  private static void list(Arguments arguments, Session session) throws IOException {
    Pattern pattern = arguments.pattern(".*");
    arguments.end();
    try (Admin admin = session.connection().getAdmin()) {
      TableName[] names = admin.listTableNames(pattern);
      Arrays.sort(names, Comparator.comparing(TableName::getNameAsString));
      session.out().println("TABLE");
      for (TableName name : names) {
        boolean designed = !session.designs().forms(name).isEmpty();
        session.out().println(name.getNameAsString() + (designed ? "  (with a design)" : ""));
      }
      session.out().println(names.length + " row(s)");
    }
  }

  private static void exists(Arguments arguments, Session session) throws IOException {
    TableName table = arguments.table();
    arguments.end();
    try (Admin admin = session.connection().getAdmin()) {
      boolean there = admin.tableExists(table);
      session.out().println("Table " + table + (there ? " does exist" : " does not exist"));
    }
  }

  private static void describe(Arguments arguments, Session session) throws IOException {
    TableName table = arguments.table();
    arguments.end();
    PrintWriter out = session.out();
    try (Admin admin = session.connection().getAdmin()) {
      TableDescriptor descriptor = admin.getDescriptor(table);
      out.println(
          "Table " + table + " is " + (admin.isTableEnabled(table) ? "ENABLED" : "DISABLED"));
      out.println("COLUMN FAMILIES DESCRIPTION");
      for (ColumnFamilyDescriptor family : descriptor.getColumnFamilies()) {
        out.println(family);
      }
      out.println(descriptor.getColumnFamilyCount() + " row(s)");
      RowForms forms = session.designs().forms(table);
      for (TableDesign<?> design : forms.records()) {
        out.println();
        out.println(design.describe());
        design.diff(descriptor).forEach(difference -> out.println("differs: " + difference));
      }
    }
  }

  /** Makes a design's tables. */
  static <R> void create(Session session, TableDesign<R> design) throws IOException {
    RecordTable.create(session.connection(), design).close();
  }
}
