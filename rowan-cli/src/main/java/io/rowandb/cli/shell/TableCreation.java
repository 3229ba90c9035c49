package io.rowandb.cli.shell;

import io.rowandb.client.SplitKeys;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** The command {@code create}: creates a table with the typed families, or from a design. */
final class TableCreation {
  private final Session session;
  private final TableName table;
  private final List<ColumnFamilyDescriptor> families = new ArrayList<>();
  private final List<byte[]> splitKeys = new ArrayList<>();
  private final TableDescriptorBuilder descriptor;

  /**
   * A table with more takes minutes and gigabytes to make; a number that is mistyped may ask for
   * millions.
   */
  private static final int MOST_REGIONS = 10_000;

  private TableCreation(Session session, TableName table) {
    this.session = session;
    this.table = table;
    descriptor = TableDescriptorBuilder.newBuilder(table);
  }

  static TableCreation of(Arguments arguments, Session session) throws IOException {
    TableCreation creation = new TableCreation(session, arguments.table());
    while (arguments.hasNext()) {
      if (arguments.hasText()) {
        byte[] name = arguments.text("a family").bytes();
        creation.families.add(ColumnFamilyDescriptorBuilder.of(name));
      } else {
        creation.add(arguments.requiredOptions("a family, or {NAME => 'family', ...},"));
      }
    }
    return creation;
  }

  private void add(Options options) throws IOException {
    options
        .bytes("NAME")
        .ifPresentOrElse(
            name ->
                families.add(
                    FamilyForm.apply(ColumnFamilyDescriptorBuilder.newBuilder(name), options)),
            () -> TableAttributeSyntax.apply(descriptor, options));
    addSplits(options);
    options.end();
  }

  private void addSplits(Options options) throws IOException {
    options
        .texts("SPLITS")
        .ifPresent(rows -> rows.stream().map(Text::binary).forEach(splitKeys::add));
    Optional<String> file = options.word("SPLITS_FILE");
    if (file.isPresent()) {
      splitKeys.addAll(List.of(SplitKeys.ofFile(Path.of(file.get()))));
    }
    Optional<Integer> regions = options.count("NUMREGIONS");
    Optional<String> algorithm = options.word("SPLITALGO");
    if (regions.isPresent() != algorithm.isPresent()) {
      throw new IllegalArgumentException(
          "NUMREGIONS and SPLITALGO are given together, as in {NUMREGIONS => 16, SPLITALGO =>"
              + " 'HexStringSplit'}");
    }
    if (regions.isPresent() && regions.get() > MOST_REGIONS) {
      throw new IllegalArgumentException(
          "NUMREGIONS is at most " + MOST_REGIONS + ", and not " + regions.get());
    }
    regions.ifPresent(count -> splitKeys.addAll(List.of(SplitKeys.of(algorithm.get(), count))));
  }

  void run() throws IOException {
    if (families.isEmpty()) {
      List<TableDesign<?>> designs = session.designs().forms(table).records();
      if (designs.isEmpty() || !splitKeys.isEmpty()) {
        throw new IllegalArgumentException(
            "table "
                + table
                + " needs at least one family, or a design that was given by --design");
      }
      TableVerbs.create(session, designs.get(0));
      session.out().println("Created table " + table);
      return;
    }
    try (Admin admin = session.connection().getAdmin()) {
      descriptor.setColumnFamilies(families);
      if (splitKeys.isEmpty()) {
        admin.createTable(descriptor.build());
      } else {
        admin.createTable(descriptor.build(), splitKeys.toArray(byte[][]::new));
      }
      session.out().println("Created table " + table);
    }
  }
}
