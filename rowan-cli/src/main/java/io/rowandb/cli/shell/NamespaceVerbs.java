package io.rowandb.cli.shell;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;

/** The commands about namespaces. */
final class NamespaceVerbs {
  private NamespaceVerbs() {}

  static List<Verb> all() {
    return List.of(
        new Verb(
            "create_namespace",
            "Makes a namespace.",
            """
            create_namespace 'ns'
            create_namespace 'ns', {'hbase.namespace.quota.maxtables' => 5}""",
            NamespaceVerbs::create),
        new Verb(
            "alter_namespace",
            "Sets or removes settings of a namespace.",
            """
            alter_namespace 'ns', {METHOD => 'set', 'hbase.namespace.quota.maxtables' => 9}
            alter_namespace 'ns', {METHOD => 'unset', NAME => 'hbase.namespace.quota.maxtables'}""",
            NamespaceVerbs::alter),
        new Verb(
            "describe_namespace",
            "Prints a namespace's settings.",
            "describe_namespace 'ns'",
            NamespaceVerbs::describe),
        new Verb(
            "drop_namespace",
            "Removes a namespace without tables.",
            "drop_namespace 'ns'",
            NamespaceVerbs::drop),
        new Verb(
            "list_namespace",
            "Prints the namespaces.",
            "list_namespace\nlist_namespace 'n.*'",
            NamespaceVerbs::list),
        new Verb(
            "list_namespace_tables",
            "Prints the tables of a namespace.",
            "list_namespace_tables 'ns'",
            NamespaceVerbs::listTables));
  }

  private static String name(Arguments arguments) {
    return arguments.text("the name of a namespace").toString();
  }

  private static void create(Arguments arguments, Session session) throws IOException {
    NamespaceDescriptor.Builder builder = NamespaceDescriptor.create(name(arguments));
    arguments.options().rest().forEach(builder::addConfiguration);
    arguments.end();
    try (Admin admin = session.connection().getAdmin()) {
      admin.createNamespace(builder.build());
    }
  }

  private static void alter(Arguments arguments, Session session) throws IOException {
    String name = name(arguments);
    Options options = arguments.requiredOptions("{METHOD => 'set', 'key' => 'value'}");
    arguments.end();
    String method = options.word("METHOD").orElse("");
    try (Admin admin = session.connection().getAdmin()) {
      NamespaceDescriptor.Builder builder =
          NamespaceDescriptor.create(admin.getNamespaceDescriptor(name));
      switch (method) {
        case "set" -> options.rest().forEach(builder::addConfiguration);
        case "unset" ->
            builder.removeConfiguration(
                options
                    .word("NAME")
                    .orElseThrow(() -> new IllegalArgumentException("NAME is to say what goes")));
        default -> throw new IllegalArgumentException("METHOD is set or unset, and not " + method);
      }
      options.end();
      admin.modifyNamespace(builder.build());
    }
  }

  private static void describe(Arguments arguments, Session session) throws IOException {
    String name = name(arguments);
    arguments.end();
    try (Admin admin = session.connection().getAdmin()) {
      NamespaceDescriptor namespace = admin.getNamespaceDescriptor(name);
      StringBuilder line = new StringBuilder("{NAME => '" + namespace.getName() + "'");
      for (Map.Entry<String, String> each :
          new TreeMap<>(namespace.getConfiguration()).entrySet()) {
        line.append(", ").append(each.getKey()).append(" => '").append(each.getValue()).append("'");
      }
      session.out().println("DESCRIPTION");
      session.out().println(line.append("}"));
    }
  }

  private static void drop(Arguments arguments, Session session) throws IOException {
    String name = name(arguments);
    arguments.end();
    try (Admin admin = session.connection().getAdmin()) {
      admin.deleteNamespace(name);
    }
  }

  private static void list(Arguments arguments, Session session) throws IOException {
    Pattern pattern = arguments.pattern(".*");
    arguments.end();
    try (Admin admin = session.connection().getAdmin()) {
      print(
          session,
          "NAMESPACE",
          Arrays.stream(admin.listNamespaceDescriptors())
              .map(NamespaceDescriptor::getName)
              .filter(name -> pattern.matcher(name).matches()));
    }
  }

  private static void listTables(Arguments arguments, Session session) throws IOException {
    String name = name(arguments);
    arguments.end();
    try (Admin admin = session.connection().getAdmin()) {
      print(
          session,
          "TABLE",
          Arrays.stream(admin.listTableNamesByNamespace(name))
              .map(TableName::getQualifierAsString));
    }
  }

  private static void print(Session session, String heading, Stream<String> names) {
    List<String> sorted = names.sorted().toList();
    session.out().println(heading);
    sorted.forEach(session.out()::println);
    session.out().println(sorted.size() + " row(s)");
  }
}
