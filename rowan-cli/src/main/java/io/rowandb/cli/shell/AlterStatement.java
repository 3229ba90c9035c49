package io.rowandb.cli.shell;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;

/**
 * The commands {@code alter} and {@code alter_async}: all changes of one command are made together,
 * or none.
 */
final class AlterStatement {
  /** What METHOD may be. */
  static final List<String> METHODS =
      List.of(
          "delete", "table_att", "table_att_unset", "table_conf_unset", "table_remove_coprocessor");

  /** The attributes by which HBase keeps coprocessors are named so, and numbered. */
  private static final String COPROCESSOR = "coprocessor";

  private final TableDescriptorBuilder changed;
  private final TableDescriptor before;

  private AlterStatement(TableDescriptor before) {
    this.before = before;
    changed = TableDescriptorBuilder.newBuilder(before);
  }

  static List<Verb> verbs() {
    return List.of(
        new Verb(
            "alter",
            "Changes a table's families and attributes; of a family what is not named stays.",
            """
            alter 't', NAME => 'f', VERSIONS => 5
            alter 't', 'g', {NAME => 'h', TTL => 86400}     new families too
            alter 't', 'delete' => 'g'
            alter 't', NAME => 'g', METHOD => 'delete'
            alter 't', MAX_FILESIZE => 1073741824, SPLIT_ENABLED => false
            alter 't', {NAME => 'f', CONFIGURATION => {'hbase.hstore.blockingStoreFiles' => 10}}
            alter 't', METHOD => 'table_att_unset', NAME => 'MAX_FILESIZE'
            alter 't', METHOD => 'table_conf_unset', NAME => 'hbase.hstore.blockingStoreFiles'
            alter 't', METHOD => 'table_att', 'coprocessor' => 'a.jar|com.foo.Bar|1001|k=v'
            alter 't', METHOD => 'table_att_unset', NAME => 'coprocessor$1'""",
            (arguments, session) -> alter(arguments, session, /* waits= */ true)),
        new Verb(
            "alter_async",
            "The same as alter, without waiting for the regions.",
            "alter_async 't', NAME => 'f', VERSIONS => 5",
            (arguments, session) -> alter(arguments, session, /* waits= */ false)),
        new Verb(
            "alter_status",
            "Prints how many regions of a table have its present attributes.",
            "alter_status 't'",
            AlterStatement::status));
  }

  private static void alter(Arguments arguments, Session session, boolean waits)
      throws IOException {
    TableName table = arguments.table();
    if (!arguments.hasNext()) {
      throw new IllegalArgumentException("alter changes nothing without a family or an attribute");
    }
    try (Admin admin = session.connection().getAdmin()) {
      AlterStatement alteration = new AlterStatement(admin.getDescriptor(table));
      while (arguments.hasNext()) {
        if (arguments.hasText()) {
          alteration.family(arguments.text("a family").bytes(), Options.of(Map.of()));
        } else {
          alteration.add(arguments.requiredOptions("a family, or {NAME => 'family', ...},"));
        }
      }
      Future<?> begun = admin.modifyTableAsync(alteration.changed.build());
      if (begun.isDone()) {
        RegionVerbs.await(begun); // tells of a failure that is known already
      }
      if (waits) {
        session.out().println("Updating all regions with the new schema...");
        RegionVerbs.await(begun);
        printStatus(admin, table, session);
      }
    }
  }

  private static void status(Arguments arguments, Session session) throws IOException {
    TableName table = arguments.table();
    arguments.end();
    try (Admin admin = session.connection().getAdmin()) {
      printStatus(admin, table, session);
    }
  }

  /** HBase has no other call that reports the progress of an asynchronous change. */
  @SuppressWarnings("deprecation")
  private static void printStatus(Admin admin, TableName table, Session session)
      throws IOException {
    Pair<Integer, Integer> left = admin.getAlterStatus(table);
    int regions = left.getSecond();
    session.out().println((regions - left.getFirst()) + "/" + regions + " regions updated.");
    if (left.getFirst() == 0) {
      session.out().println("Done.");
    }
  }

  private void add(Options options) {
    Optional<String> method = options.word("METHOD");
    if (method.isPresent()) {
      addMethod(method.get(), options);
    } else {
      Optional<byte[]> name = options.bytes("NAME");
      Optional<List<Text>> deleted = options.texts("delete");
      if (name.isPresent()) {
        family(name.get(), options);
      } else if (deleted.isPresent()) {
        deleted.get().forEach(family -> delete(family.bytes()));
      } else {
        attributes(options);
      }
    }
    options.end();
  }

  private void addMethod(String method, Options options) {
    switch (method) {
      case "delete" -> names(options).forEach(family -> delete(family.bytes()));
      case "table_att" -> attributes(options);
      case "table_att_unset", "table_conf_unset" ->
          names(options).forEach(name -> unset(name.toString()));
      case "table_remove_coprocessor" -> removeCoprocessor(options);
      default ->
          throw new IllegalArgumentException(
              "METHOD is delete, table_att, table_att_unset, table_conf_unset or"
                  + " table_remove_coprocessor, and not "
                  + method);
    }
  }

  private static List<Text> names(Options options) {
    return options
        .texts("NAME")
        .orElseThrow(() -> new IllegalArgumentException("NAME is to say what goes"));
  }

  private void family(byte[] name, Options options) {
    ColumnFamilyDescriptor present = before.getColumnFamily(name);
    if (present == null) {
      changed.setColumnFamily(
          FamilyForm.apply(ColumnFamilyDescriptorBuilder.newBuilder(name), options));
    } else {
      changed.modifyColumnFamily(
          FamilyForm.apply(ColumnFamilyDescriptorBuilder.newBuilder(present), options));
    }
  }

  private void delete(byte[] family) {
    if (!before.hasColumnFamily(family)) {
      throw new IllegalArgumentException(
          "table "
              + before.getTableName()
              + " has no family "
              + Bytes.toStringBinary(family)
              + ", but "
              + Arrays.stream(before.getColumnFamilies())
                  .map(ColumnFamilyDescriptor::getNameAsString)
                  .toList());
    }
    changed.removeColumnFamily(family);
  }

  private void attributes(Options options) {
    boolean any = TableAttributeSyntax.apply(changed, options);
    Optional<String> coprocessor = options.word(COPROCESSOR);
    coprocessor.ifPresent(this::addCoprocessor);
    if (!any && coprocessor.isEmpty()) {
      options.end(); // names what is no option
      throw new IllegalArgumentException("alter changes nothing without a family or an attribute");
    }
  }

  /** HBase gives each coprocessor the next number. */
  private void addCoprocessor(String specification) {
    int number = 1;
    while (before.getValue(COPROCESSOR + "$" + number) != null) {
      number++;
    }
    changed.setValue(COPROCESSOR + "$" + number, specification);
  }

  private void removeCoprocessor(Options options) {
    String name =
        options
            .word("CLASSNAME")
            .orElseThrow(() -> new IllegalArgumentException("CLASSNAME is to say which one goes"));
    List<String> attributes =
        before.getValues().entrySet().stream()
            .filter(
                entry -> Bytes.toString(entry.getKey().copyBytes()).startsWith(COPROCESSOR + "$"))
            .filter(entry -> hasClass(Bytes.toString(entry.getValue().copyBytes()), name))
            .map(entry -> Bytes.toString(entry.getKey().copyBytes()))
            .toList();
    if (attributes.isEmpty()) {
      throw new IllegalArgumentException(
          "table " + before.getTableName() + " has no coprocessor " + name);
    }
    attributes.forEach(this::unset);
  }

  /** A coprocessor is {@code path|class|priority|arguments}. */
  private static boolean hasClass(String specification, String name) {
    String[] fields = specification.split("\\|", -1);
    return fields.length > 1 && fields[1].strip().equals(name);
  }

  private void unset(String attribute) {
    if (before.getValue(attribute) == null) {
      throw new IllegalArgumentException(
          "table " + before.getTableName() + " has no attribute " + attribute);
    }
    changed.removeValue(Bytes.toBytes(attribute));
  }
}
