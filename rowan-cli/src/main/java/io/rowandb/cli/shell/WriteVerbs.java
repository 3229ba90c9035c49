package io.rowandb.cli.shell;

import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.table.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;

/** The commands that write and delete cells. */
final class WriteVerbs {
  /** Rows that are deleted at once; HBase's shell has the same. */
  private static final int DELETED_AT_ONCE = 100;

  private WriteVerbs() {}

  static List<Verb> all() {
    return List.of(
        new Verb(
            "put",
            "Writes a cell. It keeps no index of a design: programs do, by the design.",
            """
            put 't', 'row', 'f:q', 'value'
            put 't', 'row', 'f:q', 'value', 1700000000000
            put 't', 'row', 'f:q', 'value', {TTL => 60000}     for a minute""",
            WriteVerbs::put),
        new Verb(
            "delete",
            "Deletes the latest version of a cell, or that of a time.",
            """
            delete 't', 'row', 'f:q'
            delete 't', 'row', 'f:q', 1700000000000""",
            WriteVerbs::delete),
        new Verb(
            "deleteall",
            "Deletes a row, or all versions of a cell, up to a time if it is given.",
            """
            deleteall 't', 'row'
            deleteall 't', 'row', 'f:q'
            deleteall 't', 'row', 'f:q', 1700000000000
            deleteall 't', {ROWPREFIXFILTER => 'ab'}     all rows that begin so""",
            WriteVerbs::deleteAll));
  }

  private static void put(Arguments arguments, Session session) throws IOException {
    TableName table = arguments.table();
    Put put = new Put(arguments.value("a row").bytes());
    Column column = ScanRequest.wholeColumn(arguments.text("a column"));
    byte[] value = arguments.value("a value").bytes();
    long time = time(arguments);
    Options options = arguments.options();
    arguments.end();
    put.addColumn(column.family(), column.qualifier(), time, value);
    options.number("TTL").ifPresent(put::setTTL);
    ScanRequest.setAttributes(attributes(options), put);
    options.end();
    try (Table open = session.connection().getTable(table)) {
      open.put(put);
    }
  }

  /** A time if one is given, which options may follow. */
  private static long time(Arguments arguments) {
    return arguments.hasNext() && !arguments.hasOptions()
        ? arguments.number("a timestamp")
        : HConstants.LATEST_TIMESTAMP;
  }

  private static Map<String, Object> attributes(Options options) {
    return options.map("ATTRIBUTES").orElse(Map.of());
  }

  private static void delete(Arguments arguments, Session session) throws IOException {
    TableName table = arguments.table();
    Delete delete = new Delete(arguments.value("a row").bytes());
    Column column = ScanRequest.wholeColumn(arguments.text("a column"));
    delete.addColumn(column.family(), column.qualifier(), time(arguments));
    Options options = arguments.options();
    arguments.end();
    ScanRequest.setAttributes(attributes(options), delete);
    options.end();
    try (Table open = session.connection().getTable(table)) {
      open.delete(delete);
    }
  }

  private static void deleteAll(Arguments arguments, Session session) throws IOException {
    TableName table = arguments.table();
    Optional<Options> prefix =
        arguments.hasOptions() ? Optional.of(arguments.options()) : Optional.empty();
    byte[] row = prefix.isPresent() ? null : arguments.value("a row").bytes();
    Optional<Column> column =
        arguments.hasText()
            ? Optional.of(ScanRequest.wholeColumn(arguments.text("a column")))
            : Optional.empty();
    long time = time(arguments);
    Options options = arguments.options();
    arguments.end();
    Map<String, Object> attributes = attributes(options);
    options.end();
    Deletion deletion =
        key -> {
          Delete delete = new Delete(key, time);
          column.ifPresent(each -> delete.addColumns(each.family(), each.qualifier(), time));
          ScanRequest.setAttributes(attributes, delete);
          return delete;
        };
    try (Table open = session.connection().getTable(table)) {
      if (prefix.isPresent()) {
        deletePrefix(open, prefix.get(), deletion);
      } else {
        open.delete(deletion.of(row));
      }
    }
  }

  /** What is deleted of a row. */
  private interface Deletion {
    Delete of(byte[] row);
  }

  private static void deletePrefix(Table table, Options prefix, Deletion deletion)
      throws IOException {
    byte[] begin =
        prefix
            .bytes("ROWPREFIXFILTER")
            .orElseThrow(() -> new IllegalArgumentException("ROWPREFIXFILTER is missing"));
    int most = prefix.count("CACHE").orElse(DELETED_AT_ONCE);
    prefix.end();
    Scan scan =
        new Scan()
            .withStartRow(begin)
            .withStopRow(KeyRange.startingWith(begin).stop())
            .setFilter(new FilterList(new FirstKeyOnlyFilter(), new KeyOnlyFilter()));
    List<Delete> deletes = new ArrayList<>();
    try (ResultScanner rows = table.getScanner(scan)) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        deletes.add(deletion.of(row.getRow()));
        if (deletes.size() == most) {
          table.delete(deletes);
          deletes = new ArrayList<>(); // HBase keeps those that failed in the list
        }
      }
    }
    table.delete(deletes);
  }
}
