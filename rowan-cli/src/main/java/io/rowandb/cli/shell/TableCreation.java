package io.rowandb.cli.shell;

import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.exceptions.HBaseException;
import org.apache.hadoop.hbase.util.Bytes;

/** The command {@code create}: a table by families that are typed, or by a design. */
final class TableCreation {
  /** Attributes of families that HBase's shell has words for; others go by METADATA. */
  private static final Set<String> ATTRIBUTES =
      Set.of(
          ColumnFamilyDescriptorBuilder.BLOOMFILTER,
          ColumnFamilyDescriptorBuilder.REPLICATION_SCOPE,
          ColumnFamilyDescriptorBuilder.MIN_VERSIONS,
          ColumnFamilyDescriptorBuilder.COMPRESSION,
          ColumnFamilyDescriptorBuilder.COMPRESSION_COMPACT,
          ColumnFamilyDescriptorBuilder.BLOCKSIZE,
          ColumnFamilyDescriptorBuilder.IN_MEMORY,
          ColumnFamilyDescriptorBuilder.BLOCKCACHE,
          ColumnFamilyDescriptorBuilder.KEEP_DELETED_CELLS,
          ColumnFamilyDescriptorBuilder.DATA_BLOCK_ENCODING);

  private final Session session;
  private final TableName table;
  private final List<ColumnFamilyDescriptor> families = new ArrayList<>();
  private final List<byte[]> splitKeys = new ArrayList<>();
  private final Map<String, String> metadata = new TreeMap<>();

  private TableCreation(Session session, TableName table) {
    this.session = session;
    this.table = table;
  }

  static TableCreation of(Arguments arguments, Session session) {
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

  private void add(Options options) {
    options
        .bytes("NAME")
        .ifPresentOrElse(
            name -> families.add(family(ColumnFamilyDescriptorBuilder.newBuilder(name), options)),
            () ->
                options
                    .map("METADATA")
                    .ifPresent(
                        values ->
                            values.forEach((name, value) -> metadata.put(name, value.toString()))));
    options
        .texts("SPLITS")
        .ifPresent(rows -> rows.forEach(row -> splitKeys.add(Bytes.toBytesBinary(row.toString()))));
    options.end();
  }

  private static ColumnFamilyDescriptor family(
      ColumnFamilyDescriptorBuilder builder, Options options) {
    options.count(HConstants.VERSIONS).ifPresent(builder::setMaxVersions);
    options.word(ColumnFamilyDescriptorBuilder.TTL).ifPresent(ttl -> setTimeToLive(builder, ttl));
    for (String attribute : ATTRIBUTES) {
      options.word(attribute).ifPresent(value -> builder.setValue(attribute, value));
    }
    options
        .map("METADATA")
        .ifPresent(
            values -> values.forEach((name, value) -> builder.setValue(name, value.toString())));
    options
        .map("CONFIGURATION")
        .ifPresent(
            values ->
                values.forEach((name, value) -> builder.setConfiguration(name, value.toString())));
    return builder.build();
  }

  /** Seconds, FOREVER, or as in {@code 1 DAY 2 HOURS}. */
  private static void setTimeToLive(ColumnFamilyDescriptorBuilder builder, String value) {
    try {
      builder.setTimeToLive(value);
    } catch (HBaseException | NumberFormatException e) {
      throw new IllegalArgumentException(
          "TTL is a number of seconds, FOREVER, or as in '1 DAY 2 HOURS', and not " + value, e);
    }
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
      return;
    }
    try (Admin admin = session.connection().getAdmin()) {
      TableDescriptorBuilder descriptor =
          TableDescriptorBuilder.newBuilder(table).setColumnFamilies(families);
      metadata.forEach(descriptor::setValue);
      if (splitKeys.isEmpty()) {
        admin.createTable(descriptor.build());
      } else {
        admin.createTable(descriptor.build(), splitKeys.toArray(byte[][]::new));
      }
    }
  }
}
