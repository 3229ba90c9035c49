package io.rowandb.cli.shell;

import io.rowandb.cli.design.RowForms;
import io.rowandb.cli.terminal.JsonText;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.NewTable;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDifference;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

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
            create 'twits'     by a design\
            """,
            (arguments, session) -> TableCreation.of(arguments, session).run()),
        new Verb(
            "get_table",
            "Gives a table to a variable, on which commands are called; create gives it too.",
            """
            t = get_table 't'
            t.put 'r', 'f:q', 'v'
            t.scan LIMIT => 10
            u = create 'u', 'f'\
            """,
            TableVerbs::getTable),
        new Verb("exists", "Says whether a table is there.", "exists 't'", TableVerbs::exists),
        new Verb(
            "is_enabled",
            "Prints whether a table is open.",
            "is_enabled 't'",
            (arguments, session) -> say(arguments, session, "enabled", Admin::isTableEnabled)),
        new Verb(
            "is_disabled",
            "Prints whether a table is closed.",
            "is_disabled 't'",
            (arguments, session) -> say(arguments, session, "disabled", Admin::isTableDisabled)),
        new Verb(
            "disable",
            "Closes a table, so that it can be dropped.",
            "disable 't'",
            (arguments, session) -> onTable(arguments, session, TableVerbs::disable)),
        new Verb(
            "enable",
            "Opens a table that was disabled.",
            "enable 't'",
            (arguments, session) -> onTable(arguments, session, TableVerbs::enable)),
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
            "clone_table_schema",
            "Makes an empty table like another one; with false as one region.",
            "clone_table_schema 't', 'u'\nclone_table_schema 't', 'u', false",
            TableVerbs::cloneSchema),
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

  /** Of a table that is closed nothing is asked, as in HBase's shell. */
  private static void disable(Admin admin, TableName table) throws IOException {
    if (!admin.isTableDisabled(table)) {
      admin.disableTable(table);
    }
  }

  private static void enable(Admin admin, TableName table) throws IOException {
    if (!admin.isTableEnabled(table)) {
      admin.enableTable(table);
    }
  }

  private interface TableQuestion {
    boolean ask(Admin admin, TableName table) throws IOException;
  }

  private static void say(Arguments arguments, Session session, String what, TableQuestion question)
      throws IOException {
    onTable(
        arguments,
        session,
        (admin, table) -> {
          boolean answer = question.ask(admin, table);
          session.say(String.valueOf(answer), Map.of(what, answer));
        });
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

  private static void cloneSchema(Arguments arguments, Session session) throws IOException {
    TableName table = arguments.table();
    TableName made = arguments.table();
    boolean regionsToo = arguments.flag(true);
    arguments.end();
    try (Admin admin = session.connection().getAdmin()) {
      admin.cloneTableSchema(table, made, regionsToo);
    }
  }

  private static void list(Arguments arguments, Session session) throws IOException {
    Pattern pattern = arguments.pattern(".*");
    arguments.end();
    try (Admin admin = session.connection().getAdmin()) {
      TableName[] names = admin.listTableNames(pattern);
      Arrays.sort(names, Comparator.comparing(TableName::getNameAsString));
      session.remark("TABLE");
      for (TableName table : names) {
        String name = table.getNameAsString();
        boolean designed = !session.designs().forms(table).isEmpty();
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("table", name);
        object.put("design", designed);
        session.say(name + (designed ? "  (with a design)" : ""), object);
      }
      session.remark(names.length + " row(s)");
    }
  }

  private static void exists(Arguments arguments, Session session) throws IOException {
    TableName table = arguments.table();
    arguments.end();
    try (Admin admin = session.connection().getAdmin()) {
      boolean there = admin.tableExists(table);
      session.say(
          "Table " + table + (there ? " does exist" : " does not exist"), Map.of("exists", there));
    }
  }

  /** Nothing is opened or asked, as in HBase's shell; see {@link TableReference}. */
  private static void getTable(Arguments arguments, Session session) {
    arguments.table();
    arguments.end();
  }

  private static void describe(Arguments arguments, Session session) throws IOException {
    TableName table = arguments.table();
    arguments.end();
    try (Admin admin = session.connection().getAdmin()) {
      TableDescriptor descriptor = admin.getDescriptor(table);
      boolean enabled = admin.isTableEnabled(table);
      RowForms forms = session.forms(table);
      List<Compared> compared = new ArrayList<>();
      for (TableDesign<?> design : forms.records()) {
        compared.add(new Compared(design, differences(admin, design, descriptor)));
      }
      if (session.json().isPresent()) {
        session.json().get().println(JsonText.line(object(descriptor, enabled, forms, compared)));
      } else {
        describe(descriptor, enabled, compared, session.out());
        forms.misfits().forEach(reason -> session.out().println("\n" + reason));
      }
    }
  }

  /** A design of a table, and how its tables differ from it. */
  private record Compared(TableDesign<?> design, List<TableDifference> differences) {}

  private static List<TableDifference> differences(
      Admin admin, TableDesign<?> design, TableDescriptor records) throws IOException {
    if (design.isNoted()) {
      return design.diff(records);
    }
    Map<TableName, TableDescriptor> there = new HashMap<>(Map.of(design.name(), records));
    for (NewTable each : design.tables()) {
      TableName name = each.descriptor().getTableName();
      if (!there.containsKey(name) && admin.tableExists(name)) {
        there.put(name, admin.getDescriptor(name));
      }
    }
    return design.diff(there);
  }

  private static void describe(
      TableDescriptor table, boolean enabled, List<Compared> designs, PrintWriter out) {
    out.println("Table " + table.getTableName() + " is " + (enabled ? "ENABLED" : "DISABLED"));
    out.println(table.getTableName() + TableAttributeSyntax.attributes(table));
    out.println("COLUMN FAMILIES DESCRIPTION");
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      out.println(family);
    }
    out.println(table.getColumnFamilyCount() + " row(s)");
    for (Compared each : designs) {
      out.println();
      out.println(each.design().describe());
      each.differences().forEach(difference -> out.println("differs: " + difference));
    }
  }

  private static Map<String, Object> object(
      TableDescriptor table, boolean enabled, RowForms forms, List<Compared> designs) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("table", table.getTableName().getNameAsString());
    object.put("enabled", enabled);
    Map<String, Object> attributes = new TreeMap<>();
    table
        .getValues()
        .forEach((name, value) -> attributes.put(Bytes.toString(name.get()), value.get()));
    object.put("attributes", attributes);
    object.put(
        "families", Arrays.stream(table.getColumnFamilies()).map(TableVerbs::object).toList());
    if (!designs.isEmpty()) {
      object.put(
          "differences", designs.stream().flatMap(each -> each.differences().stream()).toList());
    }
    if (!forms.isEmpty()) {
      object.put("misfits", forms.misfits());
    }
    return object;
  }

  /** A family's attributes by HBase's names, as HBase keeps them. */
  private static Map<String, Object> object(ColumnFamilyDescriptor family) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("NAME", family.getName());
    new TreeMap<>(family.getValues())
        .forEach((name, value) -> object.put(Bytes.toString(name.get()), value.get()));
    if (!family.getConfiguration().isEmpty()) {
      object.put("CONFIGURATION", new TreeMap<>(family.getConfiguration()));
    }
    return object;
  }

  /** Makes a design's tables. */
  static <R> void create(Session session, TableDesign<R> design) throws IOException {
    RecordTable.create(session.connection(), design).close();
  }
}
