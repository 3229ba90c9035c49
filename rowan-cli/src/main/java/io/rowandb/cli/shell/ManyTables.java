package io.rowandb.cli.shell;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;

/** The commands that act on all tables whose names match, after a confirmation. */
final class ManyTables {
  private ManyTables() {}

  static List<Verb> verbs() {
    return List.of(
        verb(
            "disable_all",
            "Disable",
            "disabled",
            "Closes the tables of some names.",
            Admin::disableTable),
        verb(
            "enable_all",
            "Enable",
            "enabled",
            "Opens the tables of some names.",
            Admin::enableTable),
        verb(
            "drop_all",
            "Drop",
            "dropped",
            "Removes the disabled tables of some names.",
            Admin::deleteTable));
  }

  private interface Deed {
    void of(Admin admin, TableName table) throws IOException;
  }

  private static Verb verb(String name, String word, String done, String summary, Deed deed) {
    return new Verb(
        name,
        summary + " Asks before it does so: y, or not.",
        name + " 't.*'",
        (arguments, session) -> run(arguments, session, word, done, deed));
  }

  private static void run(Arguments arguments, Session session, String word, String done, Deed deed)
      throws IOException {
    Pattern pattern = arguments.requiredPattern("a pattern of tables' names");
    arguments.end();
    try (Admin admin = session.connection().getAdmin()) {
      List<TableName> tables =
          Arrays.stream(admin.listTableNames(pattern))
              .sorted(Comparator.comparing(TableName::getNameAsString))
              .toList();
      List<String> names = tables.stream().map(TableName::getNameAsString).toList();
      if (!session.agreesTo(word, names, "tables", "the regex " + pattern)) {
        return;
      }
      for (TableName table : tables) {
        deed.of(admin, table);
      }
      session.out().println(tables.size() + " tables successfully " + done);
    }
  }
}
